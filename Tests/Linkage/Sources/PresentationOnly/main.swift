// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataPresentation

// One of everything that the Presentation floor offers: what it needs to be linked with is what `ldd` shows.

let router = Router<String>()
let links = DeepLinks<String>(schemes: ["shop"], DeepLink("/books/{id}") { RouterPlace(path: [$0["id"] ?? ""]) })
router.open(URL(string: "shop://books/1")!, with: links, isSignedIn: false)
router.restore(try JSONDecoder().decode(RouterPlace<String>.self, from: JSONEncoder().encode(router.snapshot)))

let name = Field("Jane", .required, .length(...40))
let pages = ParsedField(474, as: .wholeNumber(in: 1...9999))
let form = FieldGroup(["name": name, "pages": pages.input]) {
  name.value
} send: {
  "\($0), saved"
}
form.submit.run()
await form.submit.finished()

@MainActor final class View { var text = "" }
@MainActor final class ViewPresenter: Presenter {
  weak var view: View?
  let work = PresenterWork()
  func load() {
    ask("text") {
      "loaded"
    } tell: { view, result in
      view.text = (try? result.get()) ?? ""
    }
  }
}
let (view, presenter) = (View(), ViewPresenter())
presenter.view = view
presenter.load()
await presenter.work.finished()

let mediator = Mediator<String>()
mediator.join(view) { $0.text += $1 }
mediator.send("!")

print(router.path, form.submit.output ?? "", view.text)
guard router.path == ["1"], form.submit.output == "Jane, saved", view.text == "loaded!" else { exit(1) }
