import GRDB
import HealthModel
import Testing
import TestSupport
import WeekPlan

@testable import HealthStore

/// Series, with single weeks changed or left out.
@Suite struct PlannerSeriesTests {
  private let plan: PlanFixture
  private let noon = StoreFixture.noon

  init() throws { plan = try PlanFixture() }

  private func rows() throws -> [String] {
    try plan.store.text("SELECT title, day, completed, skipped, repeat, repeat_of IS NOT NULL FROM planner_item ORDER BY id")
  }

  @Test func aSeriesIsSeenEachWeekUnderItsShortID() throws {
    let series = try plan.addSeries(until: "2026-02-17")
    #expect(try plan.shown("2026-01-01", "2026-12-31") == ["2026-02-03 Yoga", "2026-02-10 Yoga", "2026-02-17 Yoga"])
    let item = try plan.planner.item(matching: String(series.shortID.prefix(4)), in: PlanFixture.week)
    #expect(item.id == "\(series.id)/2026-02-09" && item.isOccurrence && item.shortID == series.shortID && item.repeatOf == series.id)
    #expect(try plan.planner.item(matching: item.id, in: PlanFixture.week.adding(5)) == item, "by its own id in whatever week")
    for week in [PlanFixture.week.adding(2), PlanFixture.week.adding(-2)] {
      let error = try #require(throws: StoreError.self) { try plan.planner.item(matching: series.shortID, in: week) }
      #expect(error.kind == .no && error.message == "\(series.shortID) isn't planned in \(week)")
    }
  }

  @Test func oneWeekIsTickedOnItsOwn() throws {
    let series = try plan.addSeries()
    guard case .changed(let done) = try plan.apply(.setCompleted(ref: series.shortID, true, week: nil))[0] else {
      throw PlanFixture.StoreFixtureError()
    }
    #expect(done.id == "\(series.id)/2026-02-09" && done.completedAtMs == noon.ms && !done.isOccurrence && done.repeats == series.repeats)
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-10 Yoga x", "2026-02-17 Yoga"])
    #expect(try plan.planner.item(matching: series.shortID, in: PlanFixture.week) == done, "under the series' short id as before")
    #expect(try plan.apply(.setCompleted(ref: series.shortID, false, week: nil)).count == 1)
    #expect(try plan.apply(.setCompleted(ref: series.shortID, true, week: PlanFixture.week.adding(1))).count == 1)
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-10 Yoga", "2026-02-17 Yoga x"])
  }

  @Test func oneWeekIsLeftOut() throws {
    let series = try plan.addSeries()
    guard case .removed(let item) = try plan.apply(.remove(ref: series.shortID, week: nil, wholeSeries: false))[0] else {
      throw PlanFixture.StoreFixtureError()
    }
    #expect(item.day == noon.day)
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-17 Yoga"])
    #expect(try plan.failure(.setCompleted(ref: series.shortID, true, week: nil)).kind == .no)
    // An item that was ticked off can be skipped as well.
    try plan.apply(.setCompleted(ref: series.shortID, true, week: PlanFixture.week.adding(1)))
    try plan.apply(.remove(ref: series.shortID, week: PlanFixture.week.adding(1), wholeSeries: false))
    #expect(try plan.shown("2026-02-09", "2026-02-28") == ["2026-02-24 Yoga"])
  }

  @Test func oneWeekIsMovedWithinIt() throws {
    let series = try plan.addSeries()
    try plan.apply(.move(ref: series.shortID, to: PlanFixture.day("2026-02-13"), week: nil))
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-13 Yoga", "2026-02-17 Yoga"])
    // A range that has the day it was on, but not the one it is on.
    #expect(try plan.shown("2026-02-10", "2026-02-12") == [] && plan.shown("2026-02-13", "2026-02-13") == ["2026-02-13 Yoga"])
    try plan.apply(.setCompleted(ref: series.shortID, true, week: nil))
    #expect(try plan.shown() == ["2026-02-13 Yoga x"])
  }

  @Test func movedOutOfItsWeekItIsAnItemOfItsOwn() throws {
    let series = try plan.addSeries()
    guard case .changed(let moved) = try plan.apply(.move(ref: series.shortID, to: PlanFixture.day("2026-02-20"), week: nil))[0] else {
      throw PlanFixture.StoreFixtureError()
    }
    #expect(moved.id == "\(series.id)/2026-02-09/moved" && moved.repeats == nil && moved.repeatOf == nil && moved.shortID != series.shortID)
    #expect(try plan.shown("2026-02-09", "2026-02-28") == ["2026-02-17 Yoga", "2026-02-20 Yoga", "2026-02-24 Yoga"])
    #expect(try plan.planner.item(matching: moved.shortID, in: PlanFixture.week) == moved)
    try plan.apply(.move(ref: moved.shortID, to: PlanFixture.day("2026-02-21"), week: nil))
    #expect(try plan.shown("2026-02-18", "2026-02-22") == ["2026-02-21 Yoga"])
  }

  @Test func oneWeekOrAllAreRenamed() throws {
    let series = try plan.addSeries()
    try plan.apply(.setCompleted(ref: series.shortID, true, week: nil))
    try plan.apply(.rename(ref: series.shortID, title: "Hot yoga", week: PlanFixture.week.adding(1), wholeSeries: false))
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-10 Yoga x", "2026-02-17 Hot yoga"])
    try plan.apply(.rename(ref: "\(series.id)/2026-02-09", title: "Stretch", week: nil, wholeSeries: true))
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Stretch", "2026-02-10 Stretch x", "2026-02-17 Hot yoga"])
  }

  @Test func aWholeSeriesIsRemovedWithItsWeeks() throws {
    let series = try plan.addSeries()
    let other = try plan.add("Run", "2026-02-11")
    try plan.apply(.setCompleted(ref: series.shortID, true, week: nil))
    try plan.apply(.remove(ref: series.shortID, week: PlanFixture.week.adding(1), wholeSeries: false))
    #expect(try plan.store.dump("planner_item").count == 4)
    guard case .removed(let removed) = try plan.apply(.remove(ref: series.shortID, week: nil, wholeSeries: true))[0] else {
      throw PlanFixture.StoreFixtureError()
    }
    #expect(removed == series)
    #expect(try plan.store.text("SELECT id FROM planner_item") == [other.id])
    _ = try plan.store.library.undo(at: noon)
    #expect(try plan.shown("2026-02-03", "2026-02-24") == ["2026-02-03 Yoga", "2026-02-10 Yoga x", "2026-02-11 Run", "2026-02-24 Yoga"])
  }

  /// Another device deleted the series while this one changed a week of it.
  @Test func aWeekWhoseSeriesIsGoneStandsForItself() throws {
    let series = try plan.addSeries()
    try plan.apply(.setCompleted(ref: series.shortID, true, week: nil))
    try plan.apply(.remove(ref: series.shortID, week: PlanFixture.week.adding(1), wholeSeries: false))
    try plan.store.shell("DELETE FROM planner_item WHERE repeat = 'weekly'")
    #expect(try plan.shown("2026-02-01", "2026-02-28") == ["2026-02-10 Yoga x"])
    let left = try #require(try plan.planner.items(from: noon.day, through: noon.day).first)
    #expect(left.shortID != series.shortID && left.repeats == nil && ShortID.isWellFormed(left.shortID))
    #expect(try plan.planner.item(matching: left.shortID, in: PlanFixture.week.adding(9)) == left)
    try plan.apply(.move(ref: left.shortID, to: PlanFixture.day("2026-02-26"), week: nil))
    #expect(try plan.shown("2026-02-01", "2026-02-28") == ["2026-02-26 Yoga x"])
    try plan.apply(.remove(ref: left.shortID, week: nil, wholeSeries: false))
    #expect(try plan.shown("2026-02-01", "2026-02-28") == [])
  }

  @Test func aWeekIsPutAsItIsPrinted() throws {
    let series = try plan.addSeries()
    let week = try #require(try plan.planner.items(from: noon.day, through: noon.day).first)
    #expect(try plan.apply(.put(week)) == [.unchanged] && rows().count == 1, "what is so already needs no row")
    var changed = week
    changed.isOccurrence = false
    changed.title = "Hot yoga"
    changed.day = try PlanFixture.day("2026-02-11")
    changed.isCompleted = true
    #expect(try plan.apply(.put(changed)).first != .unchanged)
    #expect(try plan.apply(.put(changed)) == [.unchanged])
    #expect(try plan.shown("2026-02-01", "2026-02-20") == ["2026-02-03 Yoga", "2026-02-11 Hot yoga x", "2026-02-17 Yoga"])
    // Out of its week, and the same line again.
    changed.day = try PlanFixture.day("2026-02-20")
    #expect(try plan.apply(.put(changed)).first != .unchanged)
    #expect(try plan.apply(.put(changed)) == [.unchanged])
    #expect(try plan.shown("2026-02-09", "2026-02-22") == ["2026-02-17 Yoga", "2026-02-20 Hot yoga x"])
    // A week that was left out is there again.
    try plan.apply(.remove(ref: series.shortID, week: PlanFixture.week.adding(1), wholeSeries: false))
    var next = week
    (next.id, next.day) = ("\(series.id)/2026-02-16", try PlanFixture.day("2026-02-17"))
    try plan.apply(.put(next))
    #expect(try plan.shown("2026-02-16", "2026-02-19") == ["2026-02-17 Yoga"])
    // One before the series began can be put, too.
    (next.id, next.day) = ("\(series.id)/2026-01-26", try PlanFixture.day("2026-01-27"))
    try plan.apply(.put(next))
    #expect(try plan.shown("2026-01-01", "2026-02-03") == ["2026-01-27 Yoga", "2026-02-03 Yoga"])
  }

  @Test func aWeekOfAnUnknownSeriesIsAnItem() throws {
    var item = PlanItem(
      id: "s/2026-02-09", shortID: "abc23456", kind: .workout, title: "Yoga", day: noon.day, createdAtMs: 1, repeatOf: "s")
    item.repeats = .weekly(until: nil)
    try plan.apply(.put(item))
    #expect(try plan.shown() == ["2026-02-10 Yoga"] && rows() == ["Yoga|2026-02-10|0|0|NULL|1"])
    #expect(try plan.planner.item(matching: "abc", in: PlanFixture.week).id == "s/2026-02-09")
    // The series comes after it: the same week isn't there twice.
    try plan.apply(
      .put(
        PlanItem(id: "s", shortID: "xyz23456", kind: .workout, title: "Yoga", day: noon.day, createdAtMs: 1, repeats: .weekly(until: nil))))
    #expect(try plan.shown() == ["2026-02-10 Yoga"])
    #expect(try plan.planner.item(matching: "xyz", in: PlanFixture.week).id == "s/2026-02-09")
  }

  @Test func aCalendarGetsEveryChangedWeek() throws {
    let series = try plan.addSeries()
    try plan.apply(.remove(ref: series.shortID, week: PlanFixture.week.adding(20), wholeSeries: false))
    try plan.apply(.setCompleted(ref: series.shortID, true, week: PlanFixture.week.adding(-1)))
    let rows = try plan.planner.rows(from: PlanFixture.week.monday, through: PlanFixture.week.sunday)
    #expect(rows.replaced == ["\(series.id)/2026-06-29", "\(series.id)/2026-02-02"])
    #expect(rows.series == [series] && rows.items == [])
  }

  @Test func importedWorkoutsTickPlannedOnes() throws {
    _ = try plan.addSeries()
    let run = try plan.add("Morning run")
    try plan.add("Run", "2026-02-11")
    // An hour east: the last begins at 23:30 UTC of the day before. The second is the first, recorded by another watch; the third
    // has a copy under a translated name.
    try plan.store.run(
      """
      INSERT INTO workout(id, activity, start_ms, end_ms, utc_offset_min, duration_min, source) VALUES
        ('w1', 'running', 1770710000000, 1770712000000, 60, 33, 'Watch'), ('w2', 'running', 1770710060000, 1770712000000, 60, 32, 'Phone'),
        ('w3', 'running', 1770766200000, 1770768000000, 60, 30, 'Watch'),
        ('v3', 'ausführen', 1770766200000, 1770768000000, 60, 30, 'Health Auto Export'), ('w4', 'running', 1770900000000, 1770901000000, 60, 30, 'Watch')
      """)
    let results = try plan.planner.workoutMatches(from: PlanFixture.week.monday, through: PlanFixture.week.sunday)
    let words = results.map { result in
      switch result {
      case .matched(let item, let workout): "\(item.title) \(workout.id)"
      case .notDone(let item): "\(item.title) not done"
      default: "?"
      }
    }
    #expect(words.sorted() == ["Morning run w1", "Run v3", "Yoga not done"])
    try plan.apply(.setCompleted(ref: run.id, true, week: nil))
    #expect(try plan.planner.workoutMatches(from: noon.day, through: noon.day).count == 1, "what is ticked isn't asked again")
  }
}
