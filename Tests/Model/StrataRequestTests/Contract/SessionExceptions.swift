// Part of Strata.
// SPDX-License-Identifier: MIT

/// Why a sentence of the contract does not hold for URLSession on Linux (Foundation of Swift 6.3.1).
enum SessionException: Sendable {
  /// Another result than the contract's.
  case differs(String)
  /// The process ends: such a case runs in a child.
  case crashes(String)

  var isCrash: Bool {
    if case .crashes = self { true } else { false }
  }
}

/// The list. On Apple platforms none of it is known to be needed.
let sessionExceptions: [String: SessionException] = [
  "closed after the status line": .crashes("a connection that closes inside the head is a fatal error of Foundation"),
  "a trailer is left out": .crashes("a trailer is a second head without a status, a fatal error of Foundation"),
  "a header without a space after its colon is one": .differs("Foundation's parser refuses the whole head"),
  "a status without a reason is one": .differs("Foundation's parser refuses the whole head"),
  "a blank header is empty": .differs("Foundation's parser refuses the whole head"),
  "bytes that are no text do not spoil the head": .differs("Foundation's parser refuses the whole head"),
  "cookies of several lines stay apart": .differs("Foundation joins all lines of a name"),
  "a redirect to nowhere is an answer with its body": .differs("Foundation drops the body of such an answer"),
  "gzip of several members and byte by byte is undone": .differs("Foundation's libcurl stops at the first member"),
  "gzip that breaks off where the length says": .differs("Foundation's libcurl takes it for whole"),
  "whoever asks for an encoding gets the bytes as they are": .differs("Foundation decodes whatever was asked for"),
  "no language is invented": .differs("Foundation always adds Accept-Language"),
  "no content type is invented": .differs("Foundation adds the type of a form"),
  "a body arrives with GET": .differs("Foundation refuses it as too large"),
  "a streamed body is pulled while the server reads": .differs("it goes to a file first, to survive a dead connection"),
  "a slow reader stops the server": .differs("Foundation takes everything as fast as it comes"),
]
