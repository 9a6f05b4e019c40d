/// Rule R4: which recordings are one workout. The best ranked source's recording of it is kept.
///
/// Recordings are **copies** of each other, whatever they are called, if their spans are nearly the same, or if they have
/// the same energy and overlap by half: a phone translates the names of activities, and apps choose among similar ones. A
/// workout is called by all the names of its copies. Two workouts are one if they overlap by at least half of the shorter
/// one and one is called like the other (`ActivityKind`).
package enum WorkoutMerge {
  /// For each workout the place of the one that is kept instead of it; `nil` = it counts itself.
  ///
  /// Workouts are taken best ranked first, then by start, and compared with those already kept: A that overlaps B that overlaps C
  /// leaves A and C, if B has no better rank. In O(n log n) unless many overlap at once.
  package static func duplicates(_ workouts: [WorkoutSpan]) -> [Int?] {
    var sameAs = [Int?](repeating: nil, count: workouts.count)
    let byTime = workouts.indices.sorted { a, b in
      let (x, y) = (workouts[a], workouts[b])
      return (x.startMs, x.endMs, x.rank, x.activity) < (y.startMs, y.endMs, y.rank, y.activity)
    }
    var group: [Int] = []
    var endMs = Int64.min
    for place in byTime {
      let workout = workouts[place]
      if !group.isEmpty, workout.startMs <= endMs {
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

  /// A workout with its copies.
  private struct Recorded {
    /// The place of the best ranked recording.
    let place: Int
    /// The names of its recordings.
    var kinds: Set<String>
  }

  /// - Parameter group: sorted by start; none overlaps any outside the group.
  private static func settle(_ group: [Int], of workouts: [WorkoutSpan], _ sameAs: inout [Int?]) {
    guard group.count > 1 else { return }
    var recorded: [Recorded] = []
    // Sorting keeps the order of start among equals only by name; so it is said.
    let ranked = group.enumerated().sorted { (workouts[$0.element].rank, $0.offset) < (workouts[$1.element].rank, $1.offset) }
    for (_, place) in ranked {
      let kind = ActivityKind.of(workouts[place].activity)
      if let copied = recorded.firstIndex(where: { isCopy(workouts[$0.place], workouts[place]) }) {
        recorded[copied].kinds.insert(kind)
        sameAs[place] = recorded[copied].place
      } else {
        recorded.append(Recorded(place: place, kinds: [kind]))
      }
    }
    var kept: [Recorded] = []
    // A triathlon contains its parts, so that the best ranked recording of a part doesn't stand for the whole.
    for workout in recorded.filter({ ActivityKind.haveParts($0.kinds) }) + recorded.filter({ !ActivityKind.haveParts($0.kinds) }) {
      let other = kept.first { ActivityKind.areAlike($0.kinds, workout.kinds) && isMostly(workouts[$0.place], workouts[workout.place]) }
      if let other { sameAs[workout.place] = other.place } else { kept.append(workout) }
    }
    // A copy of what isn't kept is a duplicate of what is.
    for place in group { if let copied = sameAs[place], let other = sameAs[copied] { sameAs[place] = other } }
  }

  /// Whether two spans are of one event: they overlap by nine tenths of the longer one, or by half of it with the same
  /// energy. 30 minutes that began a minute later and ended a minute later are: 29 of 30.
  private static func isCopy(_ a: WorkoutSpan, _ b: WorkoutSpan) -> Bool {
    let longer = max(a.endMs - a.startMs, b.endMs - b.startMs)
    let common = overlap(a, b)
    guard common >= 0 else { return false }
    return 10 * common >= 9 * longer || (2 * common >= longer && haveSameEnergy(a, b))
  }

  /// Whether two workouts overlap by at least half of the shorter one.
  private static func isMostly(_ a: WorkoutSpan, _ b: WorkoutSpan) -> Bool {
    let common = overlap(a, b)
    return common >= 0 && 2 * common >= min(a.endMs - a.startMs, b.endMs - b.startMs)
  }

  private static func overlap(_ a: WorkoutSpan, _ b: WorkoutSpan) -> Int64 { min(a.endMs, b.endMs) - max(a.startMs, b.startMs) }

  /// Within 1 %, which is more than units and rounding change. A few kilocalories agree by chance.
  private static func haveSameEnergy(_ a: WorkoutSpan, _ b: WorkoutSpan) -> Bool {
    guard let a = a.energyKcal, let b = b.energyKcal, min(a, b) >= 20 else { return false }
    return abs(a - b) <= 0.01 * max(a, b)
  }
}
