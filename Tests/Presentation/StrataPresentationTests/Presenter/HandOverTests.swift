// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataBinding
import StrataPresentation
import StrataTesting
import Testing

/// The hand-over both ways of the predecessors (S3-19 to S3-21): a view manager and a view model that tell each other
/// what happened, through a delegate pair, a block pair or a mediator that copied dictionaries. Here it is one typed event
/// each way, and neither side knows the other.
@MainActor @Suite struct HandOverTests {
  /// What both sides say.
  private enum Event: Equatable {
    /// The view's side: the user chose a book (was: `smk_viewMangerInfos`).
    case chosen(id: Int)
    /// The model's side: the book is there (was: `smk_viewModelInfos`).
    case loaded(title: String)
  }

  /// The view's side: holds a button and a label, and no model.
  @MainActor private final class ViewPart {
    var title = ""
    private let mediator: Mediator<Event>
    init(_ mediator: Mediator<Event>) {
      self.mediator = mediator
      mediator.join(self) { part, event in if case .loaded(let title) = event { part.title = title } }
    }
    func tap(_ id: Int) { mediator.send(.chosen(id: id), from: self) }
  }

  /// The model's side: holds data, and no view.
  @MainActor private final class ModelPart {
    var asked: [Int] = []
    init(_ mediator: Mediator<Event>) {
      mediator.join(self) { [weak mediator] part, event in
        guard case .chosen(let id) = event else { return }
        part.asked.append(id)
        mediator?.send(.loaded(title: "Book \(id)"), from: part)
      }
    }
  }

  @Test func aChoiceGoesOneWayAndItsAnswerTheOther() {
    let mediator = Mediator<Event>()
    let (view, model) = (ViewPart(mediator), ModelPart(mediator))
    view.tap(7)
    #expect(model.asked == [7] && view.title == "Book 7")
    view.tap(8)
    #expect(model.asked == [7, 8] && view.title == "Book 8")
  }

  @Test func eitherSideMayBeReplaced() {  // S3-01
    let mediator = Mediator<Event>()
    let view = ViewPart(mediator)
    var model: ModelPart? = ModelPart(mediator)
    view.tap(1)
    #expect(model?.asked == [1])
    model = nil
    view.tap(2)
    #expect(view.title == "Book 1", "nobody answers")
    let other = ModelPart(mediator)
    view.tap(3)
    #expect(other.asked == [3] && view.title == "Book 3")
  }

  @Test func neitherSideKeepsTheOtherOrTheMediator() {  // S3-I9, L1-13
    weak var model: ModelPart?
    weak var mediator: Mediator<Event>?
    expectReleased {
      let hub = Mediator<Event>()
      let parts = (ViewPart(hub), ModelPart(hub))
      (mediator, model) = (hub, parts.1)
      parts.0.tap(1)
      return parts.0
    }
    #expect(model == nil && mediator == nil)
  }

  /// A button that moves another one: the view's own state, which the model never hears of (S3-I7).
  @MainActor @Observable final class Panel {
    var isExpanded = false
    var buttonOffset: Int { isExpanded ? 80 : 0 }
  }

  @Test func whatConcernsTheViewAloneStaysInTheView() {
    let panel = Panel()
    var offsets: [Int] = []
    let token = observe {
      panel.buttonOffset
    } apply: {
      offsets.append($0)
    }
    panel.isExpanded.toggle()
    UpdateLoop.main.flush()
    #expect(offsets == [0, 80])
    token.cancel()
  }
}
