// Part of Strata.
// SPDX-License-Identifier: MIT

/// What somebody did to a row: which row, and what (S0-36).
///
/// The row is named by its identity, and not by its place, which may have changed since the finger touched it.
///
/// ```swift
/// enum AddressAction: Sendable { case edit, delete, makeDefault }
/// let event = RowEvent(AddressAction.delete, on: address.id)
/// ```
///
/// Safe to use from any task where its parts are.
public struct RowEvent<ID: Hashable, Action> {
  /// Which row.
  public var id: ID
  /// What was done.
  public var action: Action

  /// Makes an event.
  public init(_ action: Action, on id: ID) {
    self.id = id
    self.action = action
  }
}

extension RowEvent: Sendable where ID: Sendable, Action: Sendable {}
extension RowEvent: Equatable where Action: Equatable {}
extension RowEvent: Hashable where Action: Hashable {}

/// Where rows send what was done to them: a model, held weakly, so that a row that outlives its screen keeps nothing.
///
/// ```swift
/// let events = RowEvents(model) { $0.handle($1) }     // the model: AddressesModel
/// events.send(.delete, on: address.id)                // a row's button
/// ```
///
/// Runs on the main actor.
@MainActor public struct RowEvents<ID: Hashable, Action> {
  private let receive: (RowEvent<ID, Action>) -> Void

  /// Makes the way to a model.
  ///
  /// - Parameters:
  ///   - model: Who gets the events, as long as it lives.
  ///   - handle: Hands an event to it.
  public init<Model: AnyObject>(_ model: Model, handle: @escaping (Model, RowEvent<ID, Action>) -> Void) {
    receive = { [weak model] event in
      if let model { handle(model, event) }
    }
  }

  /// Tells the model what was done to a row.
  public func send(_ action: Action, on id: ID) { receive(RowEvent(action, on: id)) }
}

@available(*, unavailable) extension RowEvents: Sendable {}
