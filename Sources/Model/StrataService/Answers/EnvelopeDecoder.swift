// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataMapping
public import StrataRequest

/// Reads what is inside an envelope, or throws what the server refused with.
///
/// Made by ``Envelope/decoder(_:)``. Each answer is parsed twice: once for what the envelope says, once for the data.
/// Safe to use from any task.
public struct EnvelopeDecoder: BodyDecoding {
  private let envelope: Envelope
  private let head: MappingDecoder
  private let inner: MappingDecoder

  init(_ envelope: Envelope, _ inner: MappingDecoder) {
    self.envelope = envelope
    self.inner = inner
    head = MappingDecoder(EnvelopeHead.policy(envelope))
  }

  /// Reads the data.
  ///
  /// - Throws: ``EnvelopeRefusal``, or `MappingError` where the answer is no such envelope.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decode(type, from: data) { _, _ in }
  }

  /// Reads the data, and tells what was repaired in it.
  ///
  /// - Throws: ``EnvelopeRefusal``, or `MappingError` where the answer is no such envelope.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, telling repaired: (_ count: Int, _ report: any RepairReport) -> Void
  ) throws -> Value {
    let head = try head.decode(EnvelopeHead.self, from: data)
    if let refusal = envelope.refusal(head, status: 200) { throw refusal }
    if head.data == nil, let empty = Value.self as? any EmptyBodyReadable.Type, let value = empty.ofEmptyBody as? Value
    {
      return value
    }
    return try inner.decode(type, from: data, at: envelope.data, telling: repaired)
  }

  /// Throws what the server refused with, where the answer is an envelope.
  ///
  /// An empty body with a good status is fine. A bad status with another body is left to the status.
  ///
  /// - Throws: ``EnvelopeRefusal``, or `MappingError` where a good answer is no such envelope.
  public func check(_ answer: Answer) throws {
    let isGood = (200...299).contains(answer.status)
    if isGood, answer.body.isEmpty { return }
    let head: EnvelopeHead
    do { head = try self.head.decode(EnvelopeHead.self, from: answer.body) } catch {
      if isGood { throw error }
      return
    }
    if !isGood, head.code == nil, head.message == nil { return }
    if let refusal = envelope.refusal(head, status: answer.status) { throw refusal }
  }
}
