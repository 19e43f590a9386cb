// Part of Strata.
// SPDX-License-Identifier: MIT

/// How a server's JSON becomes models and back: for all, per type, per member, per place in the document.
///
/// Plain `Codable` structs need no wrapper on any property. Start from ``strict`` or ``lenient`` and add what your
/// server does:
///
/// ```swift
/// let policy = MappingPolicy.lenient
///   .with { $0.names = .snakeCase }
///   .type(Address.self) {
///     $0.member("id", from: "a_id", "address.id")
///     $0.member("isDefault", orElse: false)
///   }
///   .at("data.items.created") { $0.dates = [.milliseconds] }
///   .fallback(Order.Status.unknown)
/// ```
///
/// The narrower rule wins: the place in the document, then the member, then the type of the value, then the type
/// that holds it, then the policy. A type's rules hold for its own members and the elements of their lists, not for
/// models inside it. What a policy reads, ``MappingEncoder`` writes with the same policy.
/// Safe to use from any task.
public struct MappingPolicy: Sendable {
  /// The rules of everything that has no narrower ones.
  public var rules = MappingRules()
  /// How large a document may be.
  public var limits = MappingLimits()
  /// Whether two members of one name are an error. Default `false`: the first one counts.
  public var refusesDuplicateNames = false

  var types: [ObjectIdentifier: TypeRules] = [:]
  var places: [Place] = []

  /// Makes a policy that repairs nothing.
  public init() {}

  /// Repairs nothing: RFC 8259, and values of exactly the model's types. Dates are ISO 8601.
  public static let strict = MappingPolicy()

  /// Repairs what servers are known to get wrong (``MappingRepairs/lenient``), and reads dates in the usual forms.
  public static let lenient = MappingPolicy().with {
    $0.repairs = .lenient
    $0.dates = [.iso8601, .epoch, .http, .format("EEE MMM dd HH:mm:ss Z yyyy"), .format("yyyy/MM/dd HH:mm:ss")]
  }

  /// The policy with other rules.
  public func with(_ change: (inout MappingRules) -> Void) -> Self {
    var copy = self
    change(&copy.rules)
    return copy
  }

  /// The policy with rules for a model and its members. A second call for the same type adds to the first.
  ///
  /// - Parameters:
  ///   - type: The model.
  ///   - change: Changes the rules; run at once.
  public func type<Model>(_ type: Model.Type, _ change: (inout MappingTypeRules) -> Void) -> Self {
    changed(type) { rules in
      var copy = MappingTypeRules(rules)
      change(&copy)
      rules = copy.rules
    }
  }

  /// The policy with rules for a place in the document, and everything below it.
  ///
  /// - Parameters:
  ///   - path: The names as the document writes them, without indices: as a ``MappingReport`` prints them. All
  ///     elements of a list are one place.
  ///   - change: Changes the rules that hold there otherwise.
  public func at(_ path: MappingPath, _ change: @escaping @Sendable (inout MappingRules) -> Void) -> Self {
    var copy = self
    let names = path.elements.compactMap { if case .name(let name) = $0 { name } else { nil } }
    copy.places.append(Place(names: names, change: change))
    return copy
  }

  /// The policy with a value that stands for every unreadable one of its type, such as an unknown case.
  ///
  /// It holds under every policy, also ``strict``; each use is in the report.
  public func fallback<Value: Decodable & Sendable>(_ value: Value) -> Self {
    changed(Value.self) { $0.fallback = value }
  }

  /// The policy with a conversion for every value of a type, both ways (L4-46, W32).
  ///
  /// ```swift
  /// policy.convert(TimeZone.self, from: String.self) { TimeZone(identifier: $0) } write: { $0.identifier }
  /// ```
  ///
  /// A type may be converted from itself, to trim every text for example.
  ///
  /// - Parameters:
  ///   - type: The type that models have.
  ///   - raw: The type that documents have; read and written by the rules of the member.
  ///   - read: Makes the value; `nil` if it is unreadable.
  ///   - write: Makes what is written.
  public func convert<Value: Sendable, Raw: Codable & SendableMetatype>(
    _ type: Value.Type, from raw: Raw.Type, read: @escaping @Sendable (Raw) throws -> Value?,
    write: @escaping @Sendable (Value) throws -> Raw
  ) -> Self {
    changed(type) { $0.conversion = Conversion(read: read, write: write) }
  }

  /// The policy with the types that stand behind a value of several shapes (L4-05).
  ///
  /// ```swift
  /// policy.choose(FeedItem.self, by: "type") {
  ///   $0.when("photo", FeedItem.photo) { if case .photo(let photo) = $0 { photo } else { nil } }
  ///   $0.when("text", FeedItem.text) { if case .text(let text) = $0 { text } else { nil } }
  ///   $0.otherwise(.unknown)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type that models have.
  ///   - discriminator: Where, in the value's object, the name of its shape stands: a string or a number.
  ///   - add: Adds the shapes; run at once.
  public func choose<Value: SendableMetatype>(
    _ type: Value.Type, by discriminator: MappingPath, _ add: (inout MappingChoices<Value>) -> Void
  ) -> Self {
    var choices = MappingChoices<Value>(discriminator: discriminator)
    add(&choices)
    return changed(type) { $0.conversion = choices.conversion }
  }

  private func changed<Value>(_ type: Value.Type, _ change: (inout TypeRules) -> Void) -> Self {
    var copy = self
    change(&copy.types[ObjectIdentifier(type), default: TypeRules()])
    return copy
  }
}

extension MappingPolicy {
  /// What a policy says of one type.
  struct TypeRules: Sendable {
    var changes: [@Sendable (inout MappingRules) -> Void] = []
    var members: [String: Member] = [:]
    var fallback: (any Sendable)?
    var conversion: Conversion?
  }

  /// What a policy says of one member.
  struct Member: Sendable {
    var names: [MappingPath] = []
    var isIgnored = false
    var fallback: (any Sendable)?
    var change: (@Sendable (inout MappingRules) -> Void)?
  }

  /// Rules for a place in the document.
  struct Place: Sendable {
    let names: [String]
    let change: @Sendable (inout MappingRules) -> Void
  }
}

/// What a policy says of one model: its own rules, and those of its members.
///
/// Members are called by their coding keys. See ``MappingPolicy/type(_:_:)``. Safe to use from any task.
public struct MappingTypeRules: Sendable {
  var rules: MappingPolicy.TypeRules

  init(_ rules: MappingPolicy.TypeRules) { self.rules = rules }

  /// Changes the rules that hold inside the model, and for it.
  public mutating func with(_ change: @escaping @Sendable (inout MappingRules) -> Void) {
    rules.changes.append(change)
  }

  /// Says how a member is called in the document (L4-03, L4-20).
  ///
  /// The first of the paths that is there counts, also if it is `null`; the member's own name is read no more. The
  /// first one is written.
  ///
  /// - Parameters:
  ///   - name: The member's coding key.
  ///   - first: A name, or a path into nested objects and lists.
  ///   - others: Alternatives, in order. Default none.
  public mutating func member(_ name: String, from first: MappingPath, _ others: MappingPath...) {
    rules.members[name, default: .init()].names = [first] + others
  }

  /// Declares the value of a member that is missing or `null`; under
  /// ``MappingRepairs/unreadableAsDefault`` also of an unreadable one (W26).
  ///
  /// - Parameters:
  ///   - name: The member's coding key.
  ///   - fallback: The default; of exactly the member's type.
  public mutating func member(_ name: String, orElse fallback: some Sendable) {
    rules.members[name, default: .init()].fallback = fallback
  }

  /// Gives a member rules of its own; they hold for the elements of its lists too.
  ///
  /// - Parameters:
  ///   - name: The member's coding key.
  ///   - change: Changes the rules that hold inside the model.
  public mutating func member(_ name: String, _ change: @escaping @Sendable (inout MappingRules) -> Void) {
    rules.members[name, default: .init()].change = change
  }

  /// Neither reads nor writes these members (L4-06): they are missing, so they are optional or have a default.
  public mutating func ignore(_ names: String...) {
    for name in names { rules.members[name, default: .init()].isIgnored = true }
  }
}
