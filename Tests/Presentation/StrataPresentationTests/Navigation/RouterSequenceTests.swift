// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataPresentation
import Testing

/// Two features on one router, at random: what one does is what it sees, and nothing of the other's changes.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RouterSequenceTests {
  private enum Route: Hashable, Codable { case left(Int), right(Int) }

  @Test func aFeatureSeesWhatItDidAndTheOtherKeepsItsPages() throws {
    for seed in 0..<Soak.count(300, full: 30_000) {
      var random = Random(seed: UInt64(seed))
      let app = Router<Route>()
      let left = app.scoped(to: Route.left) { if case .left(let page) = $0 { page } else { nil } }
      let right = app.scoped(to: Route.right) { if case .right(let page) = $0 { page } else { nil } }
      for _ in 0..<40 {
        let isLeft = random.below(2) == 0
        let (mine, others) = isLeft ? (left, right) : (right, left)
        let isOther = { (route: Route) in if case .left = route { !isLeft } else { isLeft } }
        let before = app.path.filter(isOther)
        let (page, seen) = (random.below(5), mine.path)
        switch random.below(5) {
        case 0, 1:
          mine.push(page)
          #expect(mine.path == (seen.last == page ? seen : seen + [page]), "seed \(seed)")
        case 2:
          mine.pop()
          #expect(mine.path == Array(seen.dropLast()), "seed \(seed)")
        case 3:
          mine.path = [page, page + 1]
          #expect(mine.path == [page, page + 1], "seed \(seed)")
        default:
          mine.present(page)
          mine.dismiss(page)
        }
        #expect(app.path.filter(isOther) == before, "seed \(seed)")
        #expect(mine.path.isEmpty || others.path.isEmpty, "seed \(seed): one of them is on top")
      }
      let bytes = try JSONEncoder().encode(app.snapshot)
      #expect(try JSONDecoder().decode(RouterPlace<Route>.self, from: bytes) == app.snapshot)
    }
  }
}
