// Part of Strata.
// SPDX-License-Identifier: MIT

/// What lies between the equal ends of one list, in all its sections: the rows are numbered through.
@usableFromInline struct MiddleRows<Row> {
  /// What lies between the equal ends of one section.
  @usableFromInline struct Middle {
    @usableFromInline let rows: ArraySlice<Row>
    @usableFromInline let numbers: Range<Int>
    /// Which members of ``MiddleRows/loose`` belong to it.
    @usableFromInline var loose: Range<Int>

    @inlinable init(_ rows: ArraySlice<Row>, numbers: Range<Int>, loose: Range<Int>) {
      self.rows = rows
      self.numbers = numbers
      self.loose = loose
    }
  }

  @usableFromInline var middles: [Middle] = []
  /// The numbers of the rows that stand nowhere near their place in the other list, ascending.
  @usableFromInline var loose: [Int32] = []

  @inlinable init() {}

  /// How many rows there are.
  @inlinable var count: Int { middles.last?.numbers.upperBound ?? 0 }

  /// Adds a section's middle, and returns the numbers of its rows.
  @inlinable mutating func append(_ rows: ArraySlice<Row>) -> Range<Int> {
    let numbers = count..<count + rows.count
    middles.append(Middle(rows, numbers: numbers, loose: loose.count..<loose.count))
    return numbers
  }

  /// Notes that rows of the last middle have to be searched for.
  @inlinable mutating func loosen(_ numbers: Range<Int>) {
    for number in numbers { loose.append(Int32(truncatingIfNeeded: number)) }
    middles[middles.count - 1].loose = middles[middles.count - 1].loose.lowerBound..<loose.count
  }

  /// Which middle a row is in.
  @inlinable func middle(of number: Int) -> Int {
    var (low, high) = (0, middles.count)
    while high - low > 1 {
      let half = (low + high) / 2
      if middles[half].numbers.lowerBound <= number { low = half } else { high = half }
    }
    return low
  }

  @inlinable subscript(number: Int) -> Row {
    let middle = middles[middle(of: number)]
    return middle.rows[middle.rows.startIndex + number - middle.numbers.lowerBound]
  }

  /// The hash of each loose row's id.
  @inlinable func hashes<ID: Hashable>(_ id: (Row) -> ID) -> [Int] {
    [Int](unsafeUninitializedCapacity: loose.count) { hashes, count in
      for middle in middles {
        middle.rows.withUnsafeBufferPointer { rows in
          for index in middle.loose {
            hashes[index] = id(rows[Int(loose[index]) - middle.numbers.lowerBound]).hashValue
          }
        }
      }
      count = loose.count
    }
  }
}

@available(*, unavailable) extension MiddleRows: Sendable {}
@available(*, unavailable) extension MiddleRows.Middle: Sendable {}
