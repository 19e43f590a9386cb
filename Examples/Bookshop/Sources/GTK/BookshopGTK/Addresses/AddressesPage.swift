// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataGTK
import StrataPresentation

/// The tab of the addresses: the list, its states, and the offer to undo a deletion.
enum AddressesPage {
  static func make(_ model: AddressesModel) -> NavigationPage {
    let events = model.events
    let list = ListView { AddressRowView(events) }
    list.bind(model.addresses, content: { AddressRow($0) }) { events.send(.edit, on: $0.id) }

    let pages = StatePages(content: list)
    pages.bind(model.addresses)
    pages.toasts.bind(offer: { model.deleted }, action: "Undo", text: { "\($0.name)'s address is deleted." }) { _ in
      model.undo()
    }

    let add = PushButton(icon: "list-add-symbolic", label: "Add an Address", click: model.add).named("add")
    let page = NavigationPage(
      model.title, start: [add], end: [PushButton(refreshing: model.addresses)], content: pages.expanding())
    page.bind(refreshKeys: model.addresses)
    return page
  }
}
