// Part of Strata.
// SPDX-License-Identifier: MIT

extension Route {
  /// `/covers/{id}`.
  static func covers(_ catalogue: Catalogue) -> [Route] {
    let shelf = CoverShelf()
    return [
      Route("GET", "/covers/:id") { call in
        let id = call.arguments["id"] ?? ""
        let width = try call.integer("width", in: 16...1200, default: 240)
        guard catalogue.place(of: id) != nil else { throw Problem.unknownBook(id) }
        return Content(
          type: "image/png", bytes: try await shelf.cover(of: id, width: width), caching: Content.forADay)
      }
    ]
  }
}
