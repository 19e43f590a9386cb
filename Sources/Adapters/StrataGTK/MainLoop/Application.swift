#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import Foundation

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

  /// Runs the main loop until the last window is closed or ``quit()``. SIGTERM and SIGINT close the windows, too.
  ///
  /// - Parameter arguments: The command line, the program's name first. Default: the process's own.
  /// - Returns: The status to exit with.
  /// - Throws: ``ToolkitError/display`` where there is no display, ``ToolkitError/mainQueue`` as
  ///   ``MainLoop/attach()``.
  @discardableResult public func run(arguments: [String] = CommandLine.arguments) throws -> Int32 {
    try MainLoop.start()
    let signals = [SIGTERM, SIGINT].map(closeOnSignal)
    defer { for source in signals { g_source_remove(source) } }
    var words = arguments.map { g_strdup($0) }
    defer { for word in words { g_free(word) } }
    return g_application_run(object.cast(), Int32(arguments.count), &words)
  }

  /// Makes a window one of the application's, which runs while it has one, and shows it.
  public func present(_ window: ApplicationWindow) {
    gtk_window_set_application(window.cast(), object.cast())
    window.present()
  }

  /// Runs a closure once, when the last window is closed, before ``run(arguments:)`` returns.
  public func onShutdown(_ work: @escaping () -> Void) {
    Signal.connect("shutdown", of: object.raw, handler: work)
  }

  /// Closes all windows, as the user would; ``run(arguments:)`` ends when they are gone.
  public func quit() {
    var windows: [UnsafeMutablePointer<GtkWindow>] = []
    var link = gtk_application_get_windows(object.cast())
    while let entry = link {
      if let data = entry.pointee.data { windows.append(data.assumingMemoryBound(to: GtkWindow.self)) }
      link = entry.pointee.next
    }
    for window in windows { gtk_window_close(window) }
    if gtk_application_get_windows(object.cast()) == nil { g_application_quit(object.cast()) }
  }

  private func closeOnSignal(_ number: Int32) -> guint {
    g_unix_signal_add(
      number,
      { data in
        guard let data else { return 0 }
        Unmanaged<Application>.fromOpaque(data).takeUnretainedValue().quit()
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

@available(*, unavailable) extension Application: Sendable {}
#endif
