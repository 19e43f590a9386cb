// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value that may come more than once: what was saved, then what the server says.
///
/// A service returns it where a screen should stand at once and be right soon after (W7).
/// It is lazy: a step runs when the iterating task asks for it and in that task, off the caller's actor, so that
/// cancelling the task cancels the step. An error ends the sequence; what came before it stays good.
///
/// ```swift
/// for try await delivery in service.books(matching: "swift", page: .first()) {
///   show(delivery.value, from: delivery.origin)
/// }
/// ```
///
/// Safe to use from any task; iterating it twice runs the steps twice.
public struct Deliveries<Value: Sendable>: AsyncSequence, Sendable {
  /// One try to get the value; `nil` means that this step has none, and the next one is asked.
  public typealias Step = @Sendable () async throws -> Delivery<Value>?

  private let steps: [Step]
  private let isEqual: (@Sendable (Value, Value) -> Bool)?

  /// Makes deliveries of steps that are asked in order.
  ///
  /// - Parameter steps: The steps. An empty list delivers nothing and ends.
  public init(_ steps: Step...) {
    self.steps = steps
    self.isEqual = nil
  }

  /// Makes deliveries of steps, where a value equal to the one before is not delivered (W21).
  ///
  /// - Parameter steps: The steps. An empty list delivers nothing and ends.
  public init(_ steps: Step...) where Value: Equatable {
    self.steps = steps
    self.isEqual = { $0 == $1 }
  }

  /// Makes one delivery from the network.
  ///
  /// - Parameter load: Gets the value.
  public static func network(_ load: @escaping @Sendable () async throws -> Value) -> Deliveries {
    Deliveries(steps: [{ Delivery(try await load(), from: .network) }], isEqual: nil)
  }

  private init(steps: [Step], isEqual: (@Sendable (Value, Value) -> Bool)?) {
    self.steps = steps
    self.isEqual = isEqual
  }

  /// The same deliveries with each value converted.
  ///
  /// - Parameter transform: Converts a value; what it throws ends the sequence.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) throws -> Other) -> Deliveries<Other> {
    Deliveries<Other>(steps: converted(by: transform), isEqual: nil)
  }

  /// The same deliveries with each value converted, where an equal value is not delivered again.
  ///
  /// - Parameter transform: Converts a value; what it throws ends the sequence.
  public func map<Other: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Deliveries<Other> {
    Deliveries<Other>(steps: converted(by: transform), isEqual: { $0 == $1 })
  }

  /// The same deliveries, each step of which somebody else runs, or runs again.
  package func steps(_ run: @escaping @Sendable (Step) async throws -> Delivery<Value>?) -> Deliveries {
    Deliveries(steps: steps.map { step -> Step in { try await run(step) } }, isEqual: isEqual)
  }

  /// The same deliveries, equal ones too: for who wants to know that the server said the same as what was saved.
  package var withRepeats: Deliveries { Deliveries(steps: steps, isEqual: nil) }

  private func converted<Other: Sendable>(
    by transform: @escaping @Sendable (Value) throws -> Other
  ) -> [Deliveries<Other>.Step] {
    steps.map { step -> Deliveries<Other>.Step in { try await step()?.map(transform) } }
  }

  /// Starts at the first step.
  public func makeAsyncIterator() -> Iterator { Iterator(steps: steps[...], isEqual: isEqual) }

  /// Runs the steps one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var steps: ArraySlice<Step>
    fileprivate let isEqual: (@Sendable (Value, Value) -> Bool)?
    private var last: Value?

    fileprivate init(steps: ArraySlice<Step>, isEqual: (@Sendable (Value, Value) -> Bool)?) {
      self.steps = steps
      self.isEqual = isEqual
    }

    /// The next value that differs from the one before.
    ///
    /// - Throws: What the step throws, and `CancellationError` if the task was cancelled before a step.
    public mutating func next() async throws -> Delivery<Value>? {
      while let step = steps.popFirst() {
        do {
          try Task.checkCancellation()
          guard let delivery = try await Self.running(step) else { continue }
          if let isEqual, let last, isEqual(last, delivery.value) { continue }
          last = delivery.value
          return delivery
        } catch {
          steps = []
          throw error
        }
      }
      return nil
    }

    /// A step may read a disk or parse: never on the caller's actor.
    @concurrent private static func running(_ step: Step) async throws -> Delivery<Value>? { try await step() }
  }
}

@available(*, unavailable)
extension Deliveries.Iterator: Sendable {}
