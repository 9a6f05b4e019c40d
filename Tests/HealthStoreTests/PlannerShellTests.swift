import GRDB
import HealthModel
import Testing
import TestSupport
import WeekPlan

@testable import HealthStore

/// The plan's tables as a bare `sqlite3` shell sees them.
@Suite struct PlannerShellTests {
  private let plan: PlanFixture
  private var store: StoreFixture { plan.store }

  init() throws { plan = try PlanFixture() }

  @Test func aTypeAndATitleAreAWholeItem() throws {
    // Nine hours behind, so that today there is often another day than in UTC.
    try store.shell("INSERT INTO planner_item(type, title) VALUES ('workout', 'Run')", zone: "AKST9")
    try store.shell("INSERT INTO day_note(text) VALUES ('rest')", zone: "AKST9")
    let today = try store.shell("SELECT date('now', 'localtime')", zone: "AKST9")
    let items = try plan.planner.items(from: PlanFixture.day(today).adding(-1), through: PlanFixture.day(today).adding(1))
    let item = try #require(items.first)
    #expect(item.title == "Run" && item.kind == .workout && item.day.description == today && !item.isCompleted && item.createdAtMs > 0)
    #expect(item.id.count == 32 && ShortID.isWellFormed(item.shortID))
    #expect(try store.text("SELECT day, text FROM day_note") == ["\(today)|rest"])
    #expect(Set(try store.queued()) == ["planner_item|\(item.id)", "day_note|\(today)"])
    try store.shell("UPDATE planner_item SET completed = 1")
    let done = try plan.planner.item(matching: item.shortID, in: PlanFixture.week)
    #expect(done.isCompleted && done.completedAtMs == nil, "a bare tick has no time")
    try store.shell("UPDATE planner_item SET completed_at_ms = 5; UPDATE planner_item SET completed = 0")
    #expect(try plan.planner.item(matching: item.shortID, in: PlanFixture.week).completedAtMs == nil)
  }

  @Test func manyItemsHaveManyShortIDs() throws {
    try store.shell(
      """
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO planner_item(type, title) SELECT 'workout', 'Run ' || i FROM n
      """)
    let ids = try store.text("SELECT short_id FROM planner_item")
    #expect(Set(ids).count == 2000 && ids.allSatisfy(ShortID.isWellFormed))
    #expect(Set(ids.joined()) == Set(ShortID.alphabet), "each letter is used")
  }

  @Test(arguments: ["NULL", "''", "'abc'", "'ABC23456'", "'abc234561'", "'abc2345o'", "'taken234'"])
  func aShortIDThatDoesNotFitIsReplaced(given: String) throws {
    try store.shell("INSERT INTO planner_item(id, short_id, type, title) VALUES ('a', 'taken234', 'workout', 'Run')")
    try store.shell("INSERT INTO planner_item(id, short_id, type, title) VALUES ('b', \(given), 'workout', 'Lift')")
    let ids = try store.text("SELECT short_id FROM planner_item ORDER BY id")
    #expect(ids[0] == "taken234" && ids[1] != ids[0] && ids.allSatisfy(ShortID.isWellFormed))
  }

  @Test func aShortIDCanBeChosenButNotTaken() throws {
    try store.shell("INSERT INTO planner_item(id, type, title) VALUES ('a', 'workout', 'Run'), ('b', 'workout', 'Lift')")
    try store.shell("UPDATE planner_item SET short_id = 'mychange' WHERE id = 'a'")
    #expect(try store.text("SELECT short_id FROM planner_item WHERE id = 'a'") == ["mychange"])
    for bad in ["'mychange'", "NULL", "'x'"] {
      let said = try store.shell("UPDATE planner_item SET short_id = \(bad) WHERE id = 'b'", fails: true)
      #expect(said.contains("short_id must be 8 of \(ShortID.alphabet) that no other item has"))
    }
  }

  @Test(arguments: [
    ("type, title", "'walk', 'x'", "type must be workout or meal"),
    ("type, title", "'meal', 'x'", "a meal must have a meal_type, a workout none"),
    ("type, meal_type, title", "'meal', 'brunch', 'x'", "meal_type must be breakfast, lunch, dinner or snack"),
    ("type, meal_type, title", "'workout', 'lunch', 'x'", "a meal must have a meal_type, a workout none"),
    ("type, title", "'workout', ' ' || char(9, 10)", "title must be 1-500 characters"),
    ("type, title", "'workout', hex(zeroblob(251))", "title must be 1-500 characters"),
    ("type, title, day", "'workout', 'x', '2026-02-30'", "day must be a date, YYYY-MM-DD"),
    ("type, title, completed", "'workout', 'x', 2", "completed must be 0 or 1"),
    ("type, title, repeat", "'workout', 'x', 'daily'", "repeat must be weekly or NULL"),
    ("type, title, repeat_until", "'workout', 'x', 'never'", "repeat_until must be a date, YYYY-MM-DD"),
    (
      "type, title, day, repeat, repeat_until", "'workout', 'x', '2026-02-10', 'weekly', '2026-02-09'",
      "repeat_until must not be before day"
    ),
    ("type, title, repeat, repeat_of", "'workout', 'x', 'weekly', 'a'", "an occurrence (repeat_of) can't repeat"),
    ("type, title, skipped", "'workout', 'x', 1", "only an occurrence (repeat_of) can be skipped"),
    ("type, title, extra", "'workout', 'x', '[]'", "extra must be a JSON object"),
    ("id, type, title", "'', 'workout', 'x'", "id must be 1-200 characters"),
  ])
  func whatDoesNotFitIsRefusedWithAReason(columns: String, values: String, reason: String) throws {
    let said = try store.shell("INSERT INTO planner_item(\(columns)) VALUES (\(values))", fails: true)
    #expect(said.contains("CHECK constraint failed: \(reason)"), "\(said)")
    #expect(try store.dump("planner_item") == [] && store.queued() == [])
  }

  /// The frozen letters of the schema are those of the model.
  @Test func theSchemasLettersAreTheModels() throws {
    let sql = try store.text("SELECT sql FROM sqlite_schema WHERE name IN ('planner_item', 'planner_item_named')").joined()
    #expect(sql.contains("substr('\(ShortID.alphabet)', 1 + abs(random() % \(ShortID.alphabet.count)), 1)"))
    #expect(sql.contains("length(NEW.short_id) <> \(ShortID.length)") && sql.contains("length(title) <= \(PlanItem.longestTitle)"))
  }

  /// Of 2,000 items only those that concern the days are touched.
  @Test func readingAWeekUsesItsIndexes() throws {
    let days: StatementArguments = ["2026-02-09", "2026-02-15"]
    for (sql, arguments, index) in [
      (PlanReader.itemsOfDays, days, "SEARCH p USING INDEX planner_item_by_day (day>? AND day<?)"),
      (PlanReader.seriesOfDays, days, "SEARCH p USING INDEX planner_item_repeats (day<?)"),
      (PlanReader.replacedOfDays, days + ["2026-02-09", "2026-02-15"], "SEARCH o USING PRIMARY KEY (id>? AND id<?)"),
    ] {
      let steps = try store.library.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] as String }
      }
      #expect(steps.contains(index), "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
    }
  }
}
