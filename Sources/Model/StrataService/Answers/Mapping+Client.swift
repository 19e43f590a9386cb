// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataMapping
public import StrataRequest

extension MappingReport: RepairReport {}

/// A client takes the decoder as it is, and its events tell what was repaired.
///
/// ```swift
/// $0.decoder = MappingDecoder(policy)
/// $0.onEvent = { if case .repaired(_, let report) = $0.step { debugText = report.description } }
/// ```
extension MappingDecoder: BodyDecoding {
  /// Reads a value, and tells what was repaired.
  ///
  /// - Throws: `MappingError`.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, telling repaired: (_ count: Int, _ report: any RepairReport) -> Void
  ) throws -> Value {
    try decode(type, from: data, at: MappingPath(), telling: repaired)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, at path: MappingPath,
    telling repaired: (_ count: Int, _ report: any RepairReport) -> Void
  ) throws -> Value {
    let (value, report) = try decodeWithReport(type, from: data, at: path)
    if !report.isEmpty { repaired(report.count, report) }
    return value
  }
}

/// A client takes the encoder as it is.
extension MappingEncoder: BodyEncoding {}
