// Part of Strata.
// SPDX-License-Identifier: MIT

/// How the shop is run.
public struct ShopOptions: Hashable, Sendable {
  /// Where to listen; 0 for any free port. Default: 8080.
  public var port: UInt16 = 8080
  /// How many books; nil for the real ones.
  public var books: Int?
  /// How long each answer waits.
  public var delay: Duration = .zero
  /// Each answer of this number is a 503; nil for none.
  public var failEvery: Int?
  /// How many seconds an access token is good; 0 is expired at once.
  public var tokenSeconds = 900
  /// Whether the server ends when its standard input does.
  public var exitsWithParent = false
  /// Whether only the help is asked for.
  public var wantsHelp = false

  /// Makes options.
  public init(port: UInt16 = 8080) { self.port = port }
}

/// A flag that is wrong, as a sentence.
public struct FlagError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flag, what was given and what would be right.
  public let description: String
}

extension ShopOptions {
  /// What `--help` prints.
  public static let help = """
    usage: BookshopServer [flags]

    Serves the bookshop on 127.0.0.1 until it is told to stop (SIGTERM or Ctrl-C).

      --port P            listen on P; 0 picks a free port (default: 8080)
      --books N           N books: fewer than the real ones, or numbered volumes of them up to N (at most 1000000)
      --delay SECONDS     let each answer wait, such as 0.5
      --fail-every N      answer each Nth request with 503
      --token-seconds N   access tokens expire after N seconds, 0 at once (default: 900)
      --exit-with-parent  end when standard input ends: whoever starts the server keeps a pipe to it open
      --help              print this
    """

  /// Reads the command line's flags, without the program's name.
  ///
  /// - Throws: ``FlagError`` for a flag that is unknown, lacks its value or has a wrong one.
  public init(flags: [String]) throws(FlagError) {
    self.init()
    var rest = flags[...]
    while let flag = rest.popFirst() {
      switch flag {
      case "--help", "-h": wantsHelp = true
      case "--exit-with-parent": exitsWithParent = true
      case "--port": port = UInt16(try Self.integer(flag, &rest, in: 0...65535))
      case "--books": books = try Self.integer(flag, &rest, in: 0...1_000_000)
      case "--fail-every": failEvery = try Self.integer(flag, &rest, in: 1...1_000_000)
      case "--token-seconds": tokenSeconds = try Self.integer(flag, &rest, in: 0...86_400)
      case "--delay": delay = try Self.seconds(flag, &rest)
      default: throw FlagError(description: "\(flag) is no flag of this program.")
      }
    }
  }

  private static func value(_ flag: String, _ rest: inout ArraySlice<String>) throws(FlagError) -> String {
    guard let value = rest.popFirst() else { throw FlagError(description: "\(flag) needs a value.") }
    return value
  }

  private static func integer(
    _ flag: String, _ rest: inout ArraySlice<String>, in range: ClosedRange<Int>
  ) throws(FlagError) -> Int {
    let text = try value(flag, &rest)
    guard let number = Int(text), range.contains(number) else {
      throw FlagError(
        description:
          "\(flag) is \"\(text)\": it must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func seconds(_ flag: String, _ rest: inout ArraySlice<String>) throws(FlagError) -> Duration {
    let text = try value(flag, &rest)
    guard let number = Double(text), (0...3600).contains(number) else {
      throw FlagError(
        description: "\(flag) is \"\(text)\": it must be a number of seconds from 0 to 3600, such as 0.5.")
    }
    return .seconds(number)
  }
}
