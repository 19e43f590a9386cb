// Part of Strata.
// SPDX-License-Identifier: MIT

/// Hands typed events from one part of an app to the others, none of which knows the rest.
///
/// It holds its members weakly, and gives each to its own closure, so that nothing has to capture anything: the cycles of
/// a mediator that copied dictionaries between a model and a view (S3-19 to S3-21, S3-I9) cannot be made.
///
/// ```swift
/// enum CartEvent { case added(Book), emptied }
/// let mediator = Mediator<CartEvent>()
/// mediator.join(badge) { badge, event in if case .added = event { badge.count += 1 } }
/// mediator.send(.added(book), from: self)
/// ```
///
/// Members are told in the order in which they joined, all of them of one event before the next: what a member sends
/// while it is told comes after. The sender is not told. A member that two parts of an app should see the same state of
/// is no event; share an `@Observable` model for that.
///
/// - Important: Two members that answer each other's events without end hang the app, as any recursion does.
///
/// Runs on the main actor.
@MainActor public final class Mediator<Event> {
  private struct Member {
    weak var object: AnyObject?
    let receive: (Event) -> Void
  }

  private var members: [Member] = []
  private var waiting: [(event: Event, sender: AnyObject?)] = []
  private var isTelling = false

  /// Makes one without members.
  public init() {}

  /// How many members are alive.
  public var memberCount: Int { members.count { $0.object != nil } }

  /// Tells an object every event from now on that others send. Joining again replaces the closure.
  ///
  /// - Parameters:
  ///   - object: The member; held weakly.
  ///   - receive: Takes the member and the event. Do not capture the member.
  public func join<Object: AnyObject>(_ object: Object, receive: @escaping (Object, Event) -> Void) {
    leave(object)
    members.append(
      Member(object: object) { [weak object] event in
        if let object { receive(object, event) }
      })
  }

  /// Tells an object nothing any more, at once. One that is no member is fine; one that is released need not leave.
  public func leave(_ object: AnyObject) {
    members.removeAll { $0.object == nil || $0.object === object }
  }

  /// Tells all members but the sender.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - sender: Who is not told. Default `nil`: all are.
  public func send(_ event: Event, from sender: AnyObject? = nil) {
    waiting.append((event, sender))
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty {
      let (event, sender) = waiting.removeFirst()
      for member in members where member.object !== sender && isMember(member) { member.receive(event) }
    }
  }

  /// Whether it has not left while others were told.
  private func isMember(_ member: Member) -> Bool {
    member.object != nil && members.contains { $0.object === member.object }
  }
}
