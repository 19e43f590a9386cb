// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// What went wrong in a store, and what to do about it.
///
/// A missing value is `nil`; everything else that goes wrong is one of these. Match it by its code:
///
/// ```swift
/// do {
///   try await books.put(book, for: book.id)
/// } catch StoreError.Code.full {
///   model.notice = "The device is full."
/// }
/// ```
///
/// Values are never part of a message; keys and names are. Safe to use from any task.
public struct StoreError: FailureConvertible, Hashable {
  /// What kind of trouble it is.
  public enum Code: String, Sendable, CaseIterable {
    /// Another process or task held the file for longer than `busyTimeout`. Nothing was changed: try again.
    case busy
    /// No space on the disk, or the file reached `maximumSize`. The write was undone; reads go on.
    case full
    /// The file is damaged, or is no database. Restore a backup, or open with `.setAside`.
    case corrupt
    /// The system does not let us read the file now (data protection, permissions). It is not damage: try again later.
    case locked
    /// The file was written by a newer version of the app. Nothing was touched: update the app.
    case superseded
    /// The value could not be made from what is stored. The stored bytes are kept: `storedData(for:)`.
    case notDecodable
    /// The value could not be encoded. Nothing was changed.
    case notEncodable
    /// A collection's name or a key cannot be used.
    case invalidName
    /// The code declares something other than what the file holds: a key type, an index, a migration.
    case misdeclared
    /// A read inside `write`, outside its transaction; or a write to a store that was opened to read.
    case notAllowed
    /// The store was closed or suspended.
    case closed
    /// The file was moved or deleted while it was open.
    case moved
    /// Anything else SQLite reports.
    case failed
  }

  /// What kind of trouble it is.
  public let code: Code

  /// What happened, where, and the next step, for a developer.
  public let message: String

  /// SQLite's extended result code; 0 if it did not come from SQLite.
  public let sqliteCode: Int32

  /// The SQL, without the values; `nil` if none was involved.
  public let sql: String?

  /// Makes the error of a secret store of your own.
  ///
  /// - Parameters:
  ///   - code: What kind of trouble it is.
  ///   - message: What happened and the next step, for a developer; no value.
  public init(_ code: Code, _ message: String) { self.init(code, message, sqliteCode: 0) }

  init(_ code: Code, _ message: String, sqliteCode: Int32 = 0, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
    self.sql = sql
  }

  /// The failure a screen shows: unreadable for a value that cannot be decoded, else storage.
  public var failure: Failure {
    switch code {
    case .notDecodable: Failure(.unreadable, underlying: self)
    case .busy, .full, .locked: Failure(.storage, isRetryable: true, underlying: self)
    default: Failure(.storage, isRetryable: false, underlying: self)
    }
  }
}

extension StoreError.Code {
  /// Lets `catch StoreError.Code.full` match.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? StoreError)?.code == code }
}

extension StoreError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "StoreError.\(code.rawValue): \(message)" + (sql.map { " [\($0)]" } ?? "") }
}
