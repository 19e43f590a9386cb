// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataGTK
import StrataPresentation

/// The form of one address.
enum AddressFormPage {
  static func make(_ model: AddressFormModel) -> NavigationPage {
    let message = TextLabel(lines: nil).styled("error").named("message")
    message.bind(orHidden: { model.form.message })
    let save = CommandButton("Save", model.form.submit).named("save")
      .styled("suggested-action", "pill").placed(horizontal: .center)
    let regions = model.regions
    let rows: [any Widget] = [
      FormRow("Name", Entry().named("name"), field: model.name),
      FormRow("Telephone", Entry().named("phone"), field: model.phone),
      region("Province", regions.province, regions, .province),
      region("City", regions.city, regions, .city),
      region("District", regions.district, regions, .district),
      trouble(regions),
      FormRow("Street and house", Entry().named("street"), field: model.street),
      FormRow("Postcode", Entry().named("postcode"), field: model.postcode),
      FormRow("Default address", SwitchButton().named("is-default"), field: model.isDefault),
      message, save,
    ]
    let page = NavigationPage(
      model.title, content: ScrolledWindow(Clamp(Box(.vertical, spacing: 15, rows).margins(18))))
    page.onLeave(model.leave)
    return page
  }

  private static func region(
    _ title: String, _ field: Field<Region?>, _ regions: RegionsModel, _ level: RegionsModel.Level
  ) -> FormRow<DropDown<Region>> {
    let list = DropDown<Region>("Choose a \(title.lowercased())", title: \.name).named(title.lowercased())
    list.bind(isSensitive: { !regions.choices(level).isEmpty })
    return FormRow(title, list, field: field) { regions.choices(level) }
  }

  /// Why regions are missing, and a button that asks again.
  private static func trouble(_ regions: RegionsModel) -> Box {
    let text = TextLabel(lines: nil).styled("error").expanding(vertical: false)
    text.bind { regions.message ?? "" }
    let box = Box(.horizontal, spacing: 12, [text, PushButton("Try Again") { regions.retry() }])
    box.bind(isVisible: { regions.message != nil })
    return box
  }
}
