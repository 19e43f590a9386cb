// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopPresentation
import StrataBinding
import StrataGTK
import StrataPresentation

/// The sheet that signs in.
enum SignInPage {
  static func make(_ model: SignInModel) -> NavigationPage {
    let email = FormRow("E-mail", Entry().named("email"), field: model.email)
    let password = FormRow("Password", PasswordEntry().named("password"), field: model.password)
    for field in [email.control, password.control] as [any TextInput] { field.onSubmit { model.form.submit.run() } }
    let button = CommandButton("Sign In", model.form.submit).named("sign-in")
      .styled("suggested-action", "pill").placed(horizontal: .center)

    let detail = TextLabel(lines: nil).styled("dim-label")
    detail.show(model.detail)
    let message = TextLabel(lines: nil).styled("error").named("message")
    message.bind(orHidden: { model.form.message })
    let rows: [any Widget] = [detail, email, password, message, button]
    return NavigationPage(model.title, content: Clamp(Box(.vertical, spacing: 15, rows).margins(18)))
  }
}
