// Part of Strata.
// SPDX-License-Identifier: MIT

extension FaultServer {
  /// A well-formed answer with its length.
  public static func reply(_ body: String = "", status: String = "200 OK", _ headers: String...) -> String {
    let lines = headers.map { $0 + "\r\n" }.joined()
    return "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)"
  }
}
