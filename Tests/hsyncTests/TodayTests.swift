import Foundation
import HealthModel
import TestSupport
import Testing

@testable import hsync

/// `hsync today`: cards, meals beside the plan, in terminals of any width and in pipes.
@Suite struct TodayTests {
  private let person: Household

  init() throws { person = try Household() }

  /// A day on which there is something of everything, with the two days before it.
  private func fillDay() throws {
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite(
      """
      INSERT INTO day_summary(id, day, zone, steps, active_kcal, workouts, workout_min, sleep_min, rule_version) VALUES
        (date('now') || '/x', date('now'), 'UTC', 8214, 412, 1, 45, 432, 1),
        (date('now', '-1 day') || '/x', date('now', '-1 day'), 'UTC', 4107, 200, 0, 0, 400, 1),
        (date('now', '-2 day') || '/x', date('now', '-2 day'), 'UTC', 12000, 700, 2, 90, NULL, 1);
      INSERT INTO meal(name, brand, slot, energy_kcal, servings, grams, protein_g) VALUES ('Oat Crunch', 'Hearth', 'breakfast', 148, 1, 40, 5);
      INSERT INTO meal(name, slot, energy_kcal) VALUES ('Soup', 'lunch', 250);
      INSERT INTO planner_item(type, meal_type, title) VALUES
        ('meal', 'breakfast', 'oat crunch'), ('meal', 'lunch', 'Lunch'), ('meal', 'dinner', 'Chili sin carne');
      INSERT INTO planner_item(type, title, completed) VALUES ('workout', 'Run 5 km', 1), ('workout', 'Stretch', 0);
      INSERT INTO day_note(text) VALUES ('call Jo' || char(10) || 'buy oats');
      """)
  }

  /// Returns the lines shown on a terminal of so many columns.
  private func shown(_ columns: Int, _ arguments: String..., environment: [String: String] = [:]) throws -> [String] {
    try person.hsync.runOnTerminal(columns: columns, arguments, environment: environment)
  }

  @Test func anEmptyDayIsNotKnown() throws {
    let outcome = try person.hsync.run("today")
    #expect(outcome.err.isEmpty)
    #expect(
      outcome.lines.dropFirst() == [
        "  no health data in 7 days, no source connected: hsync import FILE, or hsync config set health.folders FOLDER",
        "  no health data today", "  nothing logged", "Never synced",
      ])
    let json = try JSON(parsing: person.hsync.run("today", "--json").out)
    for key in ["steps", "active_kcal", "workouts", "workout_min", "sleep_min"] { #expect(json[key] == .null, "\(key)") }
    #expect(json["plan"].text == #"{"items":[],"note":null}"#)
  }

  /// The same facts as on a terminal, a line each, nothing that is only there to look at.
  @Test func aPipeGetsPlainLines() throws {
    try fillDay()
    let outcome = try person.hsync.run("today")
    #expect(outcome.err.isEmpty)
    #expect(!outcome.out.contains("\u{1B}"))
    #expect(!outcome.out.contains { "▁▂▃▄▅▆▇█…".contains($0) })
    #expect(outcome.lines.contains("  8,214 steps, 412 active kcal, 1 workout (45 min), 7 h 12 sleep"))
    #expect(outcome.lines.contains { $0.hasPrefix("  ✓ ") && $0.contains("breakfast  Oat Crunch · Hearth") && $0.contains("148 kcal") })
    #expect(
      outcome.lines.contains { $0.hasPrefix("  ○ ") && $0.contains("dinner") && $0.contains("Chili sin carne") && $0.contains("planned") })
    #expect(outcome.lines.contains { $0.hasPrefix("  total 398 kcal") })
    #expect(outcome.lines.contains { $0.hasPrefix("  ✓") && $0.contains("workout  Run 5 km  ") && $0.contains("done") })
    #expect(outcome.lines.contains { $0.hasPrefix("  ○") && $0.contains("workout  Stretch") && $0.contains("planned") })
    #expect(outcome.lines.contains("  note: call Jo") && outcome.lines.contains("        buy oats"))
  }

  /// A planned meal is one line with what was eaten for it, whether it was named or only called lunch; it counts though nobody ticked it.
  @Test func whatWasPlannedAndEatenIsOneLine() throws {
    try fillDay()
    let lines = try person.hsync.run("today").lines
    #expect(lines.count { $0.lowercased().contains("oat crunch") } == 1)
    #expect(lines.count { $0.contains("  lunch  ") } == 1)
    #expect(lines.contains { $0.hasPrefix("  ✓ ") && $0.contains("Soup") })
    try person.sqlite("DELETE FROM meal WHERE name = 'Soup'")
    #expect(try person.hsync.run("today").lines.contains { $0.hasPrefix("  ○ ") && $0.contains("Lunch") && $0.contains("planned") })
    try person.sqlite("UPDATE planner_item SET completed = 1 WHERE title = 'Lunch'")
    #expect(try person.hsync.run("today").lines.contains { $0.hasPrefix("  ✓ ") && $0.contains("Lunch") && $0.contains("done") })
  }

  @Test func theJSONHasThePlan() throws {
    try fillDay()
    let json = try JSON(parsing: person.hsync.run("today", "--json").out)
    let items = try #require(json["plan"]["items"].array)
    #expect(Set(items.compactMap { $0["title"].string }) == ["oat crunch", "Lunch", "Chili sin carne", "Run 5 km", "Stretch"])
    #expect(items.allSatisfy { $0["day"] == json["day"] })
    #expect(json["plan"]["note"].string == "call Jo\nbuy oats")
    // Other days' are not this day's.
    try person.sqlite("INSERT INTO planner_item(type, title, day) VALUES ('workout', 'Swim', date('now', '+1 day'))")
    #expect(try JSON(parsing: person.hsync.run("today", "--json").out)["plan"]["items"].array?.count == 5)
  }

  /// The JSON counts them all; counting a hundred thousand for people would take longer than all the rest.
  @Test func manyRecordsThatWaitAreMany() throws {
    #expect(try person.hsync.run("today").status == 0)
    func add(_ count: Int) throws {
      try person.sqlite(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO meal(name, day) SELECT 'Soup', '2026-02-10' FROM n"
      )
    }
    try add(1000)
    #expect(try person.hsync.run("today").lines.last == "Never synced, 1000 records wait")
    try add(500)
    #expect(try person.hsync.run("today").lines.last == "Never synced, more than 1,000 records wait")
    #expect(try JSON(parsing: person.hsync.run("today", "--json").out)["queue"]["pending"].int == 1500)
  }

  @Test(arguments: [40, 58, 80, 200])
  func linesFitTheTerminal(columns: Int) throws {
    try fillDay()
    try person.sqlite(
      """
      INSERT INTO meal(name, brand, slot, energy_kcal) VALUES
        ('Grilled aubergines with tahini, pomegranate and a great deal of parsley, twice', 'A brand with a very long name indeed', 'dinner', 9999),
        ('鶏の唐揚げ弁当、大盛り、味噌汁と漬物付き、期間限定の特別なもの 🍱🍱', '大きなお弁当屋さん', 'dinner', 1204);
      INSERT INTO planner_item(type, title) VALUES ('workout', '泳ぐ ' || printf('%.*c', 60, 'x'));
      """)
    let lines = try shown(columns, "today")
    for line in lines { #expect(Columns.width(of: line) <= columns, "\(line)") }
    let text = lines.joined(separator: "\n")
    for fact in ["8,214", "412", "1 (45 min)", "7 h 12", "Chili", "9999 kcal", "Stretch", "Never synced"] {
      #expect(text.contains(fact), "\(fact): \(text)")
    }
    #expect(text.contains { "▁▂▃▄▅▆▇█".contains($0) })
    #expect(text.contains("…") == (columns < 200))
    #expect(lines.contains { $0.contains("steps") && $0.contains("sleep") } == (columns >= 58), "cards stand beside each other")
    #expect(text.contains("mean ") == (columns == 200))
  }

  @Test func coloursAreForTerminalsThatWantThem() throws {
    try fillDay()
    #expect(try shown(80, "today").contains { $0.contains("\u{1B}[") })
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let lines = try shown(80, "today", environment: environment)
      #expect(!lines.contains { $0.contains("\u{1B}") }, "\(lines)")
      #expect(lines.contains { $0.contains("8,214") })
    }
  }

  @Test func withoutHealthDataATerminalSaysHowToGetSome() throws {
    for columns in [40, 80] {
      let lines = try shown(columns, "today")
      #expect(lines.contains { $0.contains("no health data in 7 days") && (columns < 80 || $0.contains("hsync import FILE")) }, "\(lines)")
      #expect(!lines.contains { $0.contains("▁") })
    }
    try fillDay()
    #expect(try !shown(80, "today").contains { $0.contains("no health data") })
  }

  @Test func aSourceThatIsNotGrantedIsSaidOverTheFigures() throws {
    try fillDay()
    let folder = person.home.file("Health")
    #expect(try person.hsync.run("config", "set", "health.folders", folder).status == 0)
    let denied = try person.hsync.run("today")
    #expect(denied.status == 0 && denied.lines[1].hasPrefix("  the source \(folder) is not granted: there is no such folder"))
    #expect(denied.lines[2].hasPrefix("  8,214 steps"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try !person.hsync.run("today").out.contains("not granted"))
  }

  /// Names come from foreign databases: none may clear the screen or break the table.
  @Test func aNameCannotSteerTheTerminal() throws {
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite(
      """
      INSERT INTO meal(name, energy_kcal) VALUES ('Soup' || char(27) || '[2J' || char(10) || 'total 1 kcal', 250);
      INSERT INTO planner_item(type, title) VALUES ('workout', 'Run' || char(13, 10) || 'fast' || char(7));
      """)
    for lines in [try shown(80, "today", environment: ["NO_COLOR": "1"]), try person.hsync.run("today").lines] {
      #expect(!lines.contains { $0.contains("\u{1B}") || $0.contains("\u{7}") })
      #expect(lines.count { $0.contains("total") } == 2)
      #expect(lines.contains { $0.contains("Soup [2J total 1 kcal") })
      #expect(lines.contains { $0.contains("Run") && $0.contains("fast") })
    }
  }
}
