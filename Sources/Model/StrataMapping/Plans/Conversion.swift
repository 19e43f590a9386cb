// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value that is read from, and written as, another type.
struct Conversion: Sendable {
  /// Makes the value.
  let read: @Sendable (Run, Spot) throws -> Any
  /// Makes what is written.
  let write: @Sendable (Any, Writer) throws -> Void

  init(
    read: @escaping @Sendable (Run, Spot) throws -> Any, write: @escaping @Sendable (Any, Writer) throws -> Void
  ) {
    self.read = read
    self.write = write
  }

  init<Value: SendableMetatype, Raw: Codable & SendableMetatype>(
    read: @escaping @Sendable (Raw) throws -> Value?, write: @escaping @Sendable (Value) throws -> Raw
  ) {
    self.read = { run, spot in
      // A conversion of a type to itself begins with the value as it is read without it.
      let raw = try Raw.self == Value.self ? run.unconverted(Raw.self, spot) : run.read(Raw.self, spot)
      guard let value = try run.owned(by: spot, { try read(raw) }) else {
        throw run.error(.unreadable, spot, "cannot be made a \(Value.self)")
      }
      return value
    }
    self.write = { value, writer in
      guard let value = value as? Value else { throw writer.error("is no \(Value.self)") }
      let raw = try write(value)
      if Raw.self == Value.self { try writer.writePlain(raw) } else { try writer.write(raw) }
    }
  }
}

/// The shapes of a value, by what its object says of itself. See ``MappingPolicy/choose(_:by:_:)``.
///
/// Safe to use from any task.
public struct MappingChoices<Value: SendableMetatype>: Sendable {
  private let discriminator: MappingPath
  private var readers: [String: @Sendable (Run, Spot) throws -> Any] = [:]
  private var writers: [@Sendable (Value) -> (name: String, payload: any Encodable)?] = []
  private var fallback: (any Sendable)?

  init(discriminator: MappingPath) { self.discriminator = discriminator }

  /// Adds a shape.
  ///
  /// - Parameters:
  ///   - name: What the discriminator says.
  ///   - wrap: Makes the value of the payload: a case of an enumeration, or `{ $0 }` for a subclass.
  ///   - unwrap: The payload of a value of this shape, else `nil`. Used to write.
  public mutating func when<Payload: Codable & SendableMetatype>(
    _ name: String, _ wrap: @escaping @Sendable (Payload) -> Value,
    unwrap: @escaping @Sendable (Value) -> Payload?
  ) {
    readers[name] = { run, spot in wrap(try run.read(Payload.self, spot)) }
    writers.append { value in unwrap(value).map { (name, $0) } }
  }

  /// Adds the value of every other shape, and of objects that do not say theirs. Each use is in the report.
  ///
  /// - Parameter value: The value. Written as its own `encode(to:)` writes it.
  public mutating func otherwise(_ value: Value) where Value: Sendable { fallback = value }

  var conversion: Conversion {
    let (discriminator, readers, writers, fallback) = (discriminator, readers, writers, fallback)
    return Conversion { run, spot in
      let name = run.text(at: discriminator, in: spot.node)
      if let name, let reader = readers[name] { return try reader(run, spot) }
      let error = run.error(.unreadable, spot, "\(discriminator) names no shape of \(Value.self)")
      guard let fallback, !run.document.isNull(spot.node) else { throw error }
      run.note(.unreadableAsDefault, spot, error)
      return fallback
    } write: { value, writer in
      guard let value = value as? Value else { throw writer.error("is no \(Value.self)") }
      for unwrap in writers {
        guard let shape = unwrap(value) else { continue }
        try writer.write(shape.payload)
        try writer.setIfMissing(discriminator, to: shape.name)
        return
      }
      guard let plain = value as? any Encodable else { throw writer.error("has a shape that the policy does not name") }
      try writer.writePlain(plain)
    }
  }
}
