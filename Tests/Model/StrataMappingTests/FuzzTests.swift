// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

/// Random faults in random documents. `STRATA_FUZZ_SECONDS` says for how long; Scripts/soak.d/mapping runs ten minutes
/// under AddressSanitizer.
@Suite(.timeLimit(.minutes(20))) struct FuzzTests {
  @Test func anythingIsReadOrRefusedWithAPlace() throws {
    let seconds = ProcessInfo.processInfo.environment["STRATA_FUZZ_SECONDS"].flatMap(Int.init)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds ?? 0)
    var (seed, read, refused) = (0, 0, 0)
    while seed < 400 || clock.now < end {
      seed += 1
      let data = document(seed)
      for decoder in decoders {
        for isRead in [
          try reads(Tree.self, data, decoder), try reads([Wide].self, data, decoder),
          try reads(Sample.self, data, decoder),
        ] {
          if isRead { read += 1 } else { refused += 1 }
        }
      }
    }
    print("fuzz: \(seed) documents, \(read) readings, \(refused) refusals")
    #expect(read > 0 && refused > 0)
  }

  private let decoders: [MappingDecoder] = {
    var refusing = MappingPolicy.lenient.with { $0.names = .snakeCase }
    refusing.refusesDuplicateNames = true
    refusing.limits.depth = 5
    return [
      MappingDecoder(.strict), MappingDecoder(.lenient, onReport: { _ = $0.description }), MappingDecoder(refusing),
    ]
  }()

  private func reads<Value: Decodable>(_ type: Value.Type, _ data: Data, _ decoder: MappingDecoder) throws -> Bool {
    do {
      _ = try decoder.decode(type, from: data)
      return true
    } catch let error as MappingError {
      #expect(error.position.line >= 1 && error.position.column >= 1)
      #expect(!error.description.isEmpty)
      return false
    }
  }

  /// A document with up to eight faults: bytes changed, removed, doubled, or pieces of grammar put in.
  private func document(_ seed: Int) -> Data {
    var random = RandomDocument(seed)
    var bytes = Array((seed.isMultiple(of: 3) ? Sample.text : random.value()).utf8)
    let pieces = [
      "\"", "\\", "\\u", "\\ud800", "[", "]", "{", "}", ",", ":", "e", "-", ".", "0", "1e999", "null", "\u{0}", "é",
    ]
    for _ in 0..<random.number(0...8) where !bytes.isEmpty {
      let at = random.number(0...bytes.count - 1)
      switch random.number(0...4) {
      case 0: bytes[at] = UInt8(random.number(0...255))
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(contentsOf: pieces[random.number(0...pieces.count - 1)].utf8, at: at)
      case 3: bytes.insert(contentsOf: bytes[at...].prefix(random.number(1...20)), at: at)
      default: bytes.removeSubrange(at..<min(bytes.count, at + random.number(1...10)))
      }
    }
    return Data(bytes)
  }
}
