// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import Foundation
import StrataGTK

/// The app.
@main @MainActor struct Bookshop {
  static func main() throws {
    let report: @Sendable (any Error) -> Void = { error in
      FileHandle.standardError.write(Data("Bookshop: \(error)\n".utf8))
    }
    do {
      let services = try BookshopEnvironment().services(report: report)
      let application = Application(id: "org.strata.Bookshop") { application in
        application.present(BookshopWindow(services: services).window)
      }
      exit(try application.run())
    } catch {
      report(error)
      exit(64)
    }
  }
}
