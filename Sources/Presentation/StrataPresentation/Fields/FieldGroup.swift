// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataBinding
internal import StrataContract

/// Fields that are sent together: a form without its widgets.
///
/// A button is bound to ``submit``. What is sent is collected once, when the sending begins; what the server says about
/// single fields (`Failure.fields`) goes to them by name, and everything else to ``message``.
///
/// ```swift
/// let name = Field("", .required)
/// let phone = Field("", .required, .phone)
/// form = FieldGroup(["name": name, "phone": phone]) {
///   AddressDraft(name: name.value, phone: phone.value)
/// } send: { draft in
///   try await service.save(draft)
/// }
/// ```
///
/// Submitting what is invalid sends nothing, tells every problem, and asks for the cursor in the first field that has
/// one. A second tap while it sends does nothing. Edits made while it sends stay, and are changes still after it.
/// A failure loses nothing: the fields keep what was typed.
/// Runs on the main actor. Releasing it cancels what is sent.
@MainActor @Observable public final class FieldGroup<Draft, Output> {
  /// Sends the fields. Its `output` is what the server made of them.
  public let submit: Command<Void, Output>

  @ObservationIgnored private let fields: KeyValuePairs<String, any FieldEditing>
  @ObservationIgnored private let wording: Wording

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - fields: The fields in their order on screen, each by the name that the server calls it.
  ///   - wording: The texts of ``message``. Default ``Wording/english``.
  ///   - collect: Makes what is sent of the fields, once per tap, when all are valid.
  ///   - send: Sends it. Captures services and fields, not the model that owns the group.
  ///   - saved: What happens on screen when it was saved: a page closes, a list changes. Default: nothing.
  public init(
    _ fields: KeyValuePairs<String, any FieldEditing>, wording: Wording = .english,
    collect: @escaping () throws -> Draft, send: @escaping (Draft) async throws -> Output,
    saved: @escaping (Output) -> Void = { _ in }
  ) {
    self.fields = fields
    self.wording = wording
    submit = Command {
      guard fields.areReady() else { throw CancellationError() }
      let draft = try collect()
      for (_, field) in fields { field.sending() }
      do {
        let output = try await send(draft)
        try Task.checkCancellation()
        for (_, field) in fields { field.accepted() }
        saved(output)
        return output
      } catch {
        if !Task.isCancelled { fields.take(Failure(error).fields) }
        throw error
      }
    }
  }

  /// Whether all fields may be sent.
  public var isValid: Bool { fields.allSatisfy { $0.value.isValid } }

  /// Whether the user changed something that is not saved: ask before the page closes.
  public var isDirty: Bool { fields.contains { $0.value.isDirty } }

  /// What failed as a whole: the server's text, and what it said about fields that are not here.
  ///
  /// `nil` where the fields themselves say all there is to say.
  public var message: String? {
    guard let failure = submit.failure, failure.notifies else { return nil }
    let names = Set(fields.map(\.key))
    let strangers = failure.fields.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
    let lines = [failure.message].compactMap { $0 }.filter { !$0.isEmpty } + strangers.map(\.value)
    if !lines.isEmpty { return lines.joined(separator: "\n") }
    return fields.contains { $0.value.isRefused } ? nil : wording.formText(for: failure)
  }

  /// Goes back to what was saved, and forgets what is being sent.
  public func reset() {
    submit.cancel()
    submit.clearFailure()
    for (_, field) in fields { field.reset() }
  }
}

extension KeyValuePairs<String, any FieldEditing> {
  /// Whether all are valid; if not, all tell their problem, and the first gets the cursor.
  @MainActor fileprivate func areReady() -> Bool {
    for (_, field) in self { field.touch() }
    let first = first { !$0.value.isValid }
    first?.value.wantsFocus = true
    return first == nil
  }

  /// Hands out what the server said about them.
  @MainActor fileprivate func take(_ messages: [String: String]) {
    for (name, field) in self { if let message = messages[name] { field.refused(message) } }
    first { $0.value.isRefused }?.value.wantsFocus = true
  }
}

extension Wording {
  /// What a form says about a failure that has no text of its own.
  fileprivate func formText(for failure: Failure) -> String {
    switch failure.kind {
    case .offline: fields.offline
    case .signedOut, .timedOut: text(for: failure)
    default: fields.failed
    }
  }
}
