import Testing

@testable import DayTotals

@Suite struct WorkoutMergeTests {
  private func workout(_ from: Int, _ to: Int, _ rank: Int32, _ activity: String = "running", kcal: Double? = nil) -> WorkoutSpan {
    WorkoutSpan(
      activity: activity, startMs: TestDays.at(0, from), endMs: TestDays.at(0, to), durationMin: Double(to - from), energyKcal: kcal,
      source: rank, rank: rank)
  }

  @Test func theBestRankedOfTwoRecordingsIsKept() {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 2), workout(601, 641, 0)]) == [1, nil])
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(601, 641, 2)]) == [nil, 0])
  }

  @Test func anotherActivityThatOverlapsIsAnotherWorkout() {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(610, 640, 2, "walking")]) == [nil, nil])
    #expect(WorkoutMerge.duplicates([workout(600, 660, 0, "yoga"), workout(630, 690, 2, "walking")]) == [nil, nil])
  }

  /// 40 minutes and their copy of 40: 38 in common are 36 at least.
  @Test(arguments: [(600, true), (602, true), (604, true), (605, false)]) func theSameSpanIsTheSameWorkout(start: Int, isSame: Bool) {
    let copy = workout(start, 640, 2, "ausführen")
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), copy]) == [nil, isSame ? 0 : nil])
    #expect(WorkoutMerge.duplicates([copy, workout(600, 640, 0)]) == [isSame ? 1 : nil, nil])
  }

  @Test(
    arguments: [(500, 500, true), (500, 504, true), (500, 510, false), (500, nil, false), (nil, nil, false), (5, 5, false)]
      as [(Double?, Double?, Bool)]) func theSameEnergyTells(a: Double?, b: Double?, isSame: Bool)
  {
    #expect(
      WorkoutMerge.duplicates([workout(600, 660, 0, kcal: a), workout(600, 640, 1, "ausführen", kcal: b)]) == [nil, isSame ? 0 : nil])
    // Less than half of the longer one is another workout all the same.
    #expect(WorkoutMerge.duplicates([workout(600, 660, 0, kcal: a), workout(640, 660, 1, "ausführen", kcal: b)]) == [nil, nil])
  }

  /// The copy under another name has the activity of what it is a copy of, whatever its rank.
  @Test(arguments: [0, 1, 2].flatMap { watch in [0, 1, 2].map { (watch, $0) } }.filter { $0.0 != $0.1 })
  func aCopyOfADuplicateIsOne(watch: Int, app: Int) {
    let copy = 3 - watch - app
    let spans = [
      workout(600, 630, Int32(watch)), workout(612, 630, Int32(app)), workout(612, 630, Int32(copy), "ausführen"),
    ]
    #expect(WorkoutMerge.duplicates(spans).count { $0 == nil } == 1)
    // With another activity in between, nothing joins them.
    let other = [spans[0], workout(612, 630, Int32(app), "walking"), spans[2]]
    #expect(WorkoutMerge.duplicates(other).count { $0 == nil } == 2)
  }

  @Test(arguments: [(0, 1), (1, 0)] as [(Int32, Int32)]) func aTriathlonIsItsParts(whole: Int32, part: Int32) {
    let parts = [workout(600, 630, part, "swimming"), workout(632, 690, part, "cycling"), workout(690, 720, part)]
    #expect(WorkoutMerge.duplicates([workout(600, 720, whole, "swim_bike_run")] + parts) == [nil, 0, 0, 0])
    #expect(WorkoutMerge.duplicates([workout(600, 720, whole, "swim_bike_run"), workout(600, 630, part, "yoga")]) == [nil, nil])
  }

  @Test(
    arguments: [
      ("traditional_strength_training", "functional_strength_training"), ("hiking", "walking"), ("cycling", "hand_cycling"),
      ("yoga", "mind_and_body"),
    ]) func activitiesThatAppsTellApartDifferently(a: String, b: String)
  {
    #expect(WorkoutMerge.duplicates([workout(600, 660, 0, a), workout(630, 680, 1, b)]) == [nil, 0])
  }

  /// 40 minutes against 20: half of the shorter is 10.
  @Test(arguments: [(629, true), (630, true), (631, false)]) func halfOfTheShorterDecides(start: Int, isSame: Bool) {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(start, start + 20, 1)]) == [nil, isSame ? 0 : nil])
  }

  @Test func oneSourceThatRecordedTwiceCountsOnce() {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(605, 640, 0)]) == [nil, 0])
  }

  @Test func aChainLeavesItsEnds() {
    // 1 overlaps 0 and 2, which don't overlap enough; 1 has the worst rank.
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(620, 660, 2), workout(640, 680, 1)]) == [nil, 0, nil])
    // The middle one has the best rank: both ends are it.
    #expect(WorkoutMerge.duplicates([workout(600, 640, 1), workout(620, 660, 0), workout(640, 680, 2)]) == [1, nil, 1])
  }

  @Test func overMidnightTooAndInAnyOrder() {
    #expect(WorkoutMerge.duplicates([workout(1442, 1480, 2), workout(300, 340, 1), workout(1430, 1479, 0)]) == [2, nil, nil])
    #expect(WorkoutMerge.duplicates([]).isEmpty)
  }
}
