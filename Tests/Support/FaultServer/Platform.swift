// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

// What the platforms call by other names or types.

#if canImport(Glibc)
func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
func sendBytes(_ socket: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  send(socket, bytes, count, Int32(MSG_NOSIGNAL))
}
#else
func makeSocket() -> Int32 {
  let made = socket(AF_INET, SOCK_STREAM, 0)
  var yes: Int32 = 1
  setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
  return made
}
func sendBytes(_ socket: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { send(socket, bytes, count, 0) }
#endif

func startListening(_ socket: Int32) -> Bool { listen(socket, 1_024) == 0 }

func closeSocket(_ socket: Int32) { close(socket) }
