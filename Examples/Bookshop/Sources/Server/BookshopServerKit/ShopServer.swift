// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import LoopbackServer

/// The shop: a real HTTP server on 127.0.0.1.
///
/// ```swift
/// let shop = try ShopServer(ShopOptions(port: 0))
/// defer { shop.stop() }
/// print(shop.url)
/// ```
///
/// Safe to use from any task.
public final class ShopServer: Sendable {
  private let server: LoopbackServer

  /// Starts to listen.
  ///
  /// - Throws: ``ShopError``: the port is in use, or the catalogue cannot be read.
  public init(_ options: ShopOptions) throws(ShopError) {
    let site: Site
    do throws(CatalogueError) {
      let catalogue = try Catalogue(count: options.books)
      // Every group of routes is a file of its own; a new one is named here.
      let (desk, accounts, regions) = (TokenDesk(seconds: options.tokenSeconds), AccountBook(), RegionTree())
      let routes =
        Route.books(catalogue) + Route.covers(catalogue) + Route.tokens(desk, accounts)
        + Route.accounts(desk, accounts) + Route.addresses(desk, AddressBook(regions: regions)) + Route.regions(regions)
      site = Site(routes: routes, modified: HTTPDate(Date()))
    } catch { throw .catalogue(error) }
    let faults = FaultPlan(every: options.failEvery)
    let delay = options.delay
    do throws(LoopbackServer.StartError) {
      server = try LoopbackServer(port: options.port, isRecording: false) { request in
        var response =
          await faults.isNextAFault() ? try site.refuse(request, .unavailable) : try await site.answer(request)
        response.delay = delay
        return response
      }
    } catch { throw .port("\(error)") }
  }

  /// The port it listens on, chosen by the system if 0 was asked for.
  public var port: UInt16 { server.port }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  public var url: String { server.url }

  /// Closes every connection and frees the port before it returns. Harmless when repeated.
  public func stop() { server.stop() }
}

/// Why the shop did not open.
public enum ShopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The port cannot be had; the sentence says why and what to do.
  case port(String)
  /// The catalogue's file is wrong.
  case catalogue(CatalogueError)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .port(let sentence): sentence
    case .catalogue(let error): error.description
    }
  }
}

/// Which answers are refused.
private actor FaultPlan {
  private let period: Int?
  private var count = 0

  init(every period: Int?) { self.period = period }

  func isNextAFault() -> Bool {
    count += 1
    return period.map { count.isMultiple(of: $0) } ?? false
  }
}
