import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// SQL by others sees the documented views of a library and nothing else, and ends in time.
@Suite struct LibraryQueryTests {
  private let store: StoreFixture

  init() throws {
    store = try StoreFixture()
    try store.library.write { db in
      try db.execute(
        sql: """
          INSERT INTO meal(name, day, slot, energy_kcal) VALUES ('Soup', '2026-02-09', 'lunch', 250), ('Bread', '2026-02-10', 'dinner', 150);
          INSERT INTO day_summary(id, day, zone, steps, samples, rule_version) VALUES
            ('2026-02-09/a', '2026-02-09', 'UTC', 100, 5, 1), ('2026-02-09/b', '2026-02-09', 'UTC', 8214, 50, 1);
          INSERT INTO weight(id, day, kg, source) VALUES ('2026-02-09', '2026-02-09', 81.4, 'user'), ('2026-02-09/x', '2026-02-09', 90, 'scale');
          INSERT INTO planner_item(type, title, day) VALUES ('workout', 'Run', '2026-02-09');
          INSERT INTO day_note(day, text) VALUES ('2026-02-09', 'guests'), ('2026-02-10', '  ');
          """)
    }
  }

  private func run(_ sql: String, rows: Int = 100) throws -> LibraryQuery.Answer {
    try LibraryQuery(at: store.library.path, seconds: 0.5).run(sql, rows: rows)
  }

  private func fault(_ sql: String) throws -> LibraryQuery.Fault { try #require(throws: LibraryQuery.Fault.self) { try run(sql) } }

  @Test func theViewsHaveTheDocumentedColumns() throws {
    for view in LibraryView.all {
      let names = view.columns.map(\.name)
      #expect(try run("SELECT * FROM \(view.name)").columns == names, "\(view.name)")
      let stored = try store.library.read { db in try db.columns(in: view.name).map(\.name) }
      #expect(stored == names, "\(view.name)")
    }
  }

  @Test func daysAndWeightsAreThoseThatAreShown() throws {
    #expect(try run("SELECT day, steps FROM days").rows == [[.text("2026-02-09"), .real(8214)]])
    #expect(try run("SELECT kg, source FROM weights").rows == [[.real(81.4), .text("user")]])
    #expect(try run("SELECT count(*) FROM notes").rows == [[.integer(1)]])
  }

  @Test(arguments: [
    "SELECT name FROM meals ORDER BY name", "WITH m AS (SELECT name FROM meals) SELECT name FROM m ORDER BY 1;",
    "SELECT a.name FROM meals AS a JOIN meals AS b ON a.id = b.id -- all\n ORDER BY 1 ;; /* end */",
    "SELECT name FROM meals UNION SELECT 'Bread'",
    "SELECT DISTINCT name FROM (SELECT name FROM meals WHERE day > '2000-01-01') ORDER BY name",
    // Their rows are their arguments.
    "SELECT value FROM json_each('[\"Bread\", \"Soup\"]')",
    "SELECT atom FROM json_tree('{\"a\": \"Bread\", \"b\": \"Soup\"}') WHERE atom > ''",
  ])
  func queriesOverTheViewsWork(sql: String) throws {
    #expect(try run(sql).rows == [[.text("Bread")], [.text("Soup")]])
  }

  @Test(arguments: [
    "SELECT count(*) FROM meals", "SELECT count(*) FROM meals AS m, json_each('[1]')",
    "WITH c AS (SELECT 1 UNION ALL SELECT 2) SELECT count(*) FROM c",
    "SELECT count(*) FROM (SELECT 1 FROM meals)", "SELECT count(*) FROM json_each('[1, 2]')",
  ])
  func countingNeedsNoColumn(sql: String) throws {
    #expect(try run(sql).rows == [[.integer(2)]])
  }

  @Test func anEmptyViewCanBeCounted() throws {
    for view in LibraryView.all { #expect(try run("SELECT count(*) FROM \(view.name)").rows.count == 1) }
  }

  @Test(arguments: [
    "SELECT * FROM meal", "SELECT count(*) FROM browser_session", "SELECT 1 FROM sync_state", "SELECT * FROM main.meals",
    "SELECT name FROM main.meal",
    "SELECT sql FROM sqlite_schema", "SELECT * FROM sqlite_temp_schema", "SELECT * FROM temp.sqlite_master",
    "SELECT count(*) FROM sqlite_master",
    "WITH meals AS (SELECT * FROM meal) SELECT * FROM meals", "WITH meals AS (SELECT hash FROM browser_session) SELECT * FROM meals",
    "SELECT * FROM (SELECT * FROM meal) AS meals", "SELECT 1 WHERE 'x' IN (SELECT hash FROM browser_session)",
    "SELECT (SELECT name FROM meal LIMIT 1) FROM meals",
    "SELECT * FROM pragma_table_info('meal')", "SELECT count(*) FROM pragma_database_list", "PRAGMA user_version",
    "PRAGMA writable_schema = 1",
    "EXPLAIN SELECT * FROM meals", "EXPLAIN QUERY PLAN SELECT * FROM meals", "INSERT INTO meal(name) VALUES ('x')", "DELETE FROM meal",
    "UPDATE meal SET name = 'x'", "INSERT INTO meals(name) VALUES ('x')", "DROP VIEW meals", "DROP TABLE meal", "CREATE TABLE t(x)",
    "CREATE TEMP TABLE t(x)", "CREATE TEMP VIEW w AS SELECT * FROM meal", "ATTACH '/tmp/x.db' AS x", "DETACH main", "VACUUM",
    "VACUUM INTO '/tmp/x.db'",
    "BEGIN", "COMMIT", "SAVEPOINT s", "REINDEX", "ANALYZE", "SELECT load_extension('x')", "SELECT 1; DELETE FROM meal",
    "SELECT 1; SELECT 2",
    "SELECT name FROM meals; DROP TABLE meal", "WITH x AS (SELECT 1) DELETE FROM meal", "SELECT * FROM change_row",
    "SELECT id, json FROM foreign_record", "SELECT hash FROM browser_code",
    // Tables of SQLite's own, of which even the number of rows isn't the query's business.
    "SELECT count(*) FROM dbstat", "SELECT count(*) FROM DBSTAT", "SELECT count(*) FROM \"dbstat\" AS meals",
    "SELECT count(*) FROM dbstat('main')",
    "SELECT 1 FROM meals, dbstat", "SELECT EXISTS (SELECT 1 FROM dbstat)", "WITH x AS (SELECT count(*) FROM dbstat) SELECT * FROM x",
    "SELECT name FROM dbstat", "SELECT count(*) FROM sqlite_schema", "SELECT count(*) FROM temp.sqlite_schema",
    "SELECT count(*) FROM sqlite_stmt",
    "SELECT count(*) FROM sqlite_dbpage", "SELECT count(*) FROM bytecode", "SELECT count(*) FROM pragma_table_info('meal')",
    "SELECT count(*) FROM pragma_function_list", "SELECT count(*) FROM PRAGMA_module_list", "SELECT 1 FROM pragma_table_list",
  ])
  func everythingElseIsRefused(sql: String) throws {
    let fault = try fault(sql)
    // What isn't there at all is told as SQLite does.
    if case .wrong(let reason) = fault {
      #expect(reason.hasPrefix("no such table") || reason.hasPrefix("cannot"), "\(sql): \(reason)")
    } else {
      #expect(fault == .refused, "\(sql): \(fault)")
    }
    #expect(try store.library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM meal") } == 2)
  }

  @Test(arguments: ["", "  ", "-- nothing", ";", "SELECT", "SELECT nothing FROM meals", "hello", "SELECT * FROM unknown"])
  func wrongSQLSaysWhy(sql: String) throws {
    guard case .wrong(let reason) = try fault(sql) else {
      Issue.record("\(sql) is \(try fault(sql))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(arguments: [
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n) SELECT x FROM n ORDER BY -x",
  ])
  func aQueryWithoutEndIsStopped(sql: String) throws {
    #expect(try fault(sql) == .tookTooLong)
  }

  @Test func largeValuesAndTextsAreRefused() throws {
    #expect(try fault("SELECT zeroblob(1000000)") == .tooLarge)
    #expect(try fault("SELECT hex(zeroblob(100000))") == .tooLarge)
    #expect(try fault("SELECT 1" + String(repeating: " ", count: 10_000)) == .tooLarge)
    #expect(try fault("WITH RECURSIVE n(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM n) SELECT count(*) FROM n") == .tooLarge)
    guard case .wrong = try fault("SELECT 1\0") else {
      Issue.record("a NUL was taken")
      return
    }
  }

  @Test func longAnswersAreCut() throws {
    let numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 50) SELECT x FROM n"
    #expect(try run(numbers, rows: 10).isCut && run(numbers, rows: 10).rows.count == 10)
    #expect(try !run(numbers).isCut && run(numbers).rows.count == 50)
    let wide = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 90) SELECT printf('%.*c', 10000, 'x') FROM n"
    #expect(try run(wide).isCut && run(wide).rows.count < 40)
  }

  @Test func valuesKeepTheirKinds() throws {
    let answer = try run("SELECT NULL, 7, 1.5, 'a', x'0102'")
    #expect(answer.rows == [[.null, .integer(7), .real(1.5), .text("a"), .blob(2)]])
  }
}
