// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConformanceTests {
  // RFC 8259 by the files of a public conformance suite: y_ accepted, n_ refused, i_ as listed here.
  @Test func agreesWithTheConformanceFiles() throws {
    guard let folder = ProcessInfo.processInfo.environment["STRATA_JSON_CASES"] else {
      print("skipped: STRATA_JSON_CASES names no folder with conformance files")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(files.count > 100)
    for file in files.sorted() {
      let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
      let verdicts = [MappingPolicy.strict, .lenient].map { policy in
        Result { try MappingDecoder(policy).decode(Anything.self, from: data) }
      }
      for verdict in verdicts {
        switch verdict {
        case .success: #expect(file.hasPrefix("y_") || isAccepted(file), "\(file)")
        case .failure(let error):
          #expect(file.hasPrefix("n_") || (file.hasPrefix("i_") && !isAccepted(file)), "\(file)")
          let error = try #require(error as? MappingError, "\(file)")
          #expect(error.kind == .syntax || error.kind == .limit, "\(file)")
          #expect(error.position.line >= 1 && error.position.column >= 1, "\(file)")
        }
      }
    }
  }

  /// What the standard leaves open and we accept: numbers of any size, since they are only refused where a model has
  /// a type that cannot hold them; a byte order mark; halves of surrogate pairs in escapes, likewise. Depth 500 is above
  /// the limit.
  private func isAccepted(_ file: String) -> Bool {
    file.hasPrefix("i_number_") || file.contains("BOM_empty_object")
      || (file.hasPrefix("i_string_") && ["surrogate"].contains { file.contains($0) }
        && !file.contains("UTF8_surrogate"))
      || file == "i_object_key_lone_2nd_surrogate.json"
  }

  @Test(arguments: [
    "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#,
    #"{"a" 1}"#, "[1 2]", "1 2", "nul", "tru", "falsy", "True", "NaN", "Infinity", "-", "-a", "+1", "01", "-01", "1.",
    ".5", "1e", "1e+", "1.e1", "0x1", "1_000", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"",
    "\"\u{0}\"",
    "\"\t\"", "/**/1", "[1]//", "\u{0}", "[1}", "{\"a\":1]", "\"\\", "\u{FEFF}\u{FEFF}1", "1\u{A0}", "\u{2028}1",
  ])
  func refusesWhatTheGrammarForbids(_ text: String) throws {
    let error = try #require(fault(.lenient, Anything.self, text))
    #expect(error.kind == .syntax)
  }

  @Test(arguments: [
    " 1 ", "-0", "0e0", "1E+2", "[ ]", "{ }", #"{"":0}"#, #""\u0000""#, #""\/\b\f\n\r\t\\\"""#, "\t\n\r [1]\n",
    "\u{FEFF}1",
    "\"\u{7F}\"", "\"\u{10FFFF}\"", #"[[],{},"",0,true,false,null]"#,
  ])
  func acceptsWhatTheGrammarAllows(_ text: String) {
    #expect(fault(.strict, Anything.self, text) == nil)
  }

  @Test func refusesBytesThatAreNotUTF8() throws {
    let bad: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xC3, 0x28],
    ]
    for bytes in bad {
      let data = Data([0x22] + bytes + [0x22])
      let error = try #require(throws: MappingError.self) {
        try MappingDecoder(.lenient).decode(String.self, from: data)
      }
      #expect(error.kind == .syntax, "\(bytes)")
    }
  }

  @Test func saysInWordsThatADocumentIsUTF16() throws {
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
      let data = try #require(#"{"a":1}"#.data(using: encoding))
      let error = try #require(throws: MappingError.self) {
        try MappingDecoder(.strict).decode(Anything.self, from: data)
      }
      #expect(error.reason.contains("UTF-16"))
    }
  }

  @Test func readsSurrogatePairsAndEscapesAtEveryAlignment() throws {
    for shift in 0..<20 {
      let padding = String(repeating: "x", count: shift)
      let text = #"""# + padding + #"\ud83d\ude00é\u00e9\n"# + padding + #"""#
      #expect(try MappingDecoder(.strict).decode(String.self, text) == padding + "😀éé\n" + padding)
    }
  }

  @Test func findsQuotesBackslashesAndControlsAtEveryAlignment() throws {
    for shift in 0..<20 {
      for (piece, isFine) in [
        ("\u{1F}", false), ("\u{0}", false), ("\\\\", true), ("\\\"", true), ("ÿ", true), ("\u{7F}", true),
      ] {
        let text =
          "[\"" + String(repeating: "a", count: shift) + piece + String(repeating: "b", count: 20 - shift) + "\"]"
        #expect((fault(.strict, [String].self, text) == nil) == isFine, "\(shift) \(piece.debugDescription)")
      }
    }
  }
}
