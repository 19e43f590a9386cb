// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CBenchmarkSupport
internal import Foundation

/// Measures one piece of work done in two ways, in turns within one run, and prints what each cost at the median.
///
/// Does nothing if the program was started with a word that the name does not hold.
///
/// - Parameters:
///   - name: What is measured.
///   - count: How many pieces of work one turn does: the costs are divided by it.
///   - rounds: How many turns count, after one that warms up. Default: 21.
///   - limit: Does the work as plain C does; gets the round's number.
///   - ours: Does the work as Strata does; gets the round's number.
public func compare(
  _ name: String, count: Int, rounds: Int = 21, limit: (Int) async throws -> Void, ours: (Int) async throws -> Void
) async throws {
  guard CommandLine.arguments.dropFirst().allSatisfy(name.contains) else { return }
  print(try await Contest(name, count: count, rounds: rounds, limit: limit, ours: ours).line)
}

/// Prints the table's head.
public func printHead() { print(Contest.head) }

/// One piece of work done in two ways, in turns within one run, and what each cost at the median.
public struct Contest {
  let name: String
  let count: Int
  var limit: [Cost] = []
  var ours: [Cost] = []

  private var limitAllocations = 0.0
  private var oursAllocations = 0.0

  /// What one turn cost.
  struct Cost {
    var wall: Double
    var cpu: Double
  }

  /// Runs both ways in turns; the first turn of each warms up and does not count. Allocations are counted in a turn of
  /// their own, because counting takes time where several threads allocate.
  ///
  /// - Parameters: As in ``compare(_:count:rounds:limit:ours:)``.
  public init(
    _ name: String, count: Int, rounds: Int = 21, limit: (Int) async throws -> Void, ours: (Int) async throws -> Void
  ) async rethrows {
    self.name = name
    self.count = count
    for round in 0...rounds {
      // NB: who comes second finds the disk's cache warm, so they change places.
      if round.isMultiple(of: 2) { self.limit.append(try await Self.cost(round, count, limit)) }
      self.ours.append(try await Self.cost(round, count, ours))
      if !round.isMultiple(of: 2) { self.limit.append(try await Self.cost(round, count, limit)) }
    }
    self.limit.removeFirst()
    self.ours.removeFirst()
    limitAllocations = try await Self.allocations(rounds + 1, count, limit)
    oursAllocations = try await Self.allocations(rounds + 1, count, ours)
  }

  private static func allocations(
    _ round: Int, _ count: Int, _ body: (Int) async throws -> Void
  ) async rethrows -> Double {
    let before = strata_benchmark_allocations()
    strata_benchmark_count_allocations(true)
    defer { strata_benchmark_count_allocations(false) }
    try await body(round)
    return Double(strata_benchmark_allocations() - before) / Double(count)
  }

  private static func cost(
    _ round: Int, _ count: Int, _ body: (Int) async throws -> Void
  ) async rethrows -> Cost {
    let (wall, cpu) = (ContinuousClock.now, strata_benchmark_cpu_seconds())
    try await body(round)
    let (wallEnd, cpuEnd) = (ContinuousClock.now, strata_benchmark_cpu_seconds())
    return Cost(
      wall: (wallEnd - wall) / .seconds(1) / Double(count), cpu: (cpuEnd - cpu) / Double(count))
  }

  private func median(_ costs: [Cost], _ part: KeyPath<Cost, Double>) -> Double {
    costs.map { $0[keyPath: part] }.sorted()[costs.count / 2]
  }

  /// The median of the turns' ratios: two turns beside each other met the same machine, whose speed may change.
  private func ratio(_ part: KeyPath<Cost, Double>) -> Double {
    zip(ours, limit).map { $0[keyPath: part] / $1[keyPath: part] }.sorted()[ours.count / 2]
  }

  /// One row of the table.
  public var line: String {
    let cells = [
      Self.time(median(limit, \.cpu)), Self.time(median(ours, \.cpu)), String(format: "%.2f", ratio(\.cpu)),
      String(format: "%.2f", ratio(\.wall)),
      String(format: "%.1f", limitAllocations), String(format: "%.1f", oursAllocations),
    ]
    return "| " + ([name] + cells).joined(separator: " | ") + " |"
  }

  /// The head of the table.
  public static let head = """
    | work | limit | ours | ratio, CPU | ratio, wall | allocations, limit | ours |
    |---|---|---|---|---|---|---|
    """

  private static func time(_ seconds: Double) -> String {
    seconds < 1e-3 ? String(format: "%.2f us", seconds * 1e6) : String(format: "%.2f ms", seconds * 1e3)
  }
}

/// Stops the run where the work was not done: a fast wrong answer is none.
public func demand(_ isTrue: Bool, line: UInt = #line) {
  precondition(isTrue, "the work of line \(line) gave a wrong answer")
}
