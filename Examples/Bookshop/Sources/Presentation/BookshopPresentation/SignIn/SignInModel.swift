// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import StrataContract
public import StrataPresentation

/// The sheet that signs in: two fields and a button. The app's root closes it when somebody is signed in.
@MainActor public final class SignInModel {
  /// What is sent.
  public struct Credentials: Hashable, Sendable {
    let email: String
    let password: String
  }

  /// What the user signs in with.
  public let email: Field<String>
  /// The password; white space counts.
  public let password: Field<String>
  /// Both, and the button.
  public let form: FieldGroup<Credentials, Account>
  /// The headline.
  public let title: String
  /// Why the sheet is here, or `nil`.
  public let detail: String?

  /// Makes the sheet.
  ///
  /// - Parameter service: Signs in.
  public init(service: any SigningIn) {
    let user = service.state.user
    let email = Field(user?.email ?? "", .required, .email)
    let password = Field("", .required)
    self.email = email
    self.password = password
    title = user == nil ? "Sign In" : "Sign In Again"
    detail = user.map { "\($0.name), your sign-in has expired. Nothing is lost: what you were doing goes on." }
    form = FieldGroup(["email": email, "password": password]) {
      Credentials(email: email.value.trimmed, password: password.value)
    } send: {
      try await service.signIn(email: $0.email, password: $0.password)
    }
  }
}
