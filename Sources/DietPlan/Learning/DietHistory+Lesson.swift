import HealthModel

extension DietHistory {
  /// The explanation to show unasked on a day, once per person: the gentle start in the first week (the target for goals without phases),
  /// the metabolic adaptation in the first maintenance phase, and the threshold with the first green smiley. `nil` = there is none, or it
  /// was shown.
  package func lesson(for day: DietDay) -> DietTopic? {
    var due: [DietTopic] = []
    switch day.state {
    case .running(let position):
      if position.phase == .gentleStart { due.append(.gentleStart) }
      if position.phase == .maintenance { due.append(.adaptation) }
    case .steady: due.append(.target)
    case .notStarted, .paused, .stopped: break
    }
    if Macro.allCases.contains(where: { day.progress[$0].smiley == .happy }) { due.append(.threshold) }
    return due.first { !isShown($0) }
  }
}
