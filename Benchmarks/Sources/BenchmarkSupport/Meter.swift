// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CBenchmarkSupport

/// Small costs: processor time of one piece of work among many, and bytes that stay.
public enum Meter {
  /// Nanoseconds of processor time per piece: the median of `rounds` turns of `count` pieces each.
  public static func nanoseconds(per count: Int, rounds: Int = 9, _ body: () -> Void) -> Double {
    body()
    let costs = (0..<rounds).map { _ in
      let start = strata_benchmark_cpu_seconds()
      body()
      return (strata_benchmark_cpu_seconds() - start) * 1e9 / Double(count)
    }
    return costs.sorted()[rounds / 2]
  }

  /// Bytes of the heap in use; 0 where they cannot be counted.
  public static var heap: Int { Int(strata_benchmark_heap_bytes()) }
}
