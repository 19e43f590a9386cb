// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

/// No space: writes say so, reads go on, nothing is lost, and writes work again when there is space.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DiskFullTests {
  private let text = String(repeating: "x", count: 1_000)

  private func fill(_ texts: StoreCollection<String, String>) async -> (written: Int, error: StoreError?) {
    for number in 0..<20_000 {
      do { try await texts.put(text, for: "k\(number)") } catch { return (number, error) }
    }
    return (20_000, nil)
  }

  private func check(_ texts: StoreCollection<String, String>, written: Int) throws {
    #expect(try texts.count() == written)
    #expect(try texts.all().allSatisfy { $0 == text })
    #expect(try texts.value(for: "k0") == text)
  }

  @Test func aFileOfItsLargestSizeSaysSoAndGoesOnReading() async throws {
    let file = TemporaryStore()
    let store = try file.open { $0.maximumSize = 200_000 }
    let texts = store.collection("texts", of: String.self)
    let (written, error) = await fill(texts)
    #expect(error?.code == .full)
    #expect(error.map(Failure.init)?.kind == .storage)
    #expect(error.map(Failure.init)?.isRetryable == true)
    #expect(written > 50)
    try check(texts, written: written)
    #expect(await code { try await texts.put((0..<50).map { (key: "more\($0)", value: text) }) } == .full)
    try check(texts, written: written)
    try await texts.delete(prefix: "k1")
    try await texts.put(text, for: "again")
    #expect(try texts.value(for: "again") == text)
    #expect(try await store.integrityCheck() == [])
    store.close()
    #expect(try file.open().collection("texts", of: String.self).value(for: "again") == text)
  }

  /// A real disk without space. It needs root, to mount one.
  @Test(.enabled(if: getuid() == 0, "mounting a small disk needs root"))
  func aFullDiskIsNoDamageAndLosesNothing() async throws {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    var configuration = StoreConfiguration()
    configuration.damage = .setAside
    let url = disk.folder.appending(path: "full.sqlite")
    let store = try Store(at: url, configuration)
    let texts = store.collection("texts", of: String.self)
    let ballast = disk.folder.appending(path: "ballast")
    try Data(count: 2_000_000).write(to: ballast)
    let (written, error) = await fill(texts)
    #expect(error?.code == .full)
    #expect(written > 50)
    try check(texts, written: written)
    for _ in 0..<3 { #expect(await code { try await texts.put(text, for: "none") } == .full) }
    #expect(try texts.value(for: "none") == nil)
    try FileManager.default.removeItem(at: ballast)
    try await texts.put(text, for: "again")
    try check(texts, written: written + 1)
    #expect(try await store.integrityCheck() == [])
    store.close()
    let reopened = try Store(at: url, configuration)
    #expect(reopened.damage == nil)
    try check(reopened.collection("texts"), written: written + 1)
    reopened.close()
  }

  /// Opening needs some space for the memory that processes share. Without it: full, and neither damage nor emptiness.
  @Test(.enabled(if: getuid() == 0, "mounting a small disk needs root"))
  func openingOnAFullDiskSaysFullAndTouchesNothing() async throws {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    let url = disk.folder.appending(path: "full.sqlite")
    let first = try Store(at: url)
    try await first.collection("texts", of: String.self).put("kept", for: "k")
    first.close()
    let before = try Data(contentsOf: url)
    let ballast = disk.fill()
    for access in [StoreConfiguration.Access.readWrite, .readOnly] {
      var configuration = StoreConfiguration()
      configuration.access = access
      configuration.damage = .setAside
      #expect(await code { _ = try Store(at: url, configuration) } == .full)
    }
    #expect(await code { _ = try Store(at: disk.folder.appending(path: "new.sqlite")) } == .full)
    #expect(!FileManager.default.fileExists(atPath: disk.folder.appending(path: "new.sqlite").path))
    #expect(try Data(contentsOf: url) == before)
    try FileManager.default.removeItem(at: ballast)
    let store = try Store(at: url)
    #expect(try store.collection("texts", of: String.self).value(for: "k") == "kept")
    store.close()
  }
}

/// A disk of 4 MB.
private struct SmallDisk {
  let folder = FileManager.default.temporaryDirectory.appending(path: "strata-disk-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.path)
  }

  /// Takes all the space that is left, until the system refuses.
  func fill() -> URL {
    let ballast = folder.appending(path: "ballast")
    _ = FileManager.default.createFile(atPath: ballast.path, contents: nil)
    let handle = FileHandle(forWritingAtPath: ballast.path)
    while (try? handle?.write(contentsOf: Data(count: 4_096))) != nil {}
    try? handle?.close()
    return ballast
  }

  func unmount() {
    // Lazily: a store that is released later may still hold its file.
    try? run("umount", "-l", folder.path)
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw ShellError(message: command.joined(separator: " ")) }
  }
}
