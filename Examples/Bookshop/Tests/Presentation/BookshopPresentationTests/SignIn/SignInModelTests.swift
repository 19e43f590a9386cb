// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataBinding
import StrataContract
import StrataPresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct SignInModelTests {
  @Test func aWrongPasswordIsSaidBesideItsFieldAndKeepsTheAddress() async {
    let signingIn = ScriptedSignIn()
    let sheet = SignInModel(service: signingIn)
    sheet.email.value = "ann@example.com "
    sheet.password.value = "wrong"
    sheet.form.submit.run()
    await sheet.form.submit.finished()
    #expect(sheet.password.message == "Wrong password, or unknown e-mail address." && sheet.password.wantsFocus)
    #expect(sheet.email.value == "ann@example.com " && signingIn.state == .signedOut)
    sheet.password.value = "books"
    sheet.form.submit.run()
    await sheet.form.submit.finished()
    #expect(sheet.form.submit.output == ann && signingIn.state == .signedIn(ann))
  }

  @Test func nothingIsSentBeforeBothAreThere() async {
    let signingIn = ScriptedSignIn()
    let sheet = SignInModel(service: signingIn)
    sheet.email.value = "ann"
    sheet.form.submit.run()
    await sheet.form.submit.finished()
    #expect(sheet.email.problem == .notAnEmail && sheet.password.problem == .missing)
    #expect(sheet.email.wantsFocus)
  }

  @Test func whoseSignInExpiredNeedsThePasswordAlone() {
    let sheet = SignInModel(service: ScriptedSignIn(.expired(ann)))
    #expect(sheet.email.value == "ann@example.com" && sheet.title == "Sign In Again")
    #expect(sheet.detail?.hasPrefix("Ann, ") == true)
    #expect(SignInModel(service: ScriptedSignIn()).detail == nil)
  }
}
