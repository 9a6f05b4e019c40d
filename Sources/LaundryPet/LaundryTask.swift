import HealthModel

/// A wash, a drying or a fold: one step of one cycle of a pet. A pet's stage, cycles and streaks are computed from its tasks.
///
/// A cancelled task stays, and a new attempt is a task of its own. The id says which step it is (`LaundryTaskID`), so
/// that two devices on which the same button was pressed make the same record, of which the newer one stays.
package struct LaundryTask: Sendable, Hashable {
  /// The kind of step.
  package enum Kind: String, Sendable, CaseIterable {
    case wash
    case dry
    case fold
  }

  /// The record's id, the text of a `LaundryTaskID`.
  package let id: String
  /// The id of its pet.
  package let petID: String
  /// A wash, a drying or a fold.
  package let kind: Kind
  /// The number of the cycle, from 1: one more than the cycles folded before.
  package let cycle: Int
  /// The number of the attempt within the cycle, from 1: one more than the cancelled ones.
  package let attempt: Int
  /// The time at which it was started, in milliseconds UTC; of a fold, at which it was done.
  package let startedAtMs: Int64
  /// The end of its timer, in milliseconds UTC; of a fold, its start.
  package let endsAtMs: Int64
  /// The time at which it was cancelled, in milliseconds UTC. `nil` = it wasn't.
  package var cancelledAtMs: Int64?
  /// The time to which its notice was postponed, in milliseconds UTC. `nil` = it wasn't.
  package var snoozedUntilMs: Int64?
  /// Of a fold: the pet's `everyDays` at that time, which decides about the streak. `nil` for other kinds.
  package let everyDays: Int?

  /// A task from a row. Numbers beyond their bounds become the nearest allowed ones.
  package init(
    id: String, petID: String, kind: Kind, cycle: Int, attempt: Int = 1, startedAtMs: Int64, endsAtMs: Int64, cancelledAtMs: Int64? = nil,
    snoozedUntilMs: Int64? = nil, everyDays: Int? = nil
  ) {
    self.id = id
    self.petID = petID
    self.kind = kind
    self.cycle = min(max(cycle, 1), LaundryTaskID.mostCycles)
    self.attempt = min(max(attempt, 1), LaundryTaskID.mostAttempts)
    self.startedAtMs = NumberRules.nearestTime(startedAtMs)
    self.endsAtMs = NumberRules.nearestTime(endsAtMs)
    self.cancelledAtMs = cancelledAtMs.map(NumberRules.nearestTime)
    self.snoozedUntilMs = snoozedUntilMs.map(NumberRules.nearestTime)
    self.everyDays = everyDays.map(PetNumber.everyDays.nearest)
  }

  /// A new task.
  init(_ id: LaundryTaskID, startedAtMs: Int64, minutes: Int = 0, everyDays: Int? = nil) {
    self.init(
      id: id.text, petID: id.petID, kind: id.kind, cycle: id.cycle, attempt: id.attempt, startedAtMs: startedAtMs,
      endsAtMs: startedAtMs + Int64(minutes) * 60_000, everyDays: everyDays)
  }

  /// Whether it counts: it wasn't cancelled.
  package var isLive: Bool { cancelledAtMs == nil }

  /// Its timer at a time, in milliseconds UTC.
  package func timer(atMs nowMs: Int64) -> LaundryTimer {
    let longest = (kind == .wash ? PetNumber.washMinutes : .dryMinutes).range.upperBound
    return LaundryTimer(
      startedAtMs: startedAtMs, endsAtMs: endsAtMs, longestMs: Int64(longest) * 60_000, nowMs: NumberRules.nearestTime(nowMs))
  }

  /// Whether this one is preferred to another one of the same step: the later attempt; of two records of one attempt,
  /// which hsync doesn't make, the one with the greater id.
  func isPreferred(to other: LaundryTask) -> Bool { (attempt, id) > (other.attempt, other.id) }
}
