#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// The process's GTK application. Make one in a synchronous `main`, and run it.
///
/// ```swift
/// @main struct Bookshop {
///   static func main() throws {
///     let application = Application(id: "org.example.Bookshop") { application in
///       application.present(ApplicationWindow("Books", content: TextLabel("Hello")))
///     }
///     try application.run()
///   }
/// }
/// ```
///
/// In an `async` main the main actor leaves the main thread on Linux, and GTK cannot work.
/// Runs on the main actor.
public final class Application {
  private let object: GObjectRef

  /// Makes the application.
  ///
  /// - Parameters:
  ///   - id: A reverse-DNS name, which also makes the process the only one of its kind on the desktop.
  ///   - activate: Runs at the start, and whenever the user starts the application again.
  public init(id: String, activate: @escaping (Application) -> Void) {
    object = GObjectRef(
      adopting: UnsafeMutableRawPointer(adw_application_new(id, GApplicationFlags(rawValue: 0))))
    Signal.connect("activate", of: object.raw) { [weak self] in
      if let self { activate(self) }
    }
  }

  /// Runs the main loop until the last window is closed or ``quit()``.
  ///
  /// - Parameter arguments: The command line, the program's name first. Default: the process's own.
  /// - Returns: The status to exit with.
  /// - Throws: ``ToolkitError`` as ``MainLoop/attach()``.
  @discardableResult public func run(arguments: [String] = CommandLine.arguments) throws -> Int32 {
    try MainLoop.attach()
    var words = arguments.map { g_strdup($0) }
    defer { for word in words { g_free(word) } }
    return g_application_run(object.cast(), Int32(arguments.count), &words)
  }

  /// Makes a window one of the application's, which runs while it has one, and shows it.
  public func present(_ window: ApplicationWindow) {
    gtk_window_set_application(window.cast(), object.cast())
    window.present()
  }

  /// Ends ``run(arguments:)``.
  public func quit() { g_application_quit(object.cast()) }
}

@available(*, unavailable) extension Application: Sendable {}
#endif
