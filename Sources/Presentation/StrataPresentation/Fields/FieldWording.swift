// Part of Strata.
// SPDX-License-Identifier: MIT

/// The texts of fields and of what is sent with them; part of a ``Wording``.
///
/// `{limit}` stands for the number that a rule names. Safe to use from any task.
public struct FieldWording: Hashable, Sendable {
  /// A needed value is not there.
  public var missing: String
  /// A text is too short.
  public var tooShort: String
  /// A text is too long.
  public var tooLong: String
  /// A text is not so many digits.
  public var notDigits: String
  /// A text is no e-mail address.
  public var notAnEmail: String
  /// A text is no telephone number.
  public var notAPhoneNumber: String
  /// A text is no number.
  public var notANumber: String
  /// A number is too small.
  public var tooSmall: String
  /// A number is too large.
  public var tooLarge: String
  /// Nothing could be sent without a connection.
  public var offline: String
  /// Sending failed, and the server said nothing about it.
  public var failed: String
  /// The headline of the question before changes are thrown away.
  public var discardTitle: String
  /// The sentence below ``discardTitle``.
  public var discardDetail: String
  /// What the button that throws changes away is called.
  public var discard: String
  /// What the button that goes on editing is called.
  public var keepEditing: String

  /// English texts, the default.
  public static let english = FieldWording(
    missing: "Please fill this in.", tooShort: "At least {limit} characters.", tooLong: "At most {limit} characters.",
    notDigits: "Exactly {limit} digits.", notAnEmail: "This is not an e-mail address.",
    notAPhoneNumber: "This is not a telephone number.", notANumber: "This is not a number.",
    tooSmall: "At least {limit}.", tooLarge: "At most {limit}.",
    offline: "No connection. What you entered is kept.", failed: "Sending failed. What you entered is kept.",
    discardTitle: "Discard the changes?", discardDetail: "What you entered was not saved.", discard: "Discard",
    keepEditing: "Keep Editing")

  /// Chinese texts.
  public static let chinese = FieldWording(
    missing: "请填写此项", tooShort: "至少{limit}个字符", tooLong: "最多{limit}个字符", notDigits: "请输入{limit}位数字",
    notAnEmail: "邮箱格式不正确", notAPhoneNumber: "电话号码格式不正确", notANumber: "请输入数字",
    tooSmall: "不能小于{limit}", tooLarge: "不能大于{limit}",
    offline: "网络未连接，已填写的内容不会丢失。", failed: "提交失败，已填写的内容不会丢失。",
    discardTitle: "放弃修改？", discardDetail: "已填写的内容尚未保存。", discard: "放弃", keepEditing: "继续编辑")

  /// The text of a problem.
  public func text(for problem: FieldProblem) -> String {
    switch problem {
    case .missing: missing
    case .tooShort(let limit): Self.fill(tooShort, "\(limit)")
    case .tooLong(let limit): Self.fill(tooLong, "\(limit)")
    case .notDigits(let count): Self.fill(notDigits, "\(count)")
    case .notAnEmail: notAnEmail
    case .notAPhoneNumber: notAPhoneNumber
    case .notANumber: notANumber
    case .tooSmall(let limit): Self.fill(tooSmall, limit)
    case .tooLarge(let limit): Self.fill(tooLarge, limit)
    case .said(let text): text
    }
  }

  private static func fill(_ text: String, _ limit: String) -> String { text.replacing("{limit}", with: limit) }
}
