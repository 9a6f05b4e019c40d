import HealthModel

/// A completed workout, from a health export or the user.
package struct DoneWorkout: Sendable, Hashable {
  /// The record's id.
  package let id: String
  /// `running`, `traditional_strength_training`, …
  package let activity: String
  /// The names that other recordings of the workout have for it: `ausführen`, by a phone in German.
  package let otherNames: [String]
  /// The start. Its local day is the workout's.
  package let startedAt: Moment
  /// The end, in milliseconds since 1970.
  package let endMs: Int64
  /// Without pauses, `nil` = not known.
  package let durationMin: Double?
  /// `nil` = not known, or none.
  package let distanceM: Double?
  /// The source that recorded it.
  package let source: String
  /// Whether the source says that it was indoors, or in a pool.
  package let isIndoor: Bool

  /// A workout with everything given.
  package init(
    id: String, activity: String, otherNames: [String] = [], startedAt: Moment, endMs: Int64, durationMin: Double? = nil,
    distanceM: Double? = nil, source: String,
    isIndoor: Bool = false
  ) {
    self.id = id
    self.activity = activity
    self.otherNames = otherNames
    self.startedAt = startedAt
    self.endMs = endMs
    self.durationMin = durationMin
    self.distanceM = distanceM
    self.source = source
    self.isIndoor = isIndoor
  }

  /// Everything that it is called.
  package var names: [String] { [activity] + otherNames }

  /// The local day that it belongs to.
  package var day: Day { startedAt.day }
}

/// Finds the planned workouts that were done: those with exactly one workout of the same day whose activity their title names.
package enum WorkoutMatch {
  /// The result for a planned workout.
  package enum Result: Sendable, Hashable {
    /// It was done: this one workout fits it, and it alone.
    case matched(PlanItem, DoneWorkout)
    /// Several workouts of the day fit, in the order of their start: the user must choose.
    case several(PlanItem, [DoneWorkout])
    /// One workout fits it, and these other planned ones as well.
    case shared(PlanItem, DoneWorkout, with: [PlanItem])
    /// No workout of the day fits.
    case notDone(PlanItem)
    /// Its title names no known activity, and none that was done on its day.
    case unknownActivity(PlanItem)
  }

  /// Returns one result for each planned workout that isn't ticked, in their order. Meals and ticked items are left
  /// out.
  ///
  /// - Parameter done: Workouts of those days, each once.
  package static func results(planned: [PlanItem], done: [DoneWorkout]) -> [Result] {
    let open = planned.filter { $0.kind == .workout && !$0.isCompleted }
    let byDay = Dictionary(grouping: done, by: \.day)
    let names = open.map { ActivityNames(title: $0.title) }
    let candidates = zip(open, names).map { item, names in
      (byDay[item.day] ?? []).filter { $0.names.contains(where: names.fit) }.sorted { ($0.startedAt.ms, $0.id) < ($1.startedAt.ms, $1.id) }
    }
    var claims: [String: [Int]] = [:]
    for (index, workouts) in candidates.enumerated() where workouts.count == 1 { claims[workouts[0].id, default: []].append(index) }
    return open.indices.map { index in
      let (item, workouts) = (open[index], candidates[index])
      guard let workout = workouts.first else { return names[index].isKnown ? .notDone(item) : .unknownActivity(item) }
      guard workouts.count == 1 else { return .several(item, workouts) }
      let others = (claims[workout.id] ?? []).filter { $0 != index }.map { open[$0] }
      return others.isEmpty ? .matched(item, workout) : .shared(item, workout, with: others)
    }
  }
}
