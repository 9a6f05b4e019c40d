import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// Commands on a library with numbers that no day has, and with settings that no user means: they show or say them, and never die of them.
@Suite("F3: days with numbers of any size") struct HostileDaysTests {
  private let person: Household

  init() throws {
    person = try Household(["TZ": "UTC"])
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "5").status == 0)
  }

  private static let reading = [
    "today", "today --json", "week", "week --json", "summary", "summary --columns all", "summary --json", "summary --csv",
    "summary --explain today",
    "summary --explain today --json", "summary --check", "plan show", "plan show --json", "plan export --format ics",
    "plan export --format phone",
    "plan match", "meals list", "weight list", "sources", "export -", "sync status", "queue list", "conflicts list", "doctor --offline",
  ]

  /// The library of an older hsync: without the triggers that hold rows to their bounds.
  private func write(_ sql: String) throws {
    let names = try person.sqlite("SELECT name FROM sqlite_schema WHERE name LIKE '%_bounded_on_%'").lines
    let made = try person.sqlite("SELECT sql || ';' FROM sqlite_schema WHERE name LIKE '%_bounded_on_%'").out
    #expect(!names.isEmpty)
    let outcome = try person.sqlite(names.map { "DROP TRIGGER \($0);" }.joined() + sql + ";" + made)
    #expect(outcome.status == 0, "\(outcome.err)")
  }

  private func everythingRuns(_ name: String) throws {
    for line in Self.reading {
      let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
      #expect([0, 1].contains(outcome.status), "\(name): \(line): \(outcome.status) \(outcome.err)")
    }
    for line in ["log --name Tea --kcal 1", "plan add workout Run", "weight log 70"] {
      let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
      #expect(outcome.status == 0, "\(name): \(line): \(outcome.status) \(outcome.err)")
    }
  }

  @Test(arguments: ["1e19", "9223372036854775807.0", "1e308", "9.3e18", "1000000000000000000000000000000.0"])
  func daysOfAnyNumberAreShown(number: String) throws {
    let columns = [
      "steps", "distance_m", "flights", "active_kcal", "basal_kcal", "exercise_min", "workout_min", "sleep_min", "heart_avg_bpm", "hrv_ms",
    ]
    let values = columns.map { _ in number }.joined(separator: ", ")
    try write(
      """
      INSERT INTO day_summary(id, day, zone, \(columns.joined(separator: ", ")), workouts, first_ms, last_ms, rule_version)
        VALUES (date('now') || '/d1', date('now'), 'UTC', \(values), 9223372036854775807, -9223372036854775808, 9223372036854775807, 1),
        (date('now', '-1 day') || '/d1', date('now', '-1 day'), 'UTC', \(values), 9223372036854775807, 0, 0, 1);
      INSERT INTO workout(id, activity, start_ms, end_ms, duration_min, energy_kcal, distance_m) VALUES
        ('w', 'running', strftime('%s', 'now') * 1000, 9223372036854775807, \(number), \(number), \(number)),
        ('v', 'running', strftime('%s', 'now') * 1000, 9223372036854775806, \(number), \(number), \(number)),
        ('u', 'running', -9223372036854775808, 9223372036854775807, \(number), \(number), \(number));
      INSERT INTO sleep_session(id, day, start_ms, end_ms, asleep_min, in_bed_min) VALUES
        ('s', date('now'), -9223372036854775808, 9223372036854775807, \(number), \(number));
      INSERT INTO planner_item(id, type, title, completed, completed_at_ms, created_at_ms) VALUES
        ('p', 'workout', 'Run', 1, 9223372036854775807, -9223372036854775808), ('q', 'workout', 'Walk', 0, NULL, 9223372036854775807);
      UPDATE meal SET created_at_ms = 9223372036854775807
      """)
    try everythingRuns(number)
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775806", "4611686018427387904", "-1"])
  func aClockOfAnyNumberStopsNoEdit(number: String) throws {
    #expect(try person.sqlite("UPDATE sync_state SET hlc = \(number), push_no = \(number); UPDATE outbox SET hlc = \(number)").status == 0)
    try everythingRuns(number)
    #expect(try person.hsync.run("undo").status == 0)
  }

  /// Every table with rows, all its numbers at once, as a person with the sqlite3 shell might leave them.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
  func aTableOfAnyNumbersEndsNoCommand(number: String) throws {
    let day = "2026-02-10"
    let export = try person.home.write(
      HealthExportFixture.apple([HealthExportFixture.steps(100, "Watch", day, "08:00", "08:10")]), to: "export.xml")
    for line in ["weight log 70", "plan add workout Run", "import \(export)"] {
      #expect(try person.hsync.run(line.split(separator: " ").map(String.init)).status == 0, "\(line)")
    }
    // A sync that ended today, one that goes on, and an old one.
    let runs = try person.sqlite(
      """
      INSERT INTO sync_run(reason, started, ended, pushed, pulled, rejected, bytes_up, bytes_down, requests) VALUES
        ('timer', 1, 2, 3, 4, 5, 6, 7, 8), ('person', strftime('%s', 'now') * 1000, strftime('%s', 'now') * 1000, 1, 2, 3, 4, 5, 6),
        ('timer', strftime('%s', 'now') * 1000, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
      """)
    #expect(runs.status == 0, "\(runs.err)")
    let triggers = try person.sqlite("SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'").out
    let made = try person.sqlite("SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'").out
    let columns = try person.sqlite(
      """
      SELECT t.name || ' ' || c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'grdb_migrations' AND c.type IN ('INTEGER', 'REAL')
      """
    ).lines.map { $0.split(separator: " ").map(String.init) }
    let whole = person.home.file("whole.db")
    #expect(try person.hsync.run("backup", whole).status == 0)
    for (table, columns) in Dictionary(grouping: columns, by: { $0[0] }) {
      // A column at a time, for one of them may refuse the number as a key.
      let updates = columns.map { "UPDATE OR IGNORE \(table) SET \($0[1]) = \(number);" }.joined()
      #expect(try person.hsync.run("restore", "--yes", whole).status == 0)
      _ = try person.sqlite("PRAGMA ignore_check_constraints = ON; \(triggers) \(updates) \(made)")
      let lines = [
        "today", "week --json", "summary", "summary --explain \(day)", "plan show", "meals list", "weight list", "sources", "export -",
        "sync status", "sync status --json",
        "queue list", "doctor --offline", "log --name Tea --kcal 1", "undo", "import \(export)",
      ]
      for line in lines {
        let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status < 128 && outcome.status != 70, "\(table): \(line): \(outcome.status) \(outcome.err)")
      }
    }
  }

  @Test func aFileWithExtremesLeavesThemOut() throws {
    let export = """
      <?xml version="1.0"?><HealthData><ExportDate value="2026-02-10 12:00:00 +0000"/>
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-02-10 08:00:00 +0000" \
      endDate="2026-02-10 09:00:00 +0000" value="1e19"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1e19" durationUnit="min" sourceName="Phone" \
      startDate="2026-02-10 08:00:00 +0000" endDate="2026-02-10 09:00:00 +0000"/>
      </HealthData>
      """
    let file = try person.home.write(Array(export.utf8), to: "export.xml")
    #expect(try person.hsync.run("import", file).status == 0)
    for line in ["summary --from 2026-02-01 --to 2026-02-28", "summary --explain 2026-02-10", "week 2026-02-10"] {
      let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
      #expect([0, 1, 64].contains(outcome.status), "\(line): \(outcome.status) \(outcome.err)")
    }
    #expect(try person.sqlite("SELECT count(*) FROM day_summary WHERE steps > 1000000 OR workout_min > 100000").out == "0\n")
  }

  @Test func settingsOfAnyNumberAreUsedOrRefused() throws {
    let values = [
      "0", "-1", "9007199254740993", "9223372036854775807", "9223372036854775808", "1e30", "nan", "1e308", "-1e308", "\"NaN\"", "\"-1\"",
    ]
    for setting in Setting.all {
      var refused: String?
      for value in values {
        let text = "[\(setting.section)]\n\(setting.key) = \(value)\n"
        let isUsed = (try? SettingValues(paths: Paths(environment: ["HOME": "/nowhere"]), text: text).found(setting)) != nil
        // The programs refuse every one of these alike, so the first stands for them.
        guard isUsed || refused == nil else { continue }
        if !isUsed { refused = value }
        try person.configure(text)
        for line in ["config list", "today"] {
          let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
          #expect([0, 78].contains(outcome.status), "\(setting.name) = \(value): \(line): \(outcome.status) \(outcome.err)")
        }
      }
    }
  }

  // MARK: Repair

  @Test(arguments: ["d3f1>c0a", "", "\u{1B}[2J", String(repeating: "a", count: 5000)])
  func aDeviceIDThatIsNoneIsSaidAndReplaced(id: String) throws {
    let backend = try RunningBackend()
    defer { backend.stop() }
    try person.logIn(to: backend)
    let sql = "PRAGMA ignore_check_constraints = ON; UPDATE sync_state SET device = '\(id)'"
    #expect(try person.sqlite(sql).status == 0)
    let sync = try person.hsync.run("sync")
    #expect(sync.status == 65 && sync.err.contains("hsync doctor --repair"), "\(sync.status) \(sync.err)")
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "1\n")
    #expect(try person.hsync.run("doctor", "--repair").out.contains("the id of this device can't be one"))
    #expect(try person.hsync.run("doctor", "--repair", "--yes").status == 0)
    let mended = try person.hsync.run("sync")
    #expect(mended.status == 0 && mended.out == "Sync Complete: Synced 1 record\n", "\(mended.out) \(mended.err)")
  }

  @Test func doctorSaysAndRepairs() throws {
    #expect(try person.hsync.run("doctor", "--repair").out == "nothing to repair\n")
    let sql = """
      UPDATE sync_state SET hlc = 9223372036854775807, push_no = -1, cursor = hex(zeroblob(1000));
      INSERT INTO in_flight VALUES (1, 1, x'00', x'01', 9, 1); CREATE TRIGGER mine AFTER INSERT ON meal BEGIN SELECT 1; END;
      """
    #expect(try person.sqlite(sql).status == 0)
    let checks = try JSON(parsing: person.hsync.run("doctor", "--offline", "--json").out)["checks"].array ?? []
    let repairable = checks.filter { $0["remedy"].string == "hsync doctor --repair" }
    #expect(repairable.compactMap { $0["check"].string } == ["clock", "sync", "sync", "sync", "schema"], "\(repairable.map(\.text))")
    let said = try person.hsync.run("doctor", "--repair")
    #expect(said.status == 1 && said.err.contains("hsync doctor --repair --yes"), "\(said.err)")
    #expect(said.lines.count == 10 && said.lines[1].hasPrefix("  would: set them to now"), "\(said.out)")
    #expect(try JSON(parsing: person.hsync.run("doctor", "--repair", "--json").out)["kept"].isNull)
    #expect(try person.sqlite("SELECT push_no FROM sync_state").out == "-1\n")
    let done = try JSON(parsing: person.hsync.run("doctor", "--repair", "--yes", "--json").out)
    #expect(done["repairs"].array?.count == 5 && done["repairs"].array?.allSatisfy { $0["done"].bool == true } == true)
    let kept = try #require(done["kept"].string)
    #expect(try JSON(parsing: ProjectFiles.bytes(kept))["replaced"].array?.count == 5)
    let rights = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    #expect(try person.hsync.run("doctor", "--repair").out == "nothing to repair\n")
    #expect(try person.sqlite("SELECT name FROM meal").out == "Soup\n")
    #expect(try person.hsync.run("doctor", "--yes").status == 64)
  }
}
