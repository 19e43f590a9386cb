// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import Observation
import StrataContract
import StrataPresentation
import Testing

// The samples of the articles "Replacing a base list view model" and "Showing a product list".

// MARK: - S1: the base view model of a paged list

private struct Notice: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}

private protocol NoticeReading: Sendable {
  func notices(page: PageRequest) async throws -> Page<Notice>
  func delete(_ id: Notice.ID) async throws
}

@MainActor @Observable private final class NoticesModel {
  let notices: Pager<Everything, Notice>
  private let service: any NoticeReading
  init(service: any NoticeReading) {
    self.service = service
    notices = Pager(load: service.notices)
  }
  func delete(_ id: Notice.ID) async {
    await notices.optimistically {
      notices.delete(id)
    } commit: {
      try await service.delete(id)
    }
  }
}

// MARK: - S2: the product list

private struct Product: Identifiable, Equatable, Sendable {
  let id: Int
  let name: String
  let price: Decimal
  let image: String
}

private struct ProductContent: Equatable, Sendable {
  let name: String
  let price: String
  let image: String
  init(_ product: Product) {
    name = product.name
    price = "￥ \(product.price)"
    image = "\(product.image)?width=300"
  }
}

private protocol ProductListing: Sendable {
  func products(page: PageRequest) async throws -> Page<Product>
}

@MainActor @Observable private final class ProductsModel {
  let products: Pager<Everything, Product>
  init(service: any ProductListing) { products = Pager(wording: .chinese, load: service.products) }
}

// MARK: - Their tests

private actor Notices: NoticeReading {
  private var all = (1...5).map { Notice(id: $0, title: "Notice \($0)") }
  private let refuses: Bool
  init(refuses: Bool = false) { self.refuses = refuses }

  func notices(page: PageRequest) throws -> Page<Notice> {
    Page(Array(all.dropFirst(page.offset).prefix(page.size)), total: all.count)
  }

  func delete(_ id: Notice.ID) throws {
    if refuses { throw Failure(.business(code: "403"), message: "Not yours.") }
    all.removeAll { $0.id == id }
  }
}

private struct Products: ProductListing {
  func products(page: PageRequest) async throws -> Page<Product> {
    Page([Product(id: 1, name: "Tea", price: Decimal(string: "8.8") ?? 0, image: "https://shop.example/1")], total: 1)
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct ProductListTests {
  @Test func aDeletedNoticeIsGoneHereAndOnTheServer() async throws {
    let model = NoticesModel(service: Notices())
    await model.notices.refresh()
    await model.delete(2)
    #expect(model.notices.rows.map(\.id) == [1, 3, 4, 5])
    #expect(model.notices.total == 4)
    await model.notices.refresh()
    #expect(model.notices.rows.map(\.id) == [1, 3, 4, 5])
  }

  @Test func aRefusedDeleteComesBackAndSaysWhy() async throws {
    let model = NoticesModel(service: Notices(refuses: true))
    await model.notices.refresh()
    await model.delete(2)
    #expect(model.notices.rows.map(\.id) == [1, 2, 3, 4, 5])
    #expect(model.notices.takeToast() == "Not yours.")
  }

  @Test func aProductIsShownWithItsPriceAndItsImageAtASize() async {  // S2-06
    let model = ProductsModel(service: Products())
    await model.products.refresh()
    let content = model.products.rows.map(ProductContent.init)
    #expect(content.map(\.price) == ["￥ 8.8"])
    #expect(content.map(\.image) == ["https://shop.example/1?width=300"])
  }
}
