// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// How a store opens and behaves. Every option has a default that suits an app.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.damage = .setAside { report in log(report) }
/// configuration.migrations = [StoreMigration("rename authors") { try $0.rename("writers", to: "authors") }]
/// let store = try Store(at: url, configuration)
/// ```
public struct StoreConfiguration: Sendable {
  /// What an acknowledged write survives.
  public enum Durability: Sendable {
    /// A killed process: always. A power cut may damage the file: for what can be fetched or made again, together with
    /// ``DamagePolicy/setAside``. Nothing ever waits for the disk (SQLite's `synchronous=OFF`).
    case relaxed
    /// A killed process: always. A power cut: the newest writes may be undone, the file stays whole.
    case normal
    /// A power cut too: each write waits for the disk (SQLite's `synchronous=FULL`, and `fullfsync` on Apple).
    case full
  }

  /// Whether the store writes.
  public enum Access: Sendable {
    /// Reads and writes; makes the file if it is missing.
    case readWrite
    /// Reads only; a missing file is an error. Works in a folder that cannot be written.
    case readOnly
  }

  /// What happens when the file turns out to be damaged on opening.
  public enum DamagePolicy: Sendable {
    /// Opening throws `corrupt`.
    case fail
    /// The file is renamed with the date, reported, and a fresh one is opened. A full disk or a
    /// locked device is no damage and never leads here.
    case setAside(report: @Sendable (StoreDamage) -> Void)
    /// As with a report; `Store.damage` tells afterwards.
    public static var setAside: DamagePolicy { .setAside { _ in } }
  }

  /// Default: reads and writes.
  public var access = Access.readWrite

  /// Default: `.normal`.
  public var durability = Durability.normal

  /// Default: `.fail`.
  public var damage = DamagePolicy.fail

  /// How long a call waits for another process that writes. Default: 5 seconds.
  public var busyTimeout = Duration.seconds(5)

  /// The size in bytes that the file may reach; a write beyond it throws `full`. Default: none.
  public var maximumSize: Int?

  /// How many bytes a page of a new file has; a power of two from 512 to 65,536. Default: SQLite's own, 4,096.
  package var pageSize: Int?

  /// How many bytes of the file are mapped into memory. Default: 0.
  ///
  /// A mapping makes reads faster, but then a file that another program truncates, or a disk that fails,
  /// kills the process with SIGBUS instead of an error. So it is off unless you ask for it.
  public var memoryMap = 0

  /// Changes of the file's content, run once each and in order on opening. Default: none.
  ///
  /// Append to the list, and never rename or reorder what was shipped: that is found and refused.
  public var migrations: [StoreMigration] = []

  /// The clock of `created`, `modified` and expiry. Default: the system's.
  public var now: @Sendable () -> Date {
    get { clock ?? { Date() } }
    set { clock = newValue }
  }
  /// `nil`: the system's, which is read without a detour through `Date`.
  var clock: (@Sendable () -> Date)?

  /// The default configuration.
  public init() {}
}

extension StoreConfiguration {
  var busyMilliseconds: Int32 {
    let (seconds, attoseconds) = busyTimeout.components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
  /// Whether a write may be done without waiting for the disk.
  var writesQuickly: Bool { durability != .full && !isReadOnly }
  var isReadOnly: Bool { access == .readOnly }
}
