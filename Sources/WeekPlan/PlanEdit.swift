import HealthModel

/// One edit of a plan. `ref` is a short id, an id, or any unique prefix of one.
///
/// `week` selects the occurrence of a series; `nil` = that of the displayed week. It is ignored for single items.
package enum PlanEdit: Sendable, Hashable {
  /// Plans something new. With an `id` that already exists, nothing happens.
  case add(kind: PlanItem.Kind, title: String, day: Day, repeats: PlanItem.Repeat? = nil, completed: Bool = false, id: String? = nil)
  /// Plans something unless its day has it already: the same kind, meal and title, and a series for a series. Of equal ones, each item that was
  /// there before the edits counts once, so that a list of edits that is applied twice plans once, and one that has an edit twice plans two.
  case ensure(kind: PlanItem.Kind, title: String, day: Day, repeats: PlanItem.Repeat? = nil, completed: Bool = false)
  /// Makes the item that has this id be so, or adds it: a whole item as `hsync plan --json` prints it. Nothing happens if it is so already.
  /// Of an occurrence (`repeatOf`) that week alone changes.
  case put(PlanItem)
  /// Ticks it off, or not.
  case setCompleted(ref: String, Bool, week: ISOWeek?)
  /// Calls it something else: one occurrence, or the whole series.
  case rename(ref: String, title: String, week: ISOWeek?, wholeSeries: Bool)
  /// Plans it for another day; of a series the one occurrence.
  case move(ref: String, to: Day, week: ISOWeek?)
  /// Takes it out: one occurrence, or the whole series.
  case remove(ref: String, week: ISOWeek?, wholeSeries: Bool)
  /// Writes the note of a day; empty = removes it.
  case setNote(day: Day, text: String)
  /// Plans what `from` has in `to` again, not done: single items that `to` hasn't, and notes of days without one. Series go on by themselves.
  case copyWeek(from: ISOWeek, to: ISOWeek)
}

extension PlanEdit {
  /// As the `createdAtMs` of an item to `put`: when it was made, or now if it isn't there yet.
  package static let createdNow = Int64.min
}

/// The result of an edit.
package enum PlanOutcome: Sendable, Hashable {
  case added(PlanItem)
  /// The item was planned already.
  case planned(PlanItem)
  /// The item as it is now.
  case changed(PlanItem)
  /// The item as it was; of a whole series the series itself.
  case removed(PlanItem)
  case noted(Day)
  /// The items that are new in the other week, and the days of copied notes.
  case copied([PlanItem], notes: [Day])
  /// It was so already.
  case unchanged

  /// Whether nothing was written.
  package var isUnchanged: Bool {
    switch self {
    case .planned, .unchanged: true
    case .added, .changed, .removed, .noted, .copied: false
    }
  }
}

/// An edit that couldn't be done, so that none was.
package struct PlanFailure: UserFacingError {
  /// Place of the edit in the list, from 0.
  package let index: Int
  /// Its fault.
  package let error: any UserFacingError

  /// A failure of the edit at `index`.
  package init(index: Int, error: any UserFacingError) {
    self.index = index
    self.error = error
  }

  package var message: String { error.message }
  package var hint: Hint? { error.hint }
  package var kind: ErrorKind { error.kind }
}
