import HealthModel
import HealthStore
import WeekPlan

extension PlanDesk {
  /// The note of a day; `nil` = there is none.
  package func note(of day: Day) throws(StoreError) -> String? { try planner.note(of: day) }

  /// Replaces the note of a day; an empty text removes it.
  ///
  /// - Returns: Whether the note is another one now.
  /// - Throws: `PlanFailure` or `StoreError`.
  package func setNote(_ text: String, on day: Day) throws -> Bool {
    let title = (text.isEmpty ? "removed" : "wrote") + " the note of \(PlanDates.day(day, beside: now.day))"
    return try planner.apply([.setNote(day: day, text: text)], title: title, week: week, at: now) != [.unchanged]
  }

  /// The outcome of writing a note that may have been changed in the meantime.
  package enum NoteOutcome: Sendable, Equatable {
    case saved
    case unchanged
    /// The note has changed since it was shown; nothing was written. `nil` = there is none now.
    case changedElsewhere(String?)
  }

  /// Writes the note of a day unless it was changed since it was seen.
  ///
  /// - Parameter isAsSeen: Whether a note, `nil` = none, is the one that was seen.
  /// - Throws: as `setNote`.
  package func setNote(_ text: String, on day: Day, if isAsSeen: (String?) -> Bool) throws -> NoteOutcome {
    let note = try note(of: day)
    let text = PlanTitle.trimmed(text)
    if (note ?? "") == text { return .unchanged }
    guard isAsSeen(note) else { return .changedElsewhere(note) }
    return try setNote(text, on: day) ? .saved : .unchanged
  }

  /// Copies a week to another: single items that it lacks, as not done, and notes of days without one.
  ///
  /// - Returns: The new items, and the days whose notes are new.
  /// - Throws: `PlanFailure` or `StoreError`.
  package func copyWeek(from: ISOWeek, to: ISOWeek) throws -> (items: [PlanItem], notes: [Day]) {
    let outcomes = try planner.apply(
      [.copyWeek(from: from, to: to)], title: "copied week \(from.number) to week \(to.number)", week: week, at: now)
    guard case .copied(let items, let notes) = outcomes.first else { return ([], []) }
    return (items, notes)
  }
}
