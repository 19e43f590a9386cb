// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataGTK
import StrataPresentation

/// A row of the list: who receives, where it is, and what can be done to it.
final class AddressRowView: RowView {
  let root: Box
  private let title = TextLabel().styled("heading")
  private let mark = TextLabel("Default").styled("accent", "caption-heading")
  private let place = TextLabel(lines: 2).styled("dim-label")
  private let buttons: RowButtons<Address.ID, AddressAction>
  private let makeDefault: PushButton

  init(_ events: RowEvents<Address.ID, AddressAction>) {
    buttons = RowButtons(events)
    makeDefault = buttons.add(.makeDefault, icon: "non-starred-symbolic", label: "Make Default")
    buttons.add(.edit, icon: "document-edit-symbolic", label: "Edit")
    buttons.add(.delete, icon: "user-trash-symbolic", label: "Delete")
    let head = Box(.horizontal, spacing: 9, [title, mark.placed(vertical: .center)])
    let words = Box(.vertical, spacing: 3, [head, place]).placed(vertical: .center).expanding(vertical: false)
    root = Box(.horizontal, spacing: 12, [words, buttons]).margins(horizontal: 6, vertical: 6)
  }

  func show(_ row: AddressRow) {
    title.text = row.title
    place.text = row.place
    mark.isVisible = row.isDefault
    makeDefault.isVisible = !row.isDefault
    buttons.show(row.id)
  }
}
