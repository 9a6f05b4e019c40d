import GRDB
import HealthModel
import Testing
import TestSupport
import WeekPlan

@testable import HealthStore

/// Single items and notes; `PlannerSeriesTests` has what repeats.
@Suite struct PlannerTests {
  private let plan: PlanFixture
  private let noon = StoreFixture.noon

  init() throws { plan = try PlanFixture() }

  @Test func whatIsPlannedIsSeenAndWaitsForSync() throws {
    let run = try plan.add(" Run\n")
    let chili = try plan.add("Chili", "2026-02-13", kind: .meal(.dinner), at: StoreFixture.later(1))
    let snack = try plan.add("", "2026-02-13", kind: .meal(.snack), at: StoreFixture.later(2))
    #expect(run.title == "Run" && snack.title == "Snack" && ShortID.isWellFormed(run.shortID))
    #expect(run.createdAtMs == noon.ms && !run.isCompleted && run.day.description == "2026-02-10")
    let items = try plan.planner.items(from: PlanFixture.week.monday, through: PlanFixture.week.sunday)
    #expect(items == [run, snack, chili], "days in order, newest first inside a day")
    #expect(try plan.store.queued() == [run, chili, snack].map { "planner_item|\($0.id)" })
    #expect(try plan.shown("2026-02-14", "2026-03-01") == [])
  }

  @Test func aScriptKeepsItsOrder() throws {
    let days = try (0..<50).map { try PlanEdit.add(kind: .workout, title: "\($0)", day: PlanFixture.day("2026-02-10")) }
    _ = try plan.planner.apply(days, title: "planned", week: PlanFixture.week, at: noon)
    let titles = try plan.shown().map { line in String(line.dropFirst(11)) }
    #expect(titles == (0..<50).reversed().map { "\($0)" })
  }

  @Test func itemsAreTickedRenamedMovedAndRemoved() throws {
    let run = try plan.add("Run")
    let later = StoreFixture.later(60_000)
    var expected = run
    (expected.isCompleted, expected.completedAtMs) = (true, later.ms)
    #expect(try plan.apply(.setCompleted(ref: run.shortID, true, week: nil), at: later) == [.changed(expected)])
    #expect(try plan.apply(.setCompleted(ref: run.id, true, week: nil)) == [.unchanged])
    (expected.isCompleted, expected.completedAtMs) = (false, nil)
    #expect(try plan.apply(.setCompleted(ref: String(run.shortID.prefix(3)).uppercased(), false, week: nil)) == [.changed(expected)])
    expected.title = "Walk"
    #expect(try plan.apply(.rename(ref: run.shortID, title: " Walk ", week: nil, wholeSeries: false)) == [.changed(expected)])
    #expect(try plan.apply(.rename(ref: run.shortID, title: "Walk", week: nil, wholeSeries: true)) == [.unchanged])
    expected.day = try PlanFixture.day("2026-02-20")
    #expect(try plan.apply(.move(ref: run.shortID, to: expected.day, week: nil)) == [.changed(expected)])
    #expect(try plan.apply(.move(ref: run.shortID, to: expected.day, week: nil)) == [.unchanged])
    #expect(try plan.shown("2026-02-01", "2026-02-28") == ["2026-02-20 Walk"])
    #expect(try plan.apply(.remove(ref: run.shortID, week: nil, wholeSeries: true)) == [.removed(expected)])
    #expect(try plan.store.dump("planner_item") == [] && plan.store.queued() == ["planner_item|\(run.id)"])
  }

  @Test func notesAreWrittenAndTakenAway() throws {
    let day = try PlanFixture.day("2026-02-10")
    #expect(try plan.apply(.setNote(day: day, text: " rest\nwell \n")) == [.noted(day)])
    #expect(try plan.planner.notes(from: day, through: day) == [day: "rest\nwell"])
    #expect(try plan.apply(.setNote(day: day, text: "rest\nwell")) == [.unchanged])
    #expect(try plan.apply(.setNote(day: day.adding(1), text: "")) == [.unchanged])
    #expect(try plan.store.queued() == ["day_note|2026-02-10"])
    #expect(try plan.apply(.setNote(day: day, text: "  ")) == [.noted(day)])
    #expect(try plan.store.dump("day_note") == [])
    try plan.store.shell("INSERT INTO day_note(day, text) VALUES ('2026-02-10', '  ')")
    #expect(try plan.planner.notes(from: day, through: day) == [:], "a blank note is none")
  }

  @Test func anIDIsAnyBeginningThatIsNoOthers() throws {
    let week = PlanFixture.week
    try plan.store.run(
      """
      INSERT INTO planner_item(id, short_id, type, title, day) VALUES ('A1', 'abc23456', 'workout', 'One', '2026-02-10'),
        ('b2', 'abd23456', 'workout', 'Two', '2026-02-11'), ('b33', 'xyz23456', 'workout', 'Three', '2026-02-12')
      """)
    for (ref, title) in [
      ("abc", "One"), ("ABC23456", "One"), ("A1", "One"), ("b2", "Two"), ("abd2", "Two"), ("x", "Three"), (" b33 ", "Three"),
    ] {
      #expect(try plan.planner.item(matching: ref, in: week).title == title, "\(ref)")
    }
    let several = try #require(throws: StoreError.self) { try plan.planner.item(matching: "ab", in: week) }
    #expect(several.kind == .usage && several.hint == "one of: abd23456 (2026-02-11 Two), abc23456 (2026-02-10 One)")
    #expect(try #require(throws: StoreError.self) { try plan.planner.item(matching: "b", in: week) }.kind == .usage)
    for ref in ["zzz", "abc234567", "%", "b3_"] {
      let none = try #require(throws: StoreError.self) { try plan.planner.item(matching: ref, in: week) }
      #expect(none.kind == .no && none.message.contains("\"\(ref)\"") && none.hint == "see the ids: \(.plan)")
    }
    #expect(try #require(throws: StoreError.self) { try plan.planner.item(matching: " ", in: week) }.kind == .usage)
  }

  @Test func allEditsAreDoneOrNone() throws {
    let run = try plan.add("Run")
    let day = run.day
    let failure = try plan.failure(
      .add(kind: .workout, title: "Lift", day: day), .setCompleted(ref: run.shortID, true, week: nil), .setNote(day: day, text: "note"),
      .remove(ref: "zzzz", week: nil, wholeSeries: false), .add(kind: .workout, title: "", day: day))
    #expect(failure.index == 3 && failure.kind == .no && failure.message.contains("\"zzzz\""))
    #expect(try plan.failure(.add(kind: .workout, title: " \n", day: day)).kind == .usage)
    #expect(try plan.failure(.rename(ref: run.id, title: "", week: nil, wholeSeries: false)).kind == .usage)
    let late = try plan.failure(.setNote(day: day, text: "x"), .add(kind: .workout, title: "Run", day: Day(number: 5_000_000)))
    #expect(late.index == 1 && late.message == "day must be a date, YYYY-MM-DD" && late.kind == .badData)
    #expect(
      try plan.failure(.add(kind: .workout, title: "Run", day: day, repeats: .weekly(until: day.adding(-1)))).message
        == "repeat_until must not be before day")
  }

  @Test func aRehearsalWritesNothing() throws {
    let before = try plan.everything()
    let outcomes = try plan.planner.rehearse(
      [.add(kind: .workout, title: "Run", day: noon.day), .setNote(day: noon.day, text: "x")], week: PlanFixture.week, at: noon)
    #expect(outcomes.count == 2 && outcomes[1] == .noted(noon.day))
    #expect(try plan.everything() == before)
    let failure = try #require(throws: PlanFailure.self) {
      try plan.planner.rehearse([.remove(ref: "zz", week: nil, wholeSeries: false)], week: PlanFixture.week, at: noon)
    }
    #expect(failure.index == 0)
  }

  @Test func aWholeItemIsMadeSo() throws {
    var run = try plan.add("Run")
    #expect(try plan.apply(.put(run)) == [.unchanged])
    #expect(try plan.store.queued().count == 1)
    run.title = "Walk"
    run.shortID = "another2"
    run.kind = .meal(.lunch)
    run.isCompleted = true
    var expected = run
    expected.shortID = try plan.store.text("SELECT short_id FROM planner_item")[0]
    expected.completedAtMs = noon.ms
    #expect(try plan.apply(.put(run)) == [.changed(expected)], "the short id stays, the time of ticking is now")
    run.completedAtMs = nil
    #expect(try plan.apply(.put(run), at: StoreFixture.later(5)) == [.unchanged], "without a time it is still ticked as it was")
    let new = PlanItem(id: "n", shortID: "abc23456", kind: .workout, title: " New ", day: run.day, createdAtMs: 7)
    var added = new
    added.title = "New"
    #expect(try plan.apply(.put(new)) == [.added(added)])
    var taken = new
    taken.id = "o"
    guard case .added(let other) = try plan.apply(.put(taken))[0] else { throw PlanFixture.StoreFixtureError() }
    #expect(other.shortID != "abc23456" && ShortID.isWellFormed(other.shortID))
  }

  @Test func aWeekIsCopied() throws {
    try plan.add("Run")
    try plan.add("Run")
    try plan.add("Chili", "2026-02-15", kind: .meal(.dinner))
    let done = try plan.add("Lift", "2026-02-09")
    _ = try plan.addSeries()
    try plan.apply(.setCompleted(ref: done.id, true, week: nil))
    try plan.apply(.setNote(day: PlanFixture.day("2026-02-10"), text: "rest"), .setNote(day: PlanFixture.day("2026-02-11"), text: "mine"))
    try plan.apply(.setNote(day: PlanFixture.day("2026-02-18"), text: "theirs"))
    try plan.add("Run", "2026-02-17")
    let copy = PlanEdit.copyWeek(from: PlanFixture.week, to: PlanFixture.week.adding(1))
    guard case .copied(let items, let notes) = try plan.apply(copy)[0] else { throw PlanFixture.StoreFixtureError() }
    #expect(items.map(\.title) == ["Lift", "Run", "Chili"] && notes.map(\.description) == ["2026-02-17"])
    #expect(
      try plan.shown("2026-02-16", "2026-02-22").sorted()
        == ["2026-02-16 Lift", "2026-02-17 Run", "2026-02-17 Run", "2026-02-17 Yoga", "2026-02-22 Chili"])
    #expect(
      try plan.planner.notes(from: PlanFixture.day("2026-02-16"), through: PlanFixture.day("2026-02-22")).values.sorted() == [
        "rest", "theirs",
      ])
    #expect(try plan.apply(copy) == [.unchanged], "done again it does nothing")
    #expect(try plan.apply(.copyWeek(from: PlanFixture.week, to: PlanFixture.week)) == [.unchanged])
  }

  @Test func undoTakesAWholeScriptBack() throws {
    let run = try plan.add("Run")
    let series = try plan.addSeries()
    try plan.apply(.setNote(day: noon.day, text: "rest"))
    let (items, notes) = (try plan.store.dump("planner_item"), try plan.store.dump("day_note"))
    _ = try plan.planner.apply(
      [
        .setCompleted(ref: series.shortID, true, week: nil), .rename(ref: series.shortID, title: "Stretch", week: nil, wholeSeries: true),
        .remove(ref: run.shortID, week: nil, wholeSeries: false), .add(kind: .workout, title: "Lift", day: noon.day),
        .setNote(day: noon.day, text: ""), .move(ref: series.shortID, to: PlanFixture.day("2026-02-20"), week: nil),
      ], title: "planned 6 things", week: PlanFixture.week, at: noon)
    #expect(try plan.shown() == ["2026-02-10 Lift"])
    try plan.store.run("DELETE FROM outbox")
    let undone = try plan.store.library.undo(at: noon)
    #expect(undone.title == "planned 6 things" && undone.count == 6)
    #expect(try plan.store.dump("planner_item") == items && plan.store.dump("day_note") == notes)
    #expect(try plan.store.queued().count == 6, "what is taken back is synced as an edit is")
  }

  @Test func whatChangesNothingLeavesNothingToUndo() throws {
    let run = try plan.add("Run")
    try plan.apply(.setCompleted(ref: run.id, true, week: nil), .setCompleted(ref: run.id, false, week: nil))
    try plan.apply(.put(run))
    #expect(try plan.store.text("SELECT title FROM change") == ["planned"])
    #expect(try plan.store.library.undo(at: noon).count == 1)
    #expect(try plan.store.dump("planner_item") == [])
    #expect(try #require(throws: StoreError.self) { try plan.store.library.undo(at: noon) }.message == "nothing to undo today")
  }

  @Test func aPlannedMealIsLoggedAndTickedAtOnce() throws {
    let chili = try plan.add("Chili", kind: .meal(.dinner))
    let ticked = try plan.planner.log(StoreFixture.meal("m", "Chili con carne"), for: chili.shortID, week: PlanFixture.week, at: noon)
    #expect(ticked.isCompleted && ticked.completedAtMs == noon.ms)
    #expect(try plan.store.text("SELECT id, name FROM meal") == ["m|Chili con carne"] && plan.shown() == ["2026-02-10 Chili x"])
    let undone = try plan.store.library.undo(at: noon)
    #expect(undone.title == "logged Chili con carne" && undone.count == 2)
    #expect(try plan.store.dump("meal") == [] && plan.shown() == ["2026-02-10 Chili"])
    // Refused as a whole.
    let before = try plan.everything()
    var wrong = StoreFixture.meal("m")
    wrong.nutrition.energyKcal = -1
    #expect(
      try #require(throws: StoreError.self) { try plan.planner.log(wrong, for: chili.id, week: PlanFixture.week, at: noon) }.kind
        == .badData)
    #expect(try #require(throws: StoreError.self) { try plan.planner.log(wrong, for: "zz", week: PlanFixture.week, at: noon) }.kind == .no)
    #expect(try plan.everything() == before)
  }

  @Test func theHintOfARefusedUndoNamesThePlan() throws {
    try plan.add("Run")
    try plan.store.shell("UPDATE planner_item SET title = 'Walk'")
    #expect(try #require(throws: StoreError.self) { try plan.store.library.undo(at: noon) }.hint == "see what is there with: \(.plan)")
  }
}
