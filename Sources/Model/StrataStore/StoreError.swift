// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Why a store could not do what it was asked, and what to do about it.
///
/// A missing value is `nil` and no error; a value that is there and cannot be read is this error,
/// with what is saved in ``raw``.
///
/// ```swift
/// do { return try drafts.value(for: id) } catch { log(error); throw error }
/// ```
///
/// Safe to use from any task.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of error.
  public enum Code: Hashable, Sendable {
    /// Another connection held the file for longer than the busy timeout.
    case busy
    /// The disk is full. What is saved can still be read.
    case full
    /// The file is damaged.
    case corrupt
    /// The file is something other than a database. It was not changed.
    case notADatabase
    /// The file cannot be opened, read or written: missing rights, a locked device, a broken disk.
    case inaccessible
    /// The collection's name cannot be used.
    case invalidName
    /// The key cannot be used.
    case invalidKey
    /// The value cannot be encoded. Nothing was saved.
    case notEncodable
    /// The saved value is not what the collection reads; ``StoreError/raw`` has it as it is.
    case notDecodable
    /// The store was closed.
    case closed
    /// The store was used against its rules, as `nextStep` says.
    case misuse
    /// Anything else that SQLite reports.
    case unexpected
  }

  /// The kind.
  public let code: Code
  /// What happened, and where.
  public let message: String
  /// What to do about it.
  public let nextStep: String
  /// SQLite's extended result code, where SQLite reported the error.
  public var resultCode: Int32?
  /// What is saved, where ``code`` is ``Code/notDecodable``.
  public var raw: StoredValue?
  /// The encoder's or decoder's error.
  public var underlying: (any Error)?

  init(_ code: Code, _ message: String, nextStep: String) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
  }

  /// The message and the next step, for a log. Never a saved value.
  public var description: String { "\(message). \(nextStep)" }
}

extension StoreError: FailureConvertible {
  /// The failure a screen shows: storage, or unreadable for a value that is not decodable.
  public var failure: Failure {
    switch code {
    case .notDecodable: Failure(.unreadable, underlying: self)
    case .busy, .full, .inaccessible, .unexpected: Failure(.storage, underlying: self)
    case .corrupt, .notADatabase, .invalidName, .invalidKey, .notEncodable, .closed, .misuse:
      Failure(.storage, isRetryable: false, underlying: self)
    }
  }
}
