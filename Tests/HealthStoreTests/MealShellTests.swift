import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// The columns of a meal that may be left out in the plain `sqlite3` shell, and the values that are refused there.
@Suite struct MealShellTests {
  private let store: StoreFixture
  private let paris = "CET-1CEST,M3.5.0,M10.5.0/3"
  private let newYork = "EST5EDT,M3.2.0,M11.1.0"

  init() throws { store = try StoreFixture() }

  private func row(_ id: String = "a") throws -> String {
    try store.text("SELECT day, eaten_at_ms, utc_offset_min, slot FROM meal WHERE id = '\(id)'").joined()
  }

  @Test func aNameIsEnough() throws {
    try store.shell("INSERT INTO meal(name) VALUES ('Apple')", zone: newYork)
    let meal = try #require(try store.meals.recentFoods(limit: 1).first)
    #expect(meal.id.count == 32)
    #expect(meal.provenance == .manual)
    #expect(meal.slot == MealSlot(usualAt: meal.eatenAt))
    #expect([-300, -240].contains(meal.eatenAt.utcOffsetMin))
    #expect(meal.nutrition.isEmpty)
    // Made and eaten in the same statement.
    #expect(meal.createdAtMs == meal.eatenAt.ms)
    #expect(try store.text("SELECT day FROM meal") == [meal.eatenAt.day.description])
  }

  @Test func aDayAloneIsLunchThere() throws {
    try store.shell("INSERT INTO meal(id, name, day) VALUES ('a', 'Soup', '2026-07-10')", zone: paris)
    #expect(try row() == "2026-07-10|1783679400000|120|lunch")  // 10:30 UTC
    try store.shell("INSERT INTO meal(id, name, day) VALUES ('b', 'Soup', '2026-01-10')", zone: paris)
    #expect(try row("b") == "2026-01-10|1768044600000|60|lunch")  // 11:30 UTC
  }

  @Test(arguments: [("breakfast", 480), ("brunch", 630), ("lunch", 750), ("snack", 960), ("dinner", 1140)])
  func aDayAndASlotGetTheUsualTimeOfTheSlot(slot: String, minute: Int) throws {
    try store.shell("INSERT INTO meal(id, name, day, slot) VALUES ('a', 'Soup', '2026-07-10', '\(slot)')", zone: newYork)
    let meal = try store.meals.meal(matching: "a")
    #expect(meal.eatenAt.day == Day("2026-07-10"))
    #expect(meal.eatenAt.minuteOfDay == minute)
    #expect(meal.eatenAt.utcOffsetMin == -240)
    #expect(meal.slot.rawValue == slot)
  }

  @Test func aTimeAloneGetsItsLocalDayOffsetAndSlot() throws {
    // 2026-07-10 23:30 UTC: the next day in Paris, with summer time whatever season the test runs in.
    try store.shell("INSERT INTO meal(id, name, eaten_at_ms) VALUES ('a', 'Soup', 1783726200000)", zone: paris)
    #expect(try row() == "2026-07-11|1783726200000|120|snack")
    try store.shell("INSERT INTO meal(id, name, eaten_at_ms) VALUES ('b', 'Soup', 1783726200000)", zone: newYork)
    #expect(try row("b") == "2026-07-10|1783726200000|-240|dinner")
  }

  @Test func aGivenOffsetIsKept() throws {
    try store.shell("INSERT INTO meal(id, name, day, utc_offset_min) VALUES ('a', 'Soup', '2026-07-10', -600)", zone: paris)
    #expect(try row() == "2026-07-10|1783722600000|-600|lunch")
    try store.shell("INSERT INTO meal(id, name, eaten_at_ms, utc_offset_min) VALUES ('b', 'Soup', 1783726200000, 330)", zone: paris)
    #expect(try row("b") == "2026-07-11|1783726200000|330|breakfast")
  }

  @Test func everythingGivenIsKept() throws {
    try store.shell(
      "INSERT INTO meal(id, name, day, eaten_at_ms, utc_offset_min, slot) VALUES ('a', 'Soup', '2026-02-10', 1770721380000, 60, 'snack')")
    #expect(try row() == "2026-02-10|1770721380000|60|snack")
  }

  @Test func aDayAndATimeThatDisagreeAreRefused() throws {
    let said = try store.shell("INSERT INTO meal(name, day, eaten_at_ms) VALUES ('Soup', '2026-07-10', 1770721380000)", fails: true)
    #expect(said.contains("day must be the local day of eaten_at_ms"))
    #expect(try store.dump("meal") == [])
  }

  @Test func movingAMealToAnotherDayOrTimeWorksOutTheRest() throws {
    try store.meals.log([StoreFixture.meal("a")], at: StoreFixture.noon)
    try store.shell("UPDATE meal SET day = '2026-02-11' WHERE id = 'a'", fails: true)
    try store.shell("UPDATE meal SET day = '2026-02-11', eaten_at_ms = NULL WHERE id = 'a'")
    #expect(try row() == "2026-02-11|1770809400000|60|lunch")
    try store.shell("UPDATE meal SET eaten_at_ms = 1770721380000, day = NULL, slot = NULL WHERE id = 'a'")
    #expect(try row() == "2026-02-10|1770721380000|60|lunch")
    #expect(try store.queued() == ["meal|a"])
  }

  @Test func itWorksWithRecursiveTriggersToo() throws {
    try store.shell("PRAGMA recursive_triggers = ON; INSERT INTO meal(id, name, day) VALUES ('a', 'Soup', '2026-07-10')", zone: paris)
    #expect(try row() == "2026-07-10|1783679400000|120|lunch")
    #expect(try store.queued() == ["meal|a"])
  }

  @Test(
    arguments: [
      ("name", "''", "name must not be empty"), ("name", "'  '", "name must not be empty"), ("name", "NULL", "NOT NULL"),
      ("id", "''", "id must be 1-200 characters"), ("id", "NULL", "NOT NULL"), ("day", "'10.2.2026'", "day must be a date"),
      ("day", "'2026-02-30'", "day must be a date"), ("slot", "'elevenses'", "slot must be"), ("energy_kcal", "-1", "energy_kcal must be"),
      ("energy_kcal", "9999.5", "energy_kcal must be"), ("energy_kcal", "'a lot'", "cannot store TEXT"),
      ("energy_kcal", "9e999", "must be"), ("protein_g", "-0.1", "protein_g must be"),
      ("servings", "0", "servings must be"), ("grams", "-5", "grams must be"),
      ("gtin", "'95200x'", "gtin must be"), ("gtin", "''", "gtin must be"), ("basis", "'100 g'", "basis must be"),
      ("doubts", "'{}'", "doubts must be"), ("doubts", "'x'", "doubts must be"), ("extra", "'[]'", "extra must be"),
      ("extra", "'{'", "extra must be"), ("utc_offset_min", "900", "utc_offset_min must be"), ("eaten_at_ms", "-1", "eaten_at_ms must be"),
      ("eaten_at_ms", "1.5", "cannot store REAL"),
    ] as [(String, String, String)])
  func aValueOutOfRangeIsRefusedWithItsReason(column: String, value: String, reason: String) throws {
    try store.meals.log([StoreFixture.meal("a")], at: StoreFixture.noon)
    let before = try store.dump("meal") + store.dump("outbox")
    let said = try store.shell("UPDATE meal SET \(column) = \(value)", fails: true)
    #expect(said.contains(reason), "\(said)")
    #expect(try store.dump("meal") + store.dump("outbox") == before)
  }
}
