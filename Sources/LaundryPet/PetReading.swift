/// All that is shown of a pet at a time, and the values of its JSON.
package struct PetReading: Sendable, Hashable {
  /// The pet.
  package let pet: Pet
  /// The stage.
  package let stage: PetStage
  /// The health with its mood.
  package let health: PetHealth
  /// The status text, which follows the name: `is so happy!`.
  package let status: String
  /// The wash or drying that is running or waits. `nil` when idle.
  package let task: LaundryTask?
  /// The timer of that task, at its end for one that waits. `nil` when idle.
  package let timer: LaundryTimer?
  /// The finished cycles and streaks.
  package let history: FoldHistory
  /// The steps that are possible.
  package let actions: [PetEvent]

  /// The reading of a pet.
  ///
  /// - Parameter nowMs: Milliseconds UTC.
  package init(_ state: PetState, atMs nowMs: Int64) {
    pet = state.pet
    stage = state.stage(atMs: nowMs)
    health = state.health(atMs: nowMs)
    status = PetStatus.text(stage, health.mood)
    task = state.task(atMs: nowMs)
    timer = task?.timer(atMs: nowMs)
    history = state.history
    actions = state.possible(atMs: nowMs)
  }

  /// The percentage of the timer, rounded down: 100 for laundry that waits, `nil` when idle.
  package var progress: Int? { stage.isTimed ? timer?.percent : task == nil ? nil : 100 }
}
