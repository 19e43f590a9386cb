// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What this module needs of the operating system beyond Foundation.
enum Platform {
  /// A number that no other running thread has.
  static var thread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc) || canImport(Musl)
    UInt(pthread_self())
    #else
    #warning("Platform-specific implementation missing: the current thread")
    #endif
  }

  /// Seconds since 1970 by the system's clock.
  static var now: Double { time(CLOCK_REALTIME) }

  /// Seconds by a clock that nobody sets.
  static var uptime: Double { time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Makes an empty file that only its owner can read; does nothing if it exists.
  ///
  /// - Returns: 0, or the system's error number.
  static func createPrivateFile(at path: String) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  /// Asks the disk to keep what was written to a file or folder.
  static func sync(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Writes a file's whole content and waits for the disk.
  static func overwrite(_ path: String, with data: Data) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.write(contentsOf: data)
    try handle.synchronize()
  }

  /// Puts a file in the place of another, as one step.
  static func replace(_ path: String, by fresh: String) throws {
    guard rename(fresh, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    sync(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Runs `body` while no other process runs one for the same path.
  static func withFileLock<Result, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 { flock(descriptor, LOCK_EX) }
    return try body()
  }

  /// Which file a path leads to; `nil` if to none.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Holds on to a file by its name alone; -1 where the system cannot.
  ///
  /// NB: an ordinary descriptor would end SQLite's locks on the file when it is closed.
  static func holdPlace(_ path: String) -> Int32 {
    #if os(Linux)
    let byNameAlone: Int32 = 0o10_000_000  // O_PATH, which the C library shows to GNU programs only
    return open(path, byNameAlone | O_CLOEXEC)
    #else
    return -1
    #endif
  }

  static func releasePlace(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }

  /// When a held file changed last; `nil` if its last name is gone, or nobody can tell.
  static func lastChange(_ descriptor: Int32) -> FileChange? {
    #if os(Linux)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    return FileChange(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    #else
    return nil
    #endif
  }

  /// Lets the system encrypt a file until the device was first unlocked, where it can.
  static func protect(_ path: String) {
    #if os(iOS)
    try? FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
    #endif
  }
}
