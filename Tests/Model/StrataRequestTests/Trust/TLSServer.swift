// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Runs what blocks on a thread of its own, so that the tasks of other tests go on.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { waiter in
    Thread { waiter.resume(with: Result { try work() }) }.start()
  }
}

/// Runs `openssl` with arguments in a folder, to its end.
@discardableResult func openssl(_ arguments: String..., in folder: URL) async throws -> Data {
  try await onThread { try run(arguments, folder) }
}

private func run(_ arguments: [String], _ folder: URL) throws -> Data {
  let process = Process(), output = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["openssl"] + arguments
  process.currentDirectoryURL = folder
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Broken("openssl \(arguments) failed") }
  return data
}

/// A certificate authority in a folder of its own, and what it signs.
struct Authority {
  let folder: TemporaryFolder
  let name: String

  init(_ name: String, in folder: TemporaryFolder) async throws {
    self.folder = folder
    self.name = name
    try await openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "\(name).key",
      "-out", "\(name).pem", "-subj", "/CN=\(name)", "-days", "2", in: folder.url)
  }

  /// Its own certificate.
  var root: Data { get throws { try Data(contentsOf: folder.file("\(name).pem")) } }

  /// Makes a key and a certificate for this machine.
  func sign(_ subject: String, days: Int = 2) async throws {
    try await openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "\(subject).key", "-out",
      "\(subject).csr", "-subj", "/CN=\(subject)", in: folder.url)
    _ = folder.file("names", Data("subjectAltName=IP:127.0.0.1,DNS:localhost\n".utf8))
    try await openssl(
      "x509", "-req", "-in", "\(subject).csr", "-CA", "\(name).pem", "-CAkey", "\(name).key", "-out", "\(subject).pem",
      "-days", "\(days)", "-extfile", "names", in: folder.url)
  }

  /// The pin of what was signed.
  func pin(_ subject: String) async throws -> String {
    let key = try await openssl("pkey", "-in", "\(subject).key", "-pubout", "-outform", "der", in: folder.url)
    return try await openssl("dgst", "-sha256", "-binary", folder.file("\(subject).der", key).path(), in: folder.url)
      .base64EncodedString()
  }

  /// What was signed, as a client shows it.
  func identity(_ subject: String) async throws -> (pkcs12: Data, password: String) {
    try await openssl(
      "pkcs12", "-export", "-inkey", "\(subject).key", "-in", "\(subject).pem", "-passout", "pass:sesame", "-out",
      "\(subject).p12", in: folder.url)
    return (try Data(contentsOf: folder.file("\(subject).p12")), "sesame")
  }
}

/// `openssl s_server`: answers every GET with a page about the connection, until it is released.
final class TLSServer {
  let url: URL
  private let process = Process()

  /// Starts with a certificate and its key; `client` is the root of the clients that may come.
  init(_ subject: String, in folder: TemporaryFolder, client: String? = nil) async throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["openssl", "s_server", "-accept", "0", "-www", "-cert", "\(subject).pem", "-key", "\(subject).key"]
      + (client.map { ["-Verify", "1", "-verify_return_error", "-CAfile", "\($0).pem"] } ?? [])
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = try await onThread {
      var text = ""
      while !(text.contains("ACCEPT") && text.hasSuffix("\n")) {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { throw Broken("openssl s_server did not start: \(text)") }
        text += String(decoding: more, as: UTF8.self)
      }
      return text
    }
    guard let port = text.split(separator: ":").last.flatMap({ Int($0.trimmingCharacters(in: .newlines)) }),
      let url = URL(string: "https://localhost:\(port)/")
    else { throw Broken("openssl s_server named no port: \(text)") }
    self.url = url
  }

  deinit { process.terminate() }
}
