// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import Foundation
import StrataGTK

/// The app: `Bookshop [LINK]`, where a link is one such as `bookshop://books/emma`.
@main @MainActor struct Bookshop {
  static func main() throws {
    let report: @Sendable (any Error) -> Void = { error in
      FileHandle.standardError.write(Data("Bookshop: \(error)\n".utf8))
    }
    do {
      let environment = try BookshopEnvironment()
      let services = try environment.services(report: report)
      let place = PlaceFile(in: environment.folder, report: report)
      let application = Application(id: "org.strata.Bookshop") { application in
        application.present(BookshopWindow(services: services, place: place, opening: environment.link).window)
      }
      exit(try application.run(arguments: [CommandLine.arguments[0]]))
    } catch {
      report(error)
      exit(64)
    }
  }
}
