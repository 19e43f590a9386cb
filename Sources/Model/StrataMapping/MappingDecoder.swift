// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Reads models from a server's JSON by a policy: plain `Codable`, no wrapper on any property.
///
/// Use it where JSON comes from outside. It reads what `JSONDecoder` reads, in half the time, and under a lenient
/// policy also what servers send instead; ``decodeWithReport(_:from:at:)`` says what it had to repair.
///
/// ```swift
/// let decoder = MappingDecoder(.lenient.with { $0.names = .snakeCase })
/// let cart = try decoder.decode(Cart.self, from: data)
/// ```
///
/// A client of StrataRequest takes it as its decoder where StrataService is imported, and its events tell every report.
///
/// What it knows of a type is found out once and shared by its copies: make one for each policy and keep it. Decoding
/// runs on the caller's thread; call it from a `@concurrent` function for large documents.
/// Safe to use from any task.
public struct MappingDecoder: Sendable {
  private let blueprint: Blueprint
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let onReport: (@Sendable (MappingReport) -> Void)?

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - policy: What is read how. Default ``MappingPolicy/lenient``.
  ///   - userInfo: For models whose `init(from:)` asks for it. Default none.
  ///   - onReport: Told of every decoding that repaired something, on its thread. Default none.
  public init(
    _ policy: MappingPolicy = .lenient, userInfo: [CodingUserInfoKey: any Sendable] = [:],
    onReport: (@Sendable (MappingReport) -> Void)? = nil
  ) {
    blueprint = Blueprint(policy)
    self.userInfo = userInfo
    self.onReport = onReport
  }

  /// What is read how.
  public var policy: MappingPolicy { blueprint.policy }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A JSON document in UTF-8.
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decode(type, from: data, at: MappingPath())
  }

  /// Reads a value that stands inside a document, such as the list in a server's envelope (S3-27).
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A JSON document in UTF-8.
  ///   - path: Where the value stands.
  /// - Throws: ``MappingError``; of the kind `missing` if nothing stands there.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: MappingPath) throws -> Value {
    let (value, report) = try run(type, data, path, keepsReport: onReport != nil)
    if let onReport, !report.isEmpty { onReport(report) }
    return value
  }

  /// Reads a value, and says what was repaired.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A JSON document in UTF-8.
  ///   - path: Where the value stands. Default the document itself.
  /// - Throws: ``MappingError``.
  public func decodeWithReport<Value: Decodable>(
    _ type: Value.Type, from data: Data, at path: MappingPath = MappingPath()
  ) throws -> (value: Value, report: MappingReport) {
    let result = try run(type, data, path, keepsReport: true)
    if let onReport, !result.report.isEmpty { onReport(result.report) }
    return result
  }

  private func run<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ path: MappingPath, keepsReport: Bool
  ) throws -> (value: Value, report: MappingReport) {
    try data.withUnsafeBytes { bytes in
      let document = try parse(bytes.bindMemory(to: UInt8.self))
      var run = Run(document, blueprint, keepsReport: keepsReport, userInfo: userInfo)
      // A model may keep its decoder; what it reads then must outlive these bytes.
      defer { if !isKnownUniquelyReferenced(&run) { document.keepBytes() } }
      do {
        guard let spot = run.spot(at: path) else {
          throw MappingError(.missing, at: path, offset: 0, reason: "nothing stands there")
        }
        let value = try run.read(type, spot)
        return (value, keepsReport ? run.finishedReport() : run.report)
      } catch let error as MappingError {
        throw error.placed(in: document)
      }
    }
  }

  private func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Document {
    let policy = blueprint.policy
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      throw MappingError(.syntax, at: MappingPath(), offset: 0, reason: "the document is empty")
    }
    do {
      return try Parser.document(base, bytes.count, policy.limits, refusesDuplicates: policy.refusesDuplicateNames)
    } catch {
      let text = Document(bytes: base, byteCount: bytes.count, tape: Tape(capacity: 1))
      throw MappingError(
        error.isLimit ? .limit : .syntax, at: error.path, offset: error.offset,
        raw: text.excerpt(error.offset, min(error.offset + 20, bytes.count)), reason: error.text
      ).placed(in: text)
    }
  }
}

extension MappingError {
  /// The error with its line and column.
  fileprivate func placed(in document: Document) -> MappingError {
    guard let offset else { return self }
    var copy = self
    copy.position = document.positions(of: [offset])[0]
    return copy
  }
}
