import HealthModel
import WeekPlan

/// An item as typed into a form: texts, which are validated when a draft is made from them.
package struct TypedPlanItem: Sendable, Equatable {
  /// A field of the form.
  package enum Field: Sendable { case title, until }

  /// A field that can't be taken.
  package struct Fault: Error, Equatable {
    package let field: Field
    /// A sentence about its value.
    package let message: String
  }

  /// A workout, or which meal.
  package var kind: PlanItem.Kind
  package var title: String
  /// Whether it is planned for every week from its day on.
  package var isWeekly: Bool
  /// The last day on which a weekly item may occur, counted from its first: `2026-02-10`, `10.2.`; empty = there is none. Ignored for single items.
  package var until: String

  package init(kind: PlanItem.Kind = .workout, title: String = "", isWeekly: Bool = false, until: String = "") {
    self.kind = kind
    self.title = title
    self.isWeekly = isWeekly
    self.until = until
  }

  /// The item for a day.
  ///
  /// - Parameter id: A UUIDv7 that the record is to have.
  package func draft(on day: Day, id: String) throws(Fault) -> PlanDraft {
    var last: Day?
    if isWeekly, !until.isEmpty {
      do { last = try TypedDay(until).day(from: day, .future) } catch {
        throw Fault(field: .until, message: "The last day must be a date. \(error.sentences)")
      }
      if let last, last < day { throw Fault(field: .until, message: "The last day must not be before the first, \(day).") }
    }
    if kind == .workout, PlanTitle.trimmed(title).isEmpty { throw Fault(field: .title, message: "Say what the workout is.") }
    do {
      return try PlanDraft([(kind, title)], on: day, repeats: isWeekly ? .weekly(until: last) : nil, id: id)
    } catch {
      throw Fault(field: .title, message: "A title has at most \(PlanItem.longestTitle) characters; the note has room for the rest.")
    }
  }
}
