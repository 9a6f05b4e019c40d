import HealthModel

/// A workout as one source recorded it, as far as counting needs it.
package struct WorkoutSpan: Sendable, Hashable {
  /// `running`, `walking`, …
  package var activity: String
  /// Milliseconds UTC. The workout belongs to the local day of this instant.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  /// Without pauses.
  package var durationMin: Double
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32

  /// A workout with everything given.
  package init(activity: String, startMs: Int64, endMs: Int64, durationMin: Double, source: Int32, rank: Int32) {
    self.activity = activity
    // A row may hold any number; differences of these can't overflow.
    let most = NumberRules.timesMs.upperBound
    self.startMs = min(max(startMs, -most), most)
    self.endMs = min(max(endMs, -most), most)
    self.durationMin = durationMin
    self.source = source
    self.rank = rank
  }
}

/// Rule R4: workouts of one activity that overlap by at least half of the shorter are one, and the best ranked source's is kept.
package enum WorkoutMerge {
  /// For each workout the place of the one that is kept instead of it; `nil` = it counts itself.
  ///
  /// Workouts are taken best ranked first, then by start, and compared with those already kept: A that overlaps B that overlaps C
  /// leaves A and C, if B has no better rank. In O(n log n) unless many overlap at once.
  package static func duplicates(_ workouts: [WorkoutSpan]) -> [Int?] {
    var sameAs = [Int?](repeating: nil, count: workouts.count)
    let byTime = workouts.indices.sorted { a, b in
      let (x, y) = (workouts[a], workouts[b])
      return (x.activity, x.startMs, x.endMs, x.rank) < (y.activity, y.startMs, y.endMs, y.rank)
    }
    var group: [Int] = []
    var endMs = Int64.min
    for place in byTime {
      let workout = workouts[place]
      if let last = group.last, workouts[last].activity == workout.activity, workout.startMs <= endMs {
        group.append(place)
        endMs = max(endMs, workout.endMs)
      } else {
        settle(group, of: workouts, &sameAs)
        group = [place]
        endMs = workout.endMs
      }
    }
    settle(group, of: workouts, &sameAs)
    return sameAs
  }

  /// - Parameter group: sorted by start, one activity; none overlaps any outside the group.
  private static func settle(_ group: [Int], of workouts: [WorkoutSpan], _ sameAs: inout [Int?]) {
    guard group.count > 1 else { return }
    var kept: [Int] = []
    // Sorting keeps the order of start among equals only by name; so it is said.
    for (_, place) in group.enumerated().sorted(by: { (workouts[$0.element].rank, $0.offset) < (workouts[$1.element].rank, $1.offset) }) {
      if let other = kept.first(where: { isSame(workouts[$0], workouts[place]) }) {
        sameAs[place] = other
      } else {
        kept.append(place)
      }
    }
  }

  private static func isSame(_ a: WorkoutSpan, _ b: WorkoutSpan) -> Bool {
    let overlap = min(a.endMs, b.endMs) - max(a.startMs, b.startMs)
    return overlap >= 0 && 2 * overlap >= min(a.endMs - a.startMs, b.endMs - b.startMs)
  }
}
