// Part of Strata.
// SPDX-License-Identifier: MIT

/// Paints covers and keeps the latest, up to a number of bytes; one that two ask for at once is painted once.
actor CoverShelf {
  private struct Key: Hashable {
    let id: String
    let width: Int
  }

  private let limit: Int
  private var size = 0
  private var kept: [Key: [UInt8]] = [:]
  /// Of what is kept, the oldest first.
  private var order: [Key] = []
  private var painting: [Key: Task<[UInt8], any Error>] = [:]

  init(limit: Int = 32 << 20) { self.limit = limit }

  /// A cover as PNG.
  func cover(of id: String, width: Int) async throws -> [UInt8] {
    let key = Key(id: id, width: width)
    if let cover = kept[key] { return cover }
    if let running = painting[key] { return try await running.value }
    let task = Task { try await Self.paint(key) }
    painting[key] = task
    defer { painting[key] = nil }
    let cover = try await task.value
    keep(cover, for: key)
    return cover
  }

  @concurrent private static func paint(_ key: Key) async throws -> [UInt8] {
    try PNG.encode(CoverDesign(id: key.id).painted(width: key.width))
  }

  private func keep(_ cover: [UInt8], for key: Key) {
    guard cover.count <= limit else { return }
    kept[key] = cover
    order.append(key)
    size += cover.count
    while size > limit { size -= kept.removeValue(forKey: order.removeFirst())?.count ?? 0 }
  }
}
