// Part of Strata.
// SPDX-License-Identifier: MIT

/// SHA-256 (FIPS 180-4), and HMAC with it (RFC 2104): the system has none for Swift on Linux.
package enum SHA256 {
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? hash(key) : key
    let block = short + Array(repeating: 0, count: 64 - short.count)
    return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let small = turn(a, 7) ^ turn(a, 18) ^ a >> 3
      let large = turn(b, 17) ^ turn(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
    }
    var v = state
    for index in 0..<64 {
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      let one = v[7] &+ (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) &+ choice &+ constants[index] &+ words[index]
      let two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) &+ majority
      v = [one &+ two, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
    }
    for index in state.indices { state[index] &+= v[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }
    return primes.map { prime in
      // floor(cbrt(prime) * 2^32), exact: the largest root whose cube is below prime * 2^96.
      var low: UInt64 = 0
      var high: UInt64 = 7 << 32
      while high - low > 1 {
        let middle = low + (high - low) / 2
        let square = middle.multipliedFullWidth(by: middle)
        if isCube(square, middle, below: UInt64(prime)) { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()

  /// Whether square * factor <= prime * 2^96.
  private static func isCube(_ square: (high: UInt64, low: UInt64), _ factor: UInt64, below prime: UInt64) -> Bool {
    let low = square.low.multipliedFullWidth(by: factor)
    let high = square.high.multipliedFullWidth(by: factor)
    let (middle, carried) = low.high.addingReportingOverflow(high.low)
    let top = high.high + (carried ? 1 : 0)
    let limit = (top: prime >> 32, middle: prime << 32)
    return (top, middle) < (limit.top, limit.middle) || (top, middle, low.low) == (limit.top, limit.middle, 0)
  }
}
