// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Testing

@Suite(.timeLimit(.minutes(1))) struct LockedTests {
  @Test func noUpdateOfManyTasksIsLost() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<5_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 40_000)
  }

  @Test func aHeldLockIsSkippedAndAFreeOneIsTaken() {
    let word = Locked("a")
    word.withLock { _ in #expect(word.withLockIfFree { $0 } == nil) }
    #expect(word.withLockIfFree { $0 } == "a")
  }

  @Test func anErrorReleasesTheLockAndKeepsItsType() {
    struct Refused: Error {}
    let word = Locked("a")
    do throws(Refused) {
      try word.withLock { value throws(Refused) in
        value = "b"
        throw Refused()
      }
    } catch {
      #expect(word.withLock { $0 } == "b")
    }
  }

  /// A value that cannot be copied, such as a connection.
  private struct Owned: ~Copyable { var uses = 0 }

  @Test func aValueThatCannotBeCopiedIsHeld() {
    let owned = Locked(Owned())
    owned.withLock { $0.uses += 1 }
    #expect(owned.withLock { $0.uses } == 1)
  }
}
