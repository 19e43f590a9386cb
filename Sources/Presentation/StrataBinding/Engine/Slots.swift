// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Observation

/// What a registration reads along, so that it can be removed: the library removes a registration
/// only when something that it read changes.
///
/// A registrar is the larger object, so eight scopes share one, each with a key path of its own.
final class Slots: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  private var a: Void { () }
  private var b: Void { () }
  private var c: Void { () }
  private var d: Void { () }
  private var e: Void { () }
  private var f: Void { () }
  private var g: Void { () }
  private var h: Void { () }

  @MainActor static let paths: [KeyPath<Slots, Void>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h]

  @MainActor func note(_ number: UInt8) { registrar.access(self, keyPath: Self.paths[Int(number)]) }
  @MainActor func fire(_ number: UInt8) { registrar.withMutation(of: self, keyPath: Self.paths[Int(number)]) {} }
}

/// One scope's slot.
struct Slot {
  let slots: Slots
  let number: UInt8

  @MainActor func note() { slots.note(number) }
  /// Removes the registration that noted it.
  @MainActor func fire() { slots.fire(number) }
}

/// Slots that nobody has.
@MainActor struct SlotPool {
  private var free: [Slot] = []

  nonisolated init() {}

  mutating func take() -> Slot {
    if free.isEmpty {
      let slots = Slots()
      free = Slots.paths.indices.map { Slot(slots: slots, number: UInt8($0)) }
    }
    return free.removeLast()
  }

  mutating func give(_ slot: Slot) { free.append(slot) }
}
