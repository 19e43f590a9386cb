// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataBinding
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AddressFormModelTests {
  private func fill(_ form: AddressFormModel) async {
    form.start()
    await form.regions.settled()
    form.name.value = " Jane "
    form.phone.value = "13900139000"
    form.regions.province.value = form.regions.choices(.province).last
    await form.regions.settled()
    form.regions.city.value = form.regions.choices(.city).first
    await form.regions.settled()
    form.regions.district.value = form.regions.choices(.district).last
    form.street.value = "1 West Lake"
    form.postcode.value = "310000"
  }

  private func submit(_ form: AddressFormModel) async {
    form.form.submit.run()
    await form.form.submit.finished()
  }

  @Test func anEmptyFormSaysAllThatIsMissingAndSendsNothing() async {
    let floor = ShopFloor()
    let form = floor.app.form(of: nil)
    form.start()
    await form.regions.settled()
    await submit(form)
    let needed: [any FieldEditing] = [form.name, form.phone, form.regions.province, form.regions.city, form.street]
    #expect(needed.allSatisfy { !$0.isValid })
    #expect(form.name.message != nil && form.regions.city.message != nil && form.street.message != nil)
    #expect(form.postcode.isValid && form.regions.district.isValid, "they may be empty")
    #expect(form.name.wantsFocus && floor.wire.calls == [] && form.form.message == nil)
  }

  @Test func aSavedAddressIsOnTheListAndTheFormCloses() async {
    let floor = ShopFloor(.signedIn(ann), [address("home", isDefault: true)])
    await floor.app.addresses.addresses.refresh()
    floor.app.addresses.add()
    let form = floor.app.form(of: nil)
    await fill(form)
    form.isDefault.value = true
    await submit(form)
    #expect(floor.app.router.path == [])
    #expect(floor.rows.map(\.name) == ["Jane", "Ann"], "the name without the white space around it")
    #expect(floor.rows.map(\.isDefault) == [true, false])
    #expect(floor.rows[0].area == "Zhejiang-Hangzhou-Xihu" && floor.app.addresses.addresses.total == 2)
  }

  @Test func anEditedAddressChangesItsRow() async {
    let floor = ShopFloor(.signedIn(ann), [address("home"), address("work")])
    await floor.app.addresses.addresses.refresh()
    let form = floor.app.form(of: floor.rows[1])
    form.start()
    await form.regions.settled()
    #expect(form.title == "Edit Address" && !form.form.isDirty)
    #expect(form.regions.district.value?.name == "Xihu" && form.regions.choices(.district).count == 2)
    form.street.value = "9 New Road"
    await submit(form)
    #expect(floor.rows.map(\.street) == ["home Lake Road", "9 New Road"])
    #expect(floor.wire.calls == ["list", "save Ann"])
  }

  @Test func whatTheServerSaysStandsBesideItsField() async {
    let floor = ShopFloor()
    let form = floor.app.form(of: nil)
    await fill(form)
    floor.server.failNext(
      Failure(.business(code: "invalid"), message: "Please check.", fields: ["postcode": "No such postcode."]))
    await submit(form)
    #expect(form.postcode.message == "No such postcode." && form.postcode.wantsFocus)
    #expect(form.form.message == "Please check." && form.name.value == " Jane ")
    form.postcode.value = ""
    #expect(form.postcode.message == nil)
    await submit(form)
    #expect(floor.server.rows.count == 1)
  }

  @Test func aFormSentTwiceMakesOneAddress() async {
    let floor = ShopFloor()
    let form = floor.app.form(of: nil)
    await fill(form)
    await submit(form)
    form.street.value = "2 West Lake"
    await submit(form)
    #expect(floor.server.rows.map(\.street) == ["2 West Lake"])
  }

  @Test func offlineTheFormKeepsAllOfIt() async {
    let floor = ShopFloor()
    let form = floor.app.form(of: nil)
    await fill(form)
    floor.server.failNext(Failure(.offline))
    await submit(form)
    #expect(form.form.message == "No connection. What you entered is kept.")
    #expect(form.form.isDirty && form.street.value == "1 West Lake")
  }

  @Test func leavingAsksOnlyWhereSomethingWouldBeLost() async {
    let floor = ShopFloor()
    floor.app.addresses.add()
    var form = floor.app.form(of: nil)
    form.leave()
    #expect(floor.app.router.alert == nil && floor.app.router.path == [])
    floor.app.addresses.add()
    form = floor.app.form(of: nil)
    form.name.value = "Jane"
    form.leave()
    #expect(floor.app.router.alert != nil && floor.app.router.path == [.address(nil)])
    floor.app.router.answer()
    #expect(floor.app.router.path == [.address(nil)] && form.name.value == "Jane")
    form.leave()
    floor.app.router.answer(floor.app.router.alert?.choices.last)
    #expect(floor.app.router.path == [])
  }

  @Test func theFormIsReleasedAlsoWhileItIsSent() async {
    let floor = ShopFloor()
    floor.wire.gate.close()
    await expectReleased {
      let form = floor.app.form(of: nil)
      await fill(form)
      form.form.submit.run()
      while floor.wire.gate.waiterCount == 0 { await Task.yield() }
      return form
    }
    while floor.wire.gate.waiterCount > 0 { await Task.yield() }
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct RegionsModelTests {
  /// Regions whose server can be slow, or away.
  private final class Regions: RegionReading, Sendable {
    let slow = ["310000": Gate()]
    func regions(in parent: Region?) async throws -> [Region] {
      try? await slow[parent?.code ?? ""]?.pass()  // NB: deaf to its cancellation.
      return try await ScriptedRegions().regions(in: parent)
    }
  }

  private struct Offline: RegionReading {
    func regions(in parent: Region?) async throws -> [Region] { throw Failure(.offline) }
  }

  private let shanghai = Region(code: "310000", name: "Shanghai")
  private let zhejiang = Region(code: "330000", name: "Zhejiang")

  @Test func eachChoiceDecidesTheNext() async {
    let regions = RegionsModel(service: ScriptedRegions())
    regions.start()
    await regions.settled()
    #expect(regions.choices(.province) == [shanghai, zhejiang] && regions.choices(.city) == [])
    regions.province.value = zhejiang
    #expect(regions.isLoading(.city))
    await regions.settled()
    #expect(regions.choices(.city).map(\.name) == ["Hangzhou", "Ningbo"] && regions.choices(.district) == [])
    regions.city.value = regions.choices(.city)[1]
    await regions.settled()
    #expect(regions.choices(.district).map(\.name) == ["Haishu", "Jiangbei"])
    #expect(!regions.district.isValid, "the city has districts")
  }

  @Test func anotherProvinceEmptiesWhatLayInTheOldOne() async {
    let regions = RegionsModel(address("home"), service: ScriptedRegions())
    regions.start()
    await regions.settled()
    regions.province.value = shanghai
    #expect(regions.city.value == nil && regions.district.value == nil && regions.choices(.city) == [])
    await regions.settled()
    #expect(regions.city.value?.name == "Shanghai", "the only one there is")
    #expect(regions.choices(.district).count == 2)
  }

  @Test func theChoicesOfAnEarlierProvinceComeTooLate() async {
    let service = Regions()
    let regions = RegionsModel(service: service)
    regions.province.value = shanghai
    while service.slow["310000"]?.waiterCount == 0 { await Task.yield() }
    regions.province.value = zhejiang
    service.slow["310000"]?.open()
    await regions.settled()
    for _ in 0..<50 { await Task.yield() }
    #expect(regions.choices(.city).map(\.name) == ["Hangzhou", "Ningbo"])
  }

  @Test func resettingBringsTheOldChoicesBack() async {
    let regions = RegionsModel(address("home"), service: ScriptedRegions())
    regions.start()
    await regions.settled()
    regions.province.value = shanghai
    await regions.settled()
    for field in [regions.province, regions.city, regions.district] { field.reset() }
    await regions.settled()
    #expect(regions.district.value?.name == "Xihu" && regions.choices(.district).map(\.name) == ["Shangcheng", "Xihu"])
  }

  @Test func offlineThereIsAMessageAndARetry() async {
    let regions = RegionsModel(service: Offline())
    regions.start()
    await regions.settled()
    #expect(regions.message != nil && regions.choices(.province) == [])
    regions.retry()
    #expect(regions.isLoading(.province) && regions.message == nil)
    await regions.settled()
    #expect(regions.message != nil)
  }
}
