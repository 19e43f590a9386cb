// Part of Strata.
// SPDX-License-Identifier: MIT

/// Remembers how high rows are, by identity, width and content (S3-I8, L6).
///
/// Heights follow their rows: inserting, deleting, moving, a reload and a turned device need no call.
/// A changed content or width measures anew; ``invalidate(_:)`` is for what neither tells, such as a text size.
///
/// ```swift
/// let height = heights.height(of: row.id, width: list.width, revision: row.hashValue) { measure(row) }
/// ```
///
/// Nothing is remembered at a width of 0 or less. Belongs to one view: not safe to share between tasks.
public final class HeightCache<ID: Hashable> {
  /// A height that is likely a fault of the measuring code. It is used all the same.
  public enum Oddity: Hashable, Sendable {
    /// The row is not to be seen: a height of 0, or less.
    case none
    /// It ends between two points, which blurs its lower edge.
    case fraction
  }

  private struct Entry {
    var width: Double
    var revision: Int
    var height: Double
  }

  /// How many widths of a row are remembered: upright, turned, and a split view's.
  static var widths: Int { 4 }

  private var entries: [ID: [Entry]] = [:]
  private var generation = 0
  private let report: (ID, Double, Oddity) -> Void

  /// Makes an empty cache.
  ///
  /// - Parameter report: Told each height that is odd when it is measured. Default: nobody.
  public init(report: @escaping (_ row: ID, _ height: Double, _ oddity: Oddity) -> Void = { _, _, _ in }) {
    self.report = report
  }

  /// How many rows have a height.
  public var count: Int { entries.count }

  /// The height of a row, measured if it is not known.
  ///
  /// - Parameters:
  ///   - id: The row's identity. A header's or footer's works as well.
  ///   - width: The width it is laid out in, in points.
  ///   - revision: Differs when the content does. Default: the content never changes.
  ///   - measure: Lays the row out. May call ``invalidate(_:)``: then its result is used once and not remembered.
  public func height(of id: ID, width: Double, revision: Int = 0, measure: () -> Double) -> Double {
    if let entry = entries[id]?.first(where: { $0.width == width && $0.revision == revision }) {
      return entry.height
    }
    let before = generation
    let height = measure()
    guard width > 0 else { return height }
    if height <= 0 { report(id, height, .none) } else if height != height.rounded() { report(id, height, .fraction) }
    if generation == before { remember(Entry(width: width, revision: revision, height: height), for: id) }
    return height
  }

  /// Forgets a row's heights: the next question measures.
  public func invalidate(_ id: ID) {
    generation += 1
    entries[id] = nil
  }

  /// Forgets all heights.
  public func invalidateAll() {
    generation += 1
    entries = [:]
  }

  /// Forgets the rows that are gone, to save memory.
  ///
  /// - Parameter ids: The rows that are left.
  public func keep(only ids: some Sequence<ID>) {
    let kept = Set(ids)
    entries = entries.filter { kept.contains($0.key) }
  }

  private func remember(_ entry: Entry, for id: ID) {
    var known = entries[id] ?? []
    known.removeAll { $0.width == entry.width || $0.revision != entry.revision }
    if known.count >= Self.widths { known.removeFirst() }
    known.append(entry)
    entries[id] = known
  }
}

@available(*, unavailable) extension HeightCache: Sendable {}
