import HealthModel
import WeekPlan

/// A change of planned items. For a weekly item it changes the occurrence in the selected week, or the whole series if
/// requested.
package enum PlanChange: Sendable, Equatable {
  /// Ticks the items off, or reopens them.
  case complete(Bool)
  /// Moves the items to another day.
  case move(to: Day)
  /// Renames the items.
  case rename(String, wholeSeries: Bool)
  /// Removes the items from the plan.
  case remove(wholeSeries: Bool)

  /// The past participle for the title of the change: `done`, `reopened`, `moved`, `renamed`, `removed`.
  package var verb: String {
    switch self {
    case .complete(let isDone): isDone ? "done" : "reopened"
    case .move: "moved"
    case .rename: "renamed"
    case .remove: "removed"
    }
  }

  /// The change of one item.
  func edit(of ref: String, in week: ISOWeek) -> PlanEdit {
    switch self {
    case .complete(let isDone): .setCompleted(ref: ref, isDone, week: week)
    case .move(let day): .move(ref: ref, to: day, week: week)
    case .rename(let title, let wholeSeries): .rename(ref: ref, title: title, week: week, wholeSeries: wholeSeries)
    case .remove(let wholeSeries): .remove(ref: ref, week: week, wholeSeries: wholeSeries)
    }
  }
}
