// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// The texts that lists and pages show by themselves.
///
/// A value: take ``english`` or ``chinese``, change what your app says otherwise, hand it to your models.
///
/// ```swift
/// var wording = Wording.english
/// wording.emptyTitle = "No books found"
/// let books = Pager("", wording: wording, load: service.books)
/// ```
///
/// Safe to use from any task.
public struct Wording: Hashable, Sendable {
  /// The headline where there is nothing to show.
  public var emptyTitle: String
  /// The sentence below ``emptyTitle``, or `nil`.
  public var emptyDetail: String?
  /// The headline where there is no connection.
  public var offlineTitle: String
  /// The sentence below ``offlineTitle``, or `nil`.
  public var offlineDetail: String?
  /// The headline where loading failed, and the text of a toast for a failure that has no message of its own.
  public var failureTitle: String
  /// The sentence below ``failureTitle`` for a failure that has no message of its own, or `nil`.
  public var failureDetail: String?
  /// The headline where the user must sign in.
  public var signInTitle: String
  /// The label of a button that tries again.
  public var retry: String
  /// The label of a button that signs in.
  public var signIn: String
  /// The toast where rows stay on screen without a connection.
  public var offlineToast: String
  /// The toast and headline where no answer came in time.
  public var timedOutTitle: String
  /// What a button that goes back to the page before is called.
  public var back: String
  /// What a button that loads again is called.
  public var refresh: String
  /// What stands below the last row of a complete list; `nil` shows nothing.
  public var end: String?
  /// The texts of fields and forms.
  public var fields: FieldWording

  /// English texts, the default.
  public static let english = Wording(
    emptyTitle: "Nothing here", emptyDetail: nil, offlineTitle: "No connection",
    offlineDetail: "Check the network and try again.", failureTitle: "Loading failed",
    failureDetail: "The server's answer could not be used. Try again.",
    signInTitle: "Please sign in", retry: "Try again", signIn: "Sign in",
    offlineToast: "No connection. Showing what was saved.", timedOutTitle: "The server did not answer in time",
    back: "Back", refresh: "Refresh", end: "That is all.",
    fields: .english)

  /// Chinese texts. The failure text is the predecessors' (S0-30).
  public static let chinese = Wording(
    emptyTitle: "暂无数据", emptyDetail: nil, offlineTitle: "网络未连接", offlineDetail: "请检查网络后重试。",
    failureTitle: "获取失败", failureDetail: "服务器的响应无法使用，请重试。",
    signInTitle: "请先登录", retry: "重试", signIn: "登录",
    offlineToast: "网络未连接，显示的是已保存的内容。", timedOutTitle: "服务器响应超时",
    back: "返回", refresh: "刷新", end: "没有更多了", fields: .chinese)
}

extension Wording {
  /// The message that stands in place of content, or `nil` where the outcome has none.
  ///
  /// - Parameter outcome: How the load ended.
  public func message(for outcome: Outcome) -> StateMessage? {
    switch outcome {
    case .emptyPage: StateMessage(.empty, title: emptyTitle, detail: emptyDetail)
    case .offlinePage: StateMessage(.offline, title: offlineTitle, detail: offlineDetail, action: retry)
    case .signIn: StateMessage(.signIn, title: signInTitle, action: signIn)
    case .failurePage(let failure):
      StateMessage(
        .failure, title: failure.kind == .timedOut ? timedOutTitle : failureTitle,
        detail: said(by: failure) ?? (failure.kind == .timedOut ? nil : failureDetail), action: retry)
    case .rows, .toast, .silent: nil
    }
  }

  /// What stands where a silent failure left no content: the way out of every state is a retry.
  var silentMessage: StateMessage { StateMessage(.empty, title: emptyTitle, detail: emptyDetail, action: retry) }

  /// The toast for a failure while rows are on screen, or `nil` where it is not told.
  func toast(for failure: Failure, style: Outcome.FailureStyle) -> String? {
    switch Outcome.of(failure, hasRows: true, style: style) {
    case .toast, .signIn: text(for: failure)
    case .rows, .emptyPage, .offlinePage, .failurePage, .silent: nil
    }
  }

  /// The text of a toast or of a footer for a failure: the server's, or ours where it has none.
  ///
  /// - Parameter failure: What went wrong.
  public func text(for failure: Failure) -> String {
    if let message = said(by: failure) { return message }
    return switch failure.kind {
    case .offline: offlineToast
    case .timedOut: timedOutTitle
    case .signedOut: signInTitle
    default: failureTitle
    }
  }

  private func said(by failure: Failure) -> String? {
    failure.message?.isEmpty == true ? nil : failure.message
  }
}
