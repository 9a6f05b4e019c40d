import HealthModel

/// A pet with what its tasks say. It depends on the set of tasks alone, not on their order: devices with the same records show the same.
///
/// Of the cycle that isn't folded yet, the step that is furthest on decides: a drying that wasn't cancelled, then a
/// wash that wasn't. A cancelled drying leaves the laundry ready for the dryer.
package struct PetState: Sendable, Hashable {
  /// The pet.
  package let pet: Pet
  /// Its finished cycles.
  package private(set) var history: FoldHistory
  /// The tasks of cycles that aren't finished, cancelled ones included, ordered by id.
  private(set) var open: [LaundryTask]
  /// The cycle that is under way, or comes next.
  package private(set) var cycle = 1
  /// The wash and the drying of the cycle, each the latest attempt, cancelled or not.
  private var wash: LaundryTask?
  private var dry: LaundryTask?

  /// The state of a pet.
  ///
  /// - Parameter tasks: All tasks of the pet and of no other, in any order, each id once.
  package init(_ pet: Pet, tasks: [LaundryTask]) {
    let history = FoldHistory(of: pet, folds: tasks.filter { $0.kind == .fold && $0.isLive })
    self.init(pet, history, open: tasks.filter { $0.cycle > history.lastCycle })
  }

  private init(_ pet: Pet, _ history: FoldHistory, open: [LaundryTask]) {
    self.pet = pet
    self.history = history
    // In one order, so that equal sets of tasks are equal states.
    self.open = open.sorted { $0.id < $1.id }
    // One device may be a cycle ahead of a fold that another one hasn't sent, or has undone.
    cycle = open.lazy.filter(\.isLive).map(\.cycle).max() ?? min(history.lastCycle + 1, LaundryTaskID.mostCycles)
    wash = latest(.wash)
    dry = latest(.dry)
  }

  /// The states of pets, in their order.
  ///
  /// - Parameter tasks: Those of all pets, in any order. Tasks without a pet are ignored.
  package static func all(_ pets: [Pet], tasks: [LaundryTask]) -> [PetState] {
    let byPet = Dictionary(grouping: tasks, by: \.petID)
    return pets.map { PetState($0, tasks: byPet[$0.id] ?? []) }
  }

  // MARK: - At a time

  /// The stage at a time, in milliseconds UTC.
  package func stage(atMs nowMs: Int64) -> PetStage {
    if let dry, dry.isLive { return dry.timer(atMs: nowMs).isOver ? .dryDone : .drying }
    if let wash, wash.isLive {
      // The dryer was started after the end of the wash: a clock that was set back doesn't undo that.
      let wasSeenDone = dry.map { $0.startedAtMs >= wash.endsAtMs } ?? false
      return wasSeenDone || wash.timer(atMs: nowMs).isOver ? .washDone : .washing
    }
    return dry == nil ? .idle : .washDone
  }

  /// The task that the stage is about: the wash or the drying. `nil` when idle.
  package func task(atMs nowMs: Int64) -> LaundryTask? {
    switch stage(atMs: nowMs) {
    case .idle: nil
    case .washing, .washDone: wash.flatMap { $0.isLive ? $0 : nil }
    case .drying, .dryDone: dry
    }
  }

  /// The health at a time, in milliseconds UTC.
  package func health(atMs nowMs: Int64) -> PetHealth {
    PetHealth(sinceMs: history.freshSinceMs, everyDays: pet.everyDays, nowMs: NumberRules.nearestTime(nowMs))
  }

  /// The notices that it wants at a time: that of the running timer's end, or of laundry that waits. At most one.
  package func notices(atMs nowMs: Int64) -> [LaundryNotice] {
    guard let task = task(atMs: nowMs) else { return [] }
    let notice = LaundryNotice(of: task, pet)
    return nowMs <= notice.notAfterMs ? [notice] : []
  }

  // MARK: - Tasks

  /// The latest attempt of a step of the cycle.
  private func latest(_ kind: LaundryTask.Kind) -> LaundryTask? {
    open.lazy.filter { $0.kind == kind && $0.cycle == cycle }.max { $1.isPreferred(to: $0) }
  }

  /// The id of a new task of the cycle.
  func newTaskID(_ kind: LaundryTask.Kind) -> LaundryTaskID {
    LaundryTaskID(petID: pet.id, cycle: cycle, kind: kind, attempt: (latest(kind)?.attempt ?? 0) + 1)
  }

  /// The state after a task was written.
  func writing(_ task: LaundryTask) -> PetState {
    guard task.kind != .fold else {
      var history = history
      history.add(task, of: pet)
      return PetState(pet, history, open: open.filter { $0.cycle > history.lastCycle })
    }
    return PetState(pet, history, open: open.filter { $0.id != task.id } + [task])
  }
}
