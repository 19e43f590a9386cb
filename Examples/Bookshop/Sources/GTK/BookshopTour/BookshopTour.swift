// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import Foundation
import StrataGTK

/// Drives the real app as a person would, and writes down what is seen.
///
/// `BookshopTour DIR` visits the app several times, in a process each: some end by SIGKILL, so that what the next one
/// shows comes from the files.
@main struct BookshopTour {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      switch (arguments.first, arguments.count) {
      case ("--visit", 5): exit(try visit(arguments))
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

  /// Starts the servers, and one visit after the other.
  private static func tour(_ folder: URL) throws -> Int32 {
    for old in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where old.pathExtension == "png" || ["data", "tour.txt"].contains(old.lastPathComponent) {
      try FileManager.default.removeItem(at: old)
    }
    var failures = 0
    for server in Guide.servers {
      let shop = try ShopServer(flags: server.flags)
      for (guide, end) in server.visits {
        let words = ["--visit", guide.rawValue, folder.path, "\(shop.port)", "\(shop.process.id)"]
        let status = try ChildProcess(CommandLine.arguments[0], words, isHeard: false).wait()
        if status != end {
          complain("the visit \(guide) ended with status \(status)")
          failures += 1
        }
      }
      shop.process.kill()
    }
    let report = try String(contentsOf: folder.appending(path: "tour.txt"), encoding: .utf8).split(separator: "\n")
    let failed = report.count { $0.hasPrefix("FAILED") }
    print("tour: \(report.count - failed) checks held, \(failed) failed")
    return failures == 0 && failed == 0 ? 0 : 1
  }

  /// One visit to the app, in this process.
  private static func visit(_ words: [String]) throws -> Int32 {
    guard let guide = Guide(rawValue: words[1]), let port = Int(words[3]), let server = pid_t(words[4]),
      let address = URL(string: "http://127.0.0.1:\(port)")
    else { throw TourError("\(words) are no visit, folder, port and process") }
    let folder = URL(filePath: words[2])
    let data = folder.appending(path: "data").appending(path: guide.person)
    let report: @Sendable (any Error) -> Void = { complain("files: \($0)") }
    let services = try BookshopEnvironment(server: address, folder: data).services(report: report)
    let device = try OtherDevice(server: address, folder: folder.appending(path: "data/device"))
    let tour = try Tour(in: folder)
    let application = Application(id: "org.strata.BookshopTour") { application in
      let shop = BookshopWindow(
        services: services, place: PlaceFile(in: data, report: report), opening: guide.link.flatMap { URL(string: $0) })
      application.present(shop.window)
      Task {
        do {
          try await guide.lead(Visit(shop, tour, folder: data), device, server: server, port: port)
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
