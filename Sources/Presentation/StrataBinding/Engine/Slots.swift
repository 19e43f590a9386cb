// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Observation

/// What a registration reads along, so that it can be removed: the library removes a registration only
/// when something that it read changes. One registrar serves all scopes, each with a key path of its own.
final class Slots: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  subscript(number: Int) -> Void { () }

  func note(_ slot: KeyPath<Slots, Void>) { registrar.access(self, keyPath: slot) }
  func fire(_ slot: KeyPath<Slots, Void>) { registrar.withMutation(of: self, keyPath: slot) {} }
}
