// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A program that the tour starts and stops.
nonisolated struct ChildProcess {
  let id: pid_t
  private let output: FileHandle
  /// The program's standard input, which ends with us.
  private let input: FileHandle

  /// Starts a program. What it prints comes to us if it is heard, or else goes where ours goes.
  init(_ path: String, _ arguments: [String], isHeard: Bool = true) throws {
    let (pipe, leash) = (Pipe(), Pipe())
    output = pipe.fileHandleForReading
    input = leash.fileHandleForWriting
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isHeard { posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1) }
    posix_spawn_file_actions_adddup2(&actions, leash.fileHandleForReading.fileDescriptor, 0)
    for handle in [output, pipe.fileHandleForWriting, input, leash.fileHandleForReading] {
      posix_spawn_file_actions_addclose(&actions, handle.fileDescriptor)
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let status = posix_spawn(&id, path, &actions, nil, &words, environ)
    guard status == 0 else { throw TourError("\(path) did not start: \(String(cString: strerror(status)))") }
    self.id = id
    try pipe.fileHandleForWriting.close()
    try leash.fileHandleForReading.close()
  }

  /// The first line that it prints; empty if it ends without one.
  func firstLine() throws -> String {
    var line = Data()
    while let byte = try output.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  /// Ends it without any warning, and returns when it is gone.
  func kill() {
    Foundation.kill(id, SIGKILL)
    wait()
  }

  /// Returns when it is gone: its exit status, or the negative number of the signal that ended it.
  @discardableResult func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }
}

/// Why the tour cannot go on.
nonisolated struct TourError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
