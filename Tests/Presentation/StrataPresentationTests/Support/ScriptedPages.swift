// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// A row.
struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var text = ""
}

/// Pages whose answers a test gives one by one, in any order.
@MainActor final class ScriptedPages {
  private(set) var asked: [String] = []
  private var waiting: [Int: CheckedContinuation<Page<Row>, any Error>] = [:]
  private var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []

  /// The load that a pager takes.
  func load(_ query: String, _ page: PageRequest) async throws -> Page<Row> {
    asked.append("\(query)#\(page.number)")
    let number = asked.count
    return try await withCheckedThrowingContinuation {
      waiting[number] = $0
      arrivals.removeAll { arrival in
        guard arrival.count <= number else { return false }
        arrival.1.resume()
        return true
      }
    }
  }

  /// The load that a pager without a query takes.
  func loadAll(_ page: PageRequest) async throws -> Page<Row> { try await load("", page) }

  /// Returns when the n-th request, counted from 1, is waiting for its answer.
  func request(_ number: Int) async {
    guard asked.count < number else { return }
    await withCheckedContinuation { arrivals.append((number, $0)) }
  }

  /// Answers the n-th request.
  func answer(_ number: Int, _ result: Result<Page<Row>, any Error>) {
    waiting.removeValue(forKey: number)?.resume(with: result)
  }

  func answer(_ number: Int, _ ids: some Sequence<Int>, total: Int? = nil) {
    answer(number, .success(Page(ids.map { Row(id: $0) }, total: total)))
  }
}
