// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import Foundation
import StrataGTK

/// Drives the real app as a person would, and writes down what is seen.
///
/// `BookshopTour DIR` visits the app twice, in a process each: the first ends by SIGKILL, so that what the second one
/// shows comes from the file.
@main struct BookshopTour {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      switch (arguments.first, arguments.count) {
      case ("--first", 4), ("--second", 4): exit(try visit(arguments))
      case (_, 1): exit(try tour(URL(filePath: arguments[0])))
      default:
        complain("usage: BookshopTour DIR")
        exit(64)
      }
    } catch {
      complain("BookshopTour: \(error)")
      exit(1)
    }
  }

  /// Starts the server, and one visit after the other.
  private static func tour(_ folder: URL) throws -> Int32 {
    for old in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where old.pathExtension == "png" || ["data", "tour.txt"].contains(old.lastPathComponent) {
      try FileManager.default.removeItem(at: old)
    }
    let server = try ShopServer()
    let words = [folder.path, "\(server.port)", "\(server.process.id)"]
    let first = try ChildProcess(CommandLine.arguments[0], ["--first"] + words, isHeard: false).wait()
    guard first == -SIGKILL else { throw TourError("the first visit ended with status \(first)") }
    let second = try ChildProcess(CommandLine.arguments[0], ["--second"] + words, isHeard: false).wait()
    let report = try String(contentsOf: folder.appending(path: "tour.txt"), encoding: .utf8)
    let failed = report.split(separator: "\n").filter { $0.hasPrefix("FAILED") }.count
    return second == 0 && failed == 0 ? 0 : 1
  }

  /// One visit to the app, in this process.
  private static func visit(_ words: [String]) throws -> Int32 {
    guard let port = Int(words[2]), let server = pid_t(words[3]), let address = URL(string: "http://127.0.0.1:\(port)")
    else { throw TourError("\(words) are no folder, port and process") }
    let folder = URL(filePath: words[1])
    let environment = BookshopEnvironment(server: address, folder: folder.appending(path: "data"))
    let services = try environment.services { complain("store: \($0)") }
    let tour = try Tour(in: folder)
    let application = Application(id: "org.strata.BookshopTour") { application in
      let shop = BookshopWindow(services: services)
      application.present(shop.window)
      Task {
        do {
          let visit = Visit(shop, tour)
          if words[0] == "--first" {
            try await visit.first(server: server)
          } else {
            try await visit.second(port: port)
          }
        } catch {
          tour.check("the visit goes on", false, error)
        }
        application.quit()
      }
    }
    let status = try application.run(arguments: [CommandLine.arguments[0]])
    return tour.failures == 0 ? status : 1
  }
}

nonisolated private func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
