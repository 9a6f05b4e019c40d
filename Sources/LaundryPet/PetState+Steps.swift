import HealthModel

/// What the caller has to do for a step.
package enum PetAction: Sendable, Hashable {
  /// Write the task, in place of one with its id.
  case put(LaundryTask)
  /// Plan the notice.
  case plan(LaundryNotice)
  /// Drop the notice with that id.
  case drop(notice: String)
}

/// The result of a step.
package struct PetStep: Sendable, Hashable {
  /// The state afterwards.
  package let state: PetState
  /// The actions in their order. Empty = the step was done already.
  package let actions: [PetAction]
}

extension PetState {
  /// The steps that are possible at a time, in milliseconds UTC.
  package func possible(atMs nowMs: Int64) -> [PetEvent] {
    switch stage(atMs: nowMs) {
    case .idle: [.wash]
    case .washing, .drying: [.cancel]
    case .washDone: task(atMs: nowMs) == nil ? [.dry] : [.dry, .snooze]
    case .dryDone: [.fold, .snooze]
    }
  }

  /// The id of the task that a step writes. `nil` when the step isn't possible.
  package func taskID(for event: PetEvent, atMs nowMs: Int64) -> String? {
    guard possible(atMs: nowMs).contains(event) else { return nil }
    return switch event {
    case .wash: newTaskID(.wash).text
    case .dry: newTaskID(.dry).text
    case .fold: newTaskID(.fold).text
    case .cancel, .snooze: task(atMs: nowMs)?.id
    }
  }

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - taskID: The task that the pressed button was shown for (`taskID(for:atMs:)`), so that a press that is sent twice
  ///     makes one step: the second one has no actions. `nil` = whatever is possible now.
  ///   - nowMs: Milliseconds UTC.
  /// - Throws: `.refused` with the steps that are possible.
  package func step(_ event: PetEvent, on taskID: String? = nil, atMs nowMs: Int64) throws(LaundryError) -> PetStep {
    let nowMs = NumberRules.nearestTime(nowMs)
    if let taskID, isDone(event, on: taskID) { return PetStep(state: self, actions: []) }
    guard let target = self.taskID(for: event, atMs: nowMs), taskID == nil || taskID == target,
      let written = task(by: event, atMs: nowMs)
    else {
      throw LaundryError(.refused(event, stage(atMs: nowMs), possible: possible(atMs: nowMs)))
    }
    return result(of: written, atMs: nowMs)
  }

  /// The step that writes a task, with the notices that it plans and drops.
  func result(of written: LaundryTask, atMs nowMs: Int64) -> PetStep {
    let after = writing(written)
    let (old, new) = (notices(atMs: nowMs), after.notices(atMs: nowMs))
    let dropped = old.filter { notice in !new.contains { $0.id == notice.id } }.map { PetAction.drop(notice: $0.id) }
    return PetStep(state: after, actions: [.put(written)] + dropped + new.filter { !old.contains($0) }.map { .plan($0) })
  }

  /// The task that a possible step writes.
  private func task(by event: PetEvent, atMs nowMs: Int64) -> LaundryTask? {
    switch event {
    case .wash: return LaundryTask(newTaskID(.wash), startedAtMs: nowMs, minutes: pet.washMinutes)
    case .dry: return LaundryTask(newTaskID(.dry), startedAtMs: nowMs, minutes: pet.dryMinutes)
    case .fold: return LaundryTask(newTaskID(.fold), startedAtMs: nowMs, everyDays: pet.everyDays)
    case .cancel:
      var task = task(atMs: nowMs)
      task?.cancelledAtMs = nowMs
      return task
    case .snooze:
      var task = task(atMs: nowMs)
      task?.snoozedUntilMs = nowMs + LaundryNotice.snoozeMs
      return task
    }
  }

  /// Whether a press was handled before: its task exists, or its cycle is finished; of a cancellation, the task is cancelled.
  private func isDone(_ event: PetEvent, on taskID: String) -> Bool {
    let known = open.first { $0.id == taskID }
    switch event {
    case .snooze: return false
    case .cancel: return known?.isLive == false
    case .wash, .dry, .fold:
      guard let id = LaundryTaskID(taskID), id.petID == pet.id, id.kind.rawValue == event.rawValue else { return false }
      return known != nil || id.cycle <= history.lastCycle
    }
  }
}
