import HealthModel
import WeekPlan

/// Items to be added to a plan on one day, with validated titles.
package struct PlanDraft: Sendable, Equatable {
  /// An item to be added.
  package struct Item: Sendable, Equatable {
    package let kind: PlanItem.Kind
    /// The title on one line, without white space at its ends.
    package let title: String
  }

  /// The items in the order in which they are added.
  package let items: [Item]
  package let day: Day
  /// The repetition; `nil` = once.
  package let repeats: PlanItem.Repeat?
  /// The id of the record, chosen by the caller so that a repeated request plans once; only for a single item. `nil` = a new one.
  package let id: String?

  /// - Parameters:
  ///   - wishes: A text for each item; a meal without one is named after its type.
  ///   - id: A UUIDv7 for the first item; `nil` = a new one.
  /// - Throws: kind `.usage` for a workout without a text, for a text that is too long, and for a last day before the first.
  package init(
    _ wishes: [(kind: PlanItem.Kind, text: String)], on day: Day, repeats: PlanItem.Repeat? = nil, id: String? = nil
  ) throws(PlanError) {
    items = try wishes.map { wish throws(PlanError) in Item(kind: wish.kind, title: try PlanTitle.checked(wish.text, for: wish.kind)) }
    if let last = repeats?.until, last < day { throw PlanError(.usage, "the last day, \(last), is before the first, \(day)") }
    self.day = day
    self.repeats = repeats
    self.id = id
  }
}
