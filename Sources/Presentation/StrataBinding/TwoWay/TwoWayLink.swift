// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// Keeps a view and a model's value equal, in both directions: what every adapter's text field needs.
///
/// The model's value is shown first. An edit is written at once, or once per turn; equal writes are
/// skipped. The view's own echoes, early or late, are ignored, and so are a slow model's: a newer edit
/// wins. While an input method composes, nothing is written in either direction.
///
/// ```swift
/// let link = TwoWayLink(TwoWay(model, \.query)) { field.text = $0 }
/// field.onChange { link.edited(field.text) }
/// ```
///
/// Lives as long as somebody holds it, normally the view's change closure. Runs on the main actor.
@MainActor @Observable public final class TwoWayLink<Value: Equatable> {
  /// When the model says what it made of an edit.
  public enum Answer: Sendable {
    /// By the next turn: where it keeps another value (it trims, it refuses), the view shows that.
    case atOnce
    /// Later, such as after the store has written: until then the edit stands, and older answers are ignored.
    case later
  }

  /// When an edit is written.
  public enum Writing: Sendable {
    /// When it is made.
    case atOnce
    /// With the next flush, the last one alone: for models where a write is dear.
    case oncePerTurn
  }

  /// Why the last edit was refused; `nil` once an edit is taken or the model changes. Observable.
  public private(set) var problem: Failure?

  private var edits = 0
  @ObservationIgnored private let source: TwoWay<Value>
  @ObservationIgnored private let show: (Value) -> Void
  @ObservationIgnored private let isComposing: () -> Bool
  @ObservationIgnored private let answer: Answer
  @ObservationIgnored private let writing: Writing
  @ObservationIgnored private var token: ObserveToken?
  @ObservationIgnored private var isShowing = false
  /// What the view shows, and whether we wrote it.
  @ObservationIgnored private var shown: (value: Value, isOurs: Bool)
  /// An edit that is not written yet.
  @ObservationIgnored private var pending: Value?
  /// Edits that a late model has not answered.
  @ObservationIgnored private var unanswered: [Value] = []
  /// What the model said last.
  @ObservationIgnored private var said: Value

  /// Links a view to a value and shows it.
  ///
  /// - Parameters:
  ///   - source: The model's value. Held.
  ///   - answer: When the model answers an edit. Default: at once.
  ///   - writing: When an edit is written. Default: at once.
  ///   - isComposing: Whether an input method composes in the view (marked text, preedit). Default: never.
  ///   - show: Writes the view. Capture the view weakly if it holds the link.
  ///   - fileID: Where the link was made, for messages.
  ///   - line: The same.
  public init(
    _ source: TwoWay<Value>, answer: Answer = .atOnce, writing: Writing = .atOnce,
    isComposing: @escaping () -> Bool = { false }, fileID: StaticString = #fileID, line: UInt = #line,
    show: @escaping (Value) -> Void
  ) {
    (self.source, self.answer, self.writing) = (source, answer, writing)
    (self.isComposing, self.show) = (isComposing, show)
    said = source.value
    shown = (said, true)
    present(said)
    token = observe(
      { [weak self] in (source.value, self?.edits) }, apply: { [weak self] value, _ in self?.follow(value) },
      fileID: fileID, line: line)
  }

  /// The view has another value now. Adapters call it for every change event, also for those of `show`.
  public func edited(_ value: Value) {
    if isShowing || (shown.isOurs && shown.value == value) { return }
    shown = (value, false)
    edits += 1
    if isComposing() { return }
    pending = value
    if writing == .atOnce { writePending() }
  }

  /// The input method has finished, with or without a change: what waited goes on.
  public func composed(_ value: Value) {
    edited(value)
    edits += 1
  }

  /// Shows the model's value and forgets what was typed.
  public func revert() {
    (pending, unanswered, problem) = (nil, [], nil)
    present(source.value)
  }

  private func writePending() {
    guard let value = pending else { return }
    pending = nil
    problem = nil
    if value == source.value { return }
    do {
      try source.write(value)
      said = source.value
      if answer == .later { unanswered.append(value) }
    } catch {
      problem = Failure(error)
    }
  }

  /// The model changed, or the view did.
  private func follow(_ value: Value) {
    if isComposing() { return }
    writePending()
    let value = source.value
    let isNew = value != said
    said = value
    if problem != nil {
      if !isNew { return }
      problem = nil
    }
    if let index = unanswered.firstIndex(of: value) {
      unanswered.removeFirst(index + 1)
      return
    }
    if !unanswered.isEmpty {
      if !isNew { return }
      unanswered = []
    }
    if value != shown.value { present(value) }
  }

  private func present(_ value: Value) {
    isShowing = true
    shown = (value, true)
    show(value)
    isShowing = false
  }
}
