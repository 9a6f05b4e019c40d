import HealthModel
import Testing
import WeekPlan

@testable import HealthStore

/// A library with a plan, and how tests tell what is in it. Week 7 of 2026 is 9 to 15 February; `StoreFixture.noon` is its Tuesday.
struct PlanFixture {
  let store: StoreFixture
  var planner: Planner { Planner(store.library) }

  static let week = ISOWeek(of: StoreFixture.noon.day)

  init() throws { store = try StoreFixture() }

  static func day(_ text: String) throws -> Day { try #require(Day(text)) }

  /// Does edits as one change called "planned".
  @discardableResult
  func apply(_ edits: PlanEdit..., at now: Moment = StoreFixture.noon) throws -> [PlanOutcome] {
    try planner.apply(edits, title: "planned", week: PlanFixture.week, at: now)
  }

  /// Plans a workout and returns it.
  @discardableResult
  func add(
    _ title: String, _ day: String = "2026-02-10", kind: PlanItem.Kind = .workout, repeats: PlanItem.Repeat? = nil,
    at now: Moment = StoreFixture.noon
  ) throws -> PlanItem {
    let outcome = try apply(.add(kind: kind, title: title, day: try PlanFixture.day(day), repeats: repeats), at: now)
    guard case .added(let item) = try #require(outcome.first) else { throw StoreFixtureError() }
    return item
  }

  /// Plans Yoga each Tuesday from 3 February on, and returns the series.
  func addSeries(until: String? = nil) throws -> PlanItem {
    try add("Yoga", "2026-02-03", repeats: .weekly(until: until.flatMap { Day($0) }))
  }

  /// Returns the items of some weeks: `2026-02-10 Run`, with an x if done.
  func shown(_ first: String = "2026-02-09", _ last: String = "2026-02-15") throws -> [String] {
    try planner.items(from: PlanFixture.day(first), through: PlanFixture.day(last))
      .map { "\($0.day) \($0.title)\($0.isCompleted ? " x" : "")" }
  }

  /// Returns the failure of an edit that writes nothing.
  func failure(_ edits: PlanEdit...) throws -> PlanFailure {
    let before = try everything()
    let failure = try #require(throws: PlanFailure.self) {
      try planner.apply(edits, title: "planned", week: PlanFixture.week, at: StoreFixture.noon)
    }
    #expect(try everything() == before)
    return failure
  }

  func everything() throws -> [String] {
    try ["planner_item", "day_note", "outbox", "change", "change_row", "sync_state"].flatMap { try store.dump($0) }
  }

  struct StoreFixtureError: Error {}
}
