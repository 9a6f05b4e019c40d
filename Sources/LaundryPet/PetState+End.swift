import HealthModel

extension PetState {
  /// Ends the running timer now: the machine was done earlier than planned.
  ///
  /// - Parameter nowMs: Milliseconds UTC.
  /// - Throws: `.nothingRuns` with the steps that are possible.
  package func ending(atMs nowMs: Int64) throws(LaundryError) -> PetStep {
    let nowMs = NumberRules.nearestTime(nowMs)
    let stage = stage(atMs: nowMs)
    guard stage.isTimed, let task = task(atMs: nowMs) else {
      throw LaundryError(.nothingRuns(stage, possible: possible(atMs: nowMs)))
    }
    let ended = LaundryTask(
      id: task.id, petID: task.petID, kind: task.kind, cycle: task.cycle, attempt: task.attempt, startedAtMs: task.startedAtMs,
      endsAtMs: max(nowMs, task.startedAtMs), snoozedUntilMs: task.snoozedUntilMs, everyDays: task.everyDays)
    return result(of: ended, atMs: nowMs)
  }
}
