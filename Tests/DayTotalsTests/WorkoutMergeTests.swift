import Testing

@testable import DayTotals

@Suite struct WorkoutMergeTests {
  private func workout(_ from: Int, _ to: Int, _ rank: Int32, _ activity: String = "running") -> WorkoutSpan {
    WorkoutSpan(
      activity: activity, startMs: TestDays.at(0, from), endMs: TestDays.at(0, to), durationMin: Double(to - from), source: rank, rank: rank
    )
  }

  @Test func theBestRankedOfTwoRecordingsIsKept() {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 2), workout(601, 641, 0)]) == [1, nil])
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(601, 641, 2)]) == [nil, 0])
  }

  @Test func anotherActivityIsAnotherWorkout() {
    #expect(WorkoutMerge.duplicates([workout(600, 640, 0), workout(600, 640, 2, "walking")]) == [nil, nil])
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
