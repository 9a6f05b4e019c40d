/// The finished cycles of a pet: their number and the streaks.
///
/// The streak grows when a fold came before health reached 0, and is 1 after any other. The first fold makes it 1.
package struct FoldHistory: Sendable, Hashable {
  /// The number of finished cycles.
  package private(set) var cycles = 0
  /// The current streak. It stays until the next fold, even when health has reached 0.
  package private(set) var streak = 0
  /// The longest streak so far.
  package private(set) var longestStreak = 0
  /// The time of the last cycle's fold, in milliseconds UTC. `nil` = none was finished.
  package private(set) var foldedAtMs: Int64?
  /// The number of the last finished cycle. 0 = none was finished.
  private(set) var lastCycle = 0
  /// The time from which health is counted, in milliseconds UTC.
  private(set) var freshSinceMs: Int64

  /// The history of a pet.
  ///
  /// - Parameter folds: In any order. Of two of the same cycle the preferred one counts.
  init(of pet: Pet, folds: [LaundryTask]) {
    freshSinceMs = pet.createdAtMs
    let ordered = folds.sorted { $0.cycle != $1.cycle ? $0.cycle < $1.cycle : $0.isPreferred(to: $1) }
    for fold in ordered where fold.cycle > lastCycle { add(fold, of: pet) }
  }

  /// Adds the fold of a later cycle than the last one.
  mutating func add(_ fold: LaundryTask, of pet: Pet) {
    let health = PetHealth(sinceMs: freshSinceMs, everyDays: fold.everyDays ?? pet.everyDays, nowMs: fold.startedAtMs)
    cycles += 1
    streak = health.mood == .dead ? 1 : streak + 1
    longestStreak = max(longestStreak, streak)
    foldedAtMs = fold.startedAtMs
    freshSinceMs = fold.startedAtMs
    lastCycle = fold.cycle
  }
}
