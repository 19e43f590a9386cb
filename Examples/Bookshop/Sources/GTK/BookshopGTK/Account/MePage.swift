// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopPresentation
import StrataGTK
import StrataPresentation

/// The tab of the account.
enum MePage {
  static func make(_ presenter: MePresenter) -> NavigationPage {
    let view = MeView(presenter)
    presenter.view = view
    return NavigationPage(presenter.title, end: [view.signOut], content: view.pages.expanding())
  }
}

/// What the presenter tells, as widgets.
private final class MeView: MeViewing {
  let pages: StatePages
  let signOut: PushButton
  private let presenter: MePresenter
  private let avatar = Avatar(size: 96)
  private let name = TextLabel().styled("title-1").placed(horizontal: .center).named("account-name")
  private let email = TextLabel().styled("dim-label").placed(horizontal: .center)
  private let row = FormRow("What you want to be called", Entry().named("new-name"))

  init(_ presenter: MePresenter) {
    self.presenter = presenter
    let entry = row.control
    let rename = { presenter.rename(entry.text) }
    let save = PushButton("Save", click: rename).named("rename").placed(horizontal: .center).styled("pill")
    save.bind(isSensitive: { !presenter.work.isRunning("rename") })
    entry.onSubmit(rename)
    signOut = PushButton("Sign Out") { presenter.signOut() }.named("sign-out").styled("flat")
    let person = Box(.vertical, spacing: 6, [avatar, name, email])
    pages = StatePages(
      content: ScrolledWindow(Clamp(Box(.vertical, spacing: 24, [person, row, save]).margins(24))))
    signOut.isVisible = false
    // NB: what holds this view: the presenter does so weakly.
    pages.onAction { [self] in self.presenter.load() }
  }

  func show(_ content: MeContent) {
    avatar.person = content.name
    (name.text, email.text) = (content.name, content.email)
    if row.control.text != content.name { row.control.text = content.name }
    row.problem = nil
    pages.show(.content)
    signOut.isVisible = true
  }

  func show(_ page: StatePage) {
    pages.show(page)
    signOut.isVisible = false
  }

  func show(toast: String) { pages.toasts.show(toast) }

  func show(nameProblem: String?) { row.problem = nameProblem }
}
