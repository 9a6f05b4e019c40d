import HealthModel

extension DietHistory {
  /// The fault of an entry that is about to be added, `nil` if there is none. Milestones and lessons have none.
  ///
  /// - Parameters:
  ///   - day: The entry's day: today or later. The first version of a profile may be dated back, to a start in the past.
  ///   - today: The local day.
  package func fault(adding content: DietEvent.Content, on day: Day, today: Day) -> DietFault? {
    switch content {
    case .milestone, .lesson: return nil
    case .profile: return day < today && !versions.isEmpty ? .dayHasPassed(day, today: today) : nil
    case .pause(let plan), .resume(let plan), .stop(let plan):
      if day < today { return .dayHasPassed(day, today: today) }
      guard let version = version(on: day), version.plan.id == plan, let state = state(on: day) else { return .noSuchPlan }
      return DietHistory.fault(content, in: state)
    }
  }

  /// The day from which a new version is in force: today, or for the first one the start of the plan if that has passed.
  package func day(forStart start: Day, today: Day) -> Day { versions.isEmpty ? min(start, today) : today }

  private static func fault(_ content: DietEvent.Content, in state: DietState) -> DietFault? {
    switch (content, state) {
    case (_, .stopped(let since)): .alreadyStopped(since: since)
    case (.pause, .running), (.resume, .paused), (.stop, _): nil
    case (.pause, .paused(_, let since)): .alreadyPaused(since: since)
    case (.pause, _): .nothingToPause
    default: .notPaused
    }
  }
}
