// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation

/// One value that a user edits: what stands there, whether it may be sent, and what is said about it.
///
/// A view binds its text, switch or choice to ``value``, shows ``message`` below it, and calls ``touch()`` when the user
/// leaves it. Several fields that are sent together are a ``FieldGroup``; a number typed as text is a ``ParsedField``.
///
/// ```swift
/// let name = Field("", .required, .length(...40))
/// name.value = "Jane Austen"
/// ```
///
/// A write is never changed (no trimming while somebody types), so input methods and cursors are left alone.
/// A problem is silent until the user left the field or tried to send; what the server said stands until the value changes.
/// Runs on the main actor.
@MainActor @Observable public final class Field<Value: Equatable>: FieldEditing {
  /// What stands in the field.
  public var value: Value {
    didSet {
      guard value != oldValue else { return }
      if refusal != nil { refusal = nil }
      react?(value)
    }
  }

  /// What the server has, as far as known: what ``reset()`` goes back to.
  public private(set) var saved: Value

  /// Whether the user left the field or tried to send it.
  public private(set) var isTouched = false

  /// Whether the view should move the cursor here. The view that did so writes `false`.
  public var wantsFocus = false

  /// What the server said about the value.
  private var refusal: String?
  /// What was sent last and is not answered yet.
  @ObservationIgnored private var sent: Value?
  @ObservationIgnored private var react: ((Value) -> Void)?
  @ObservationIgnored private let rules: [FieldRule<Value>]
  @ObservationIgnored private let wording: Wording

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - value: What stands in it at first, which counts as saved.
  ///   - rules: What is asked of the value, in the order in which a fault is told. Default: nothing.
  ///   - wording: The texts of ``message``. Default ``Wording/english``.
  public init(_ value: Value, _ rules: FieldRule<Value>..., wording: Wording = .english) {
    self.value = value
    self.saved = value
    self.rules = rules
    self.wording = wording
  }

  /// What the first rule that is broken says, shown or not.
  public var problem: FieldProblem? {
    for rule in rules { if let problem = rule.problem(of: value) { return problem } }
    return nil
  }

  /// What the view shows below the field: the server's word, or the problem once the field was touched.
  public var message: String? { refusal ?? (isTouched ? problem.map(wording.fields.text) : nil) }

  /// Whether a rule refuses an empty value, for a mark beside the title.
  public var isRequired: Bool { rules.contains(where: \.isRequired) }

  /// Whether all rules hold. The server's word is not one: the same value may be sent again.
  public var isValid: Bool { problem == nil }

  /// Whether the value differs from the saved one.
  public var isDirty: Bool { value != saved }

  /// Whether what the server said about the value is on screen.
  public var isRefused: Bool { refusal != nil }

  /// The user left the field: from now on a problem is told.
  public func touch() { if !isTouched { isTouched = true } }

  /// Goes back to the saved value, untouched.
  public func reset() {
    value = saved
    (isTouched, refusal, wantsFocus) = (false, nil, false)
  }

  /// Takes a value that was loaded as the saved one. What the user has typed meanwhile stays.
  ///
  /// - Parameter value: What the server has.
  public func fill(_ value: Value) {
    let isEdited = isDirty
    saved = value
    if !isEdited { self.value = value }
  }

  /// Does something at once when the value changes, by the user or otherwise: empties a field that depends on this one.
  ///
  /// ```swift
  /// province.onChange { [city] _ in city.value = nil }
  /// ```
  ///
  /// - Parameter react: Gets the new value; replaces what was here before. Capture the owner of the field weakly.
  public func onChange(_ react: @escaping (Value) -> Void) { self.react = react }

  // MARK: - FieldEditing

  /// The value is on its way to the server.
  public func sending() {
    sent = value
    refusal = nil
  }

  /// What was sent is saved. What was typed since then stays, and is a change.
  public func accepted() {
    if let sent { saved = sent }
    sent = nil
  }

  /// The server refused what was sent. A value that was edited since then is not blamed.
  ///
  /// - Parameter message: What the server says.
  public func refused(_ message: String) {
    if sent == nil || sent == value { refusal = message }
    sent = nil
  }
}
