// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Observation
public import StrataPresentation

/// Province, city and district: three choices, each of which decides what the next can be.
@MainActor @Observable public final class RegionsModel {
  /// The three levels.
  public enum Level: Hashable, Sendable, CaseIterable {
    /// What lies in the country.
    case province
    /// What lies in a province.
    case city
    /// What lies in a city.
    case district
  }

  /// The province that was chosen.
  public let province: Field<Region?>
  /// The city that was chosen.
  public let city: Field<Region?>
  /// The district that was chosen; needed where the city has any.
  public let district: Field<Region?>

  private let choices: Choices

  /// Makes the choices; ``start()`` loads them.
  ///
  /// - Parameters:
  ///   - address: What was chosen before. Default: nothing.
  ///   - service: Reads regions.
  public init(_ address: Address? = nil, service: any RegionReading) {
    let choices = Choices(service: service)
    self.choices = choices
    province = Field(address?.province, .required)
    city = Field(address?.city, .required)
    district = Field(
      address?.district, FieldRule { $0 == nil && !choices.of(.district).isEmpty ? .missing : nil })
    province.onChange { [city] in
      city.value = nil
      choices.load(.city, in: $0, for: city)
    }
    city.onChange { [district] in
      district.value = nil
      choices.load(.district, in: $0, for: district)
    }
  }

  /// What can be chosen now; empty until the level above is chosen.
  public func choices(_ level: Level) -> [Region] { choices.of(level) }

  /// Whether the choices of a level are on their way.
  public func isLoading(_ level: Level) -> Bool { choices.operations.isRunning(level) }

  /// Why choices are missing, with a ``retry()``; or `nil`.
  public var message: String? {
    Level.allCases.compactMap { choices.operations.failure(of: $0) }.first.map(Wording.english.text)
  }

  /// Loads what can be chosen.
  public func start() {
    choices.load(.province, in: nil, for: province)
    if let region = province.value { choices.load(.city, in: region, for: city) }
    if let region = city.value { choices.load(.district, in: region, for: district) }
  }

  /// Loads again what is missing.
  public func retry() {
    let failed = Set(choices.operations.failures.keys)
    if failed.contains(.province) { choices.load(.province, in: nil, for: province) }
    if failed.contains(.city) { choices.load(.city, in: province.value, for: city) }
    if failed.contains(.district) { choices.load(.district, in: city.value, for: district) }
  }

  /// Returns when nothing loads.
  public func settled() async { await choices.operations.settled() }
}

/// What lies in the regions that were chosen.
@MainActor @Observable private final class Choices {
  private var regions: [RegionsModel.Level: [Region]] = [:]
  let operations = Operations<RegionsModel.Level>()
  @ObservationIgnored private let service: any RegionReading

  init(service: any RegionReading) { self.service = service }

  func of(_ level: RegionsModel.Level) -> [Region] { regions[level] ?? [] }

  /// Loads a level in place of what it had; a newer choice above supersedes it. The only one there is, is chosen.
  func load(_ level: RegionsModel.Level, in parent: Region?, for field: Field<Region?>) {
    operations.cancel(level)
    operations.forgetFailure(of: level)
    regions[level] = nil
    if parent == nil, level != .province { return }
    operations.run(level) { [weak self, service] in
      let found = try await service.regions(in: parent)
      try Task.checkCancellation()
      self?.regions[level] = found
      if found.count == 1, field.value == nil { field.value = found[0] }
    }
  }
}
