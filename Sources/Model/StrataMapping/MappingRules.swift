// Part of Strata.
// SPDX-License-Identifier: MIT

/// Which differences between a document and a model are repaired. Each repair is one entry of the ``MappingReport``.
///
/// Garbage is never taken as 0: what none of these repairs is an error, or the declared default.
public struct MappingRepairs: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A number or a boolean where a string is expected is taken as it is written: 8.80 is "8.80" (L4-11).
  public static let numbersAsStrings = Self(rawValue: 1 << 0)
  /// A string that is a number, whole, where one is expected: "12", " 1e5 " (L4-10). "abc" stays an error.
  public static let stringsAsNumbers = Self(rawValue: 1 << 1)
  /// `true`, `yes`, `on`, `y`, `t`, `1` and their opposites, in any case, where a boolean is expected.
  public static let stringsAsBools = Self(rawValue: 1 << 2)
  /// 1 and 0 where a boolean is expected.
  public static let numbersAsBools = Self(rawValue: 1 << 3)
  /// A boolean where a number is expected: 1 and 0.
  public static let boolsAsNumbers = Self(rawValue: 1 << 4)
  /// An empty or blank string where an optional is expected that is not text itself.
  public static let emptyStringsAsNil = Self(rawValue: 1 << 5)
  /// An empty string where optional text is expected. Not part of ``lenient``: "" is a fine text.
  public static let emptyTextAsNil = Self(rawValue: 1 << 6)
  /// `"null"`, `"nil"`, `"(null)"`, `"<null>"` where an optional is expected that is not text itself (L4-10).
  public static let nullWordsAsNil = Self(rawValue: 1 << 7)
  /// What cannot be read becomes the declared default, where there is one.
  public static let unreadableAsDefault = Self(rawValue: 1 << 8)
  /// What cannot be read becomes `nil` where an optional is expected (L4-45, W33).
  public static let unreadableAsNil = Self(rawValue: 1 << 9)
  /// Elements of lists, and members of dictionaries, that cannot be read are left out (W25, W33).
  public static let dropsUnreadable = Self(rawValue: 1 << 10)
  /// Nulls in lists and dictionaries whose values are not optional are left out (L4-44).
  public static let dropsNulls = Self(rawValue: 1 << 11)
  /// `[]` where an object is expected, as some servers write an empty one (L4-46).
  public static let emptyListsAsObjects = Self(rawValue: 1 << 12)
  /// One value where a list is expected is a list of it. Not part of ``lenient``.
  public static let valuesAsLists = Self(rawValue: 1 << 13)
  /// Half of a surrogate pair, as a server leaves it that cuts texts, becomes U+FFFD.
  public static let loneSurrogates = Self(rawValue: 1 << 14)

  /// All but ``emptyTextAsNil`` and ``valuesAsLists``.
  public static let lenient: Self = [
    .numbersAsStrings, .stringsAsNumbers, .stringsAsBools, .numbersAsBools, .boolsAsNumbers, .emptyStringsAsNil,
    .nullWordsAsNil, .unreadableAsDefault, .unreadableAsNil, .dropsUnreadable, .dropsNulls, .emptyListsAsObjects,
    .loneSurrogates,
  ]
}

/// How the names of a model's members become names in the document.
public enum MappingNameStyle: Sendable {
  /// As the coding keys write them.
  case asWritten
  /// `imageURL` is `image_url`. The name as the coding key writes it is read too, after that one (W28).
  case snakeCase
}

/// What is written for a member that is `nil`.
public enum MappingNilStyle: Sendable {
  /// The member is left out.
  case omitted
  /// `null`.
  case null
  /// `""`, for servers that want every member there (S0-21).
  case emptyString
}

/// How values are read and written: for everything, for a type, or for one member.
///
/// ```swift
/// let policy = MappingPolicy.strict.with {
///   $0.repairs = [.stringsAsNumbers]
///   $0.dates = [.iso8601, .milliseconds]
/// }
/// ```
///
/// Safe to use from any task.
public struct MappingRules: Sendable {
  /// What is repaired. Default none.
  public var repairs: MappingRepairs = []
  /// The forms of a date, tried in this order; dates are written in the first. Default ISO 8601.
  public var dates: [MappingDateForm] = [.iso8601]
  /// How names of members become names in the document. Default as written.
  public var names: MappingNameStyle = .asWritten
  /// What is written for `nil`. Default nothing.
  public var nils: MappingNilStyle = .omitted

  /// Makes rules that repair nothing.
  public init() {}
}

/// How large a document may be, so that a hostile one costs little.
///
/// Whatever the document, reading it takes time linear in its size and at most six times its size in memory,
/// beside the model.
public struct MappingLimits: Hashable, Sendable {
  /// How deep lists and objects may be nested. Default 128: a model that nests as deep is read in the 512 kB of stack
  /// that threads have which are not the main one. Each level more costs up to 4 kB of it.
  public var depth = 128
  /// How many bytes a document may have; at most 2 GB. Default 64 MB.
  public var bytes = 64 * 1_024 * 1_024
  /// How many repairs a report lists; the others are counted. Default 1,000.
  public var repairs = 1_000

  /// Makes the default limits.
  public init() {}
}
