// Part of Strata.
// SPDX-License-Identifier: MIT

/// A question over everything on screen: a headline, a sentence, and what the user can choose.
///
/// ```swift
/// router.alert = RouterAlert("Delete this address?", choices: .cancel("Keep"), .destructive("Delete") { delete(id) })
/// ```
///
/// Made and used on the main actor. Two alerts are equal only if they are the same one.
@MainActor public struct RouterAlert: Identifiable {
  /// One button.
  public struct Choice {
    /// What a button means, which decides its look and its keys.
    public enum Role: Hashable, Sendable, CaseIterable {
      /// It does something; the last one is what Return does.
      case normal
      /// It does nothing that matters; Escape does it too.
      case cancel
      /// It takes something away.
      case destructive
    }

    /// What stands on it.
    public let label: String
    /// What it means.
    public let role: Role
    /// What happens after the question is closed.
    public let action: @MainActor () -> Void

    /// A button that does something.
    public static func normal(_ label: String, action: @escaping @MainActor () -> Void) -> Choice {
      Choice(label: label, role: .normal, action: action)
    }

    /// The button that leaves all as it is.
    public static func cancel(_ label: String, action: @escaping @MainActor () -> Void = {}) -> Choice {
      Choice(label: label, role: .cancel, action: action)
    }

    /// A button that takes something away.
    public static func destructive(_ label: String, action: @escaping @MainActor () -> Void) -> Choice {
      Choice(label: label, role: .destructive, action: action)
    }
  }

  /// Which question it is.
  public final class ID: Hashable, Sendable {
    init() {}
    /// Whether both are the same.
    public static func == (left: ID, right: ID) -> Bool { left === right }
    /// Feeds the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Which question it is: no two have the same.
  public let id = ID()
  /// The headline.
  public let title: String
  /// The sentence below it, or `nil`.
  public let detail: String?
  /// The buttons, in reading order.
  public let choices: [Choice]

  /// Makes a question.
  ///
  /// - Parameters:
  ///   - title: The headline.
  ///   - detail: A sentence below it. Default `nil`.
  ///   - choices: The buttons, in reading order.
  public init(_ title: String, detail: String? = nil, choices: Choice...) {
    self.title = title
    self.detail = detail
    self.choices = choices
  }

  /// The question before changes are thrown away: ask it when a page with a dirty ``FieldGroup`` is to close.
  ///
  /// - Parameters:
  ///   - wording: The texts. Default ``Wording/english``.
  ///   - discard: Throws them away and closes the page.
  public static func discardChanges(
    wording: Wording = .english, discard: @escaping @MainActor () -> Void
  ) -> RouterAlert {
    let texts = wording.fields
    return RouterAlert(
      texts.discardTitle, detail: texts.discardDetail,
      choices: .cancel(texts.keepEditing), .destructive(texts.discard, action: discard))
  }
}

@available(*, unavailable) extension RouterAlert.Choice: Sendable {}

extension RouterAlert: nonisolated Equatable {
  /// Whether both are the same question.
  nonisolated public static func == (left: RouterAlert, right: RouterAlert) -> Bool { left.id == right.id }
}
