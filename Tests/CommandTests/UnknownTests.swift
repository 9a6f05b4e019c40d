import HealthModel
import TestSupport
import Testing

/// What isn't known is said, and never shown as zero.
@Suite struct UnknownTests {
  private let person: Household

  init() throws {
    person = try Household()
    try #require(person.hsync.run("today").status == 0)
  }

  /// Adds days of health data, `offset` days from today.
  private func day(_ offset: Int, _ columns: String, _ values: String) throws {
    let day = "date('now', '\(offset) day')"
    try person.sqlite(
      "INSERT INTO day_summary(id, day, zone, rule_version, \(columns)) VALUES (\(day) || '/x', \(day), 'UTC', 1, \(values))")
  }

  @Test func aDayShowsOnlyWhatIsKnown() throws {
    #expect(try person.hsync.run("today").lines[2] == "  no health data today")
    let screen = try person.hsync.runOnTerminal(columns: 100, ["today"], environment: ["NO_COLOR": "1"]).joined(separator: "\n")
    #expect(screen.contains("–") && !screen.contains("0 min"), "\(screen)")
    try day(0, "steps", "812")
    #expect(try person.hsync.run("today").lines[1] == "  812 steps", "a phone knows of no workouts and no sleep")
    try person.sqlite("UPDATE day_summary SET heart_avg_bpm = 61")
    #expect(try person.hsync.run("today").lines[1] == "  812 steps, 0 workouts", "a watch was worn")
    #expect(try JSON(parsing: person.hsync.run("today", "--json").out)["workouts"].int == 0)
  }

  @Test func olderDataAreNamed() throws {
    try day(-20, "steps", "100")
    let day = try person.value("SELECT date('now', '-20 day')")
    #expect(try person.hsync.run("today").lines[1].hasPrefix("  no health data in 7 days (the latest is of \(day)), no source connected"))
  }

  @Test func restDaysOfAWornWatchHaveNoWorkouts() throws {
    try day(0, "steps, heart_avg_bpm", "100, 60")
    try day(-1, "steps", "100")
    let csv = try person.hsync.run("summary", "--csv", "--columns", "workouts,workout_min").lines
    #expect(csv.suffix(2).map { $0.drop { $0 != "," } } == [",,", ",0,0"])
    let table = try person.hsync.run("summary").lines
    #expect(table.last?.contains(" 0 ") == true && table.dropLast().last?.contains(" – ") == true, "\(table)")
  }

  @Test func totalsSayWhatTheyLack() throws {
    try person.sqlite(
      """
      INSERT INTO meal(name, energy_kcal, protein_g, carbs_g, fat_g) VALUES ('Rice', 400, 10, 80, 4);
      INSERT INTO meal(name) VALUES ('Buffet');
      """)
    let notes = ["  1 meal without all macros", "  1 meal without calories"]
    for command in ["today", "meals"] {
      let lines = try person.hsync.run(command).lines
      let place = try #require(lines.firstIndex { $0.hasPrefix("  total 400 kcal") }, "\(command)")
      #expect(Array(lines[place...].dropFirst().prefix(2)) == notes, "\(command): \(lines)")
      let unknown = try JSON(parsing: person.hsync.run(command, "--json").out)["unknown"]
      #expect(unknown.text == #"{"meals_without_energy":1,"meals_without_macros":1,"kcal_without_macros":0}"#, "\(command)")
    }
    let week = try person.hsync.run("week")
    #expect(
      week.out.contains("400 kcal + ?") && week.lines.suffix(2) == ["1 meal without all macros", "1 meal without calories"], "\(week.out)")
    #expect(try JSON(parsing: person.hsync.run("week", "--json").out)["sum"]["unknown"]["meals_without_energy"].int == 1)
    try person.sqlite("DELETE FROM meal WHERE name = 'Rice'")
    #expect(try person.hsync.run("today").out.contains("  total ? kcal\n"), "it was 0 kcal")
    #expect(try JSON(parsing: person.hsync.run("today", "--json").out)["total"]["energy_kcal"] == .null)
  }

  /// The plan is younger than the meals and the weights.
  @Test func picturesOfAPlanHaveWhatWasBeforeIt() throws {
    for (offset, kcal) in [(-20, 1185), (-18, 2624)] {
      try person.sqlite("INSERT INTO meal(name, energy_kcal, day) VALUES ('Lunch', \(kcal), date('now', '\(offset) day'))")
    }
    let answers = DietCommandTests.answers.split(separator: " ").map(String.init)
    try #require(person.hsync.run(["diet", "setup"] + answers).status == 0)
    let svg = try person.hsync.run("diet", "history", "--svg", "-").out
    #expect(svg.contains("1,185") && svg.contains("2,624"), "they were drawn as no data")
    #expect(try person.hsync.run("diet").lines.contains("not weighed today"))
  }

  @Test func aDietDayOfUnknownMealsIsNotZero() throws {
    let answers = DietCommandTests.answers.split(separator: " ").map(String.init)
    try #require(person.hsync.run(["diet", "setup"] + answers).status == 0)
    try person.sqlite("INSERT INTO meal(name) VALUES ('Buffet')")
    let lines = try person.hsync.run("diet", "history").lines
    #expect(
      lines.suffix(2) == ["1 meal without all macros", "1 meal without calories"] && lines.dropLast(2).last?.contains(" ? ") == true,
      "\(lines)")
    let json = try JSON(parsing: person.hsync.run("diet", "--json").out)
    #expect(json["eaten"]["energy_kcal"] == .null && json["unknown"]["meals_without_energy"].int == 1)
    #expect(try person.hsync.run("diet").out.contains("? / "))
  }

  // MARK: - Scripts

  @Test func aScriptThatIsAppliedTwicePlansOnce() throws {
    let script = """
      {"op":"add","type":"workout","title":"Run","day":"2026-02-10"}
      {"op":"add","type":"workout","title":"Run","day":"2026-02-10"}
      {"op":"add","type":"meal","meal_type":"dinner","title":"Chili","day":"2026-02-10"}
      {"op":"add","type":"meal","meal_type":"lunch","title":"Chili","day":"2026-02-10"}
      {"op":"add","type":"workout","title":"Yoga","day":"2026-02-12","repeat":"weekly"}
      """
    let items = ["2026-02-10 Chili", "2026-02-10 Chili", "2026-02-10 Run", "2026-02-10 Run", "2026-02-12 Yoga"]
    #expect(try person.planned("apply -", input: script).out == "5 added\n", "two equal lines plan two")
    #expect(try person.items("2026-W07").sorted() == items)
    #expect(try person.planned("apply - --dry-run", input: script).out == "would be: 5 already planned\n")
    #expect(try person.planned("apply -", input: script).out == "5 already planned\n", "35 items were doubled")
    #expect(try person.items("2026-W07").sorted() == items)
    let json = try JSON(parsing: person.planned("apply - --json", input: script).out)
    #expect(json["added"].int == 0 && json["unchanged"].int == 5 && json["already_planned"].int == 5 && json["items"] == .array([]))
    // What is done is there, what was removed isn't, and other days and kinds are other items.
    let ids = try person.planned("2026-W07 --json --items").lines.map { try JSON(parsing: $0) }
    let run = try #require(ids.first { $0["title"].string == "Run" }?["short_id"].string)
    let chili = try #require(ids.first { $0["title"].string == "Chili" }?["short_id"].string)
    try person.planned("done \(run) --week 2026-W07")
    try person.planned("delete \(chili) --week 2026-W07")
    #expect(try person.planned("apply -", input: script).out == "1 added, 4 already planned\n")
    #expect(try person.planned("apply -", input: script.replacing("2026-02-10", with: "2026-02-11")).out == "4 added, 1 already planned\n")
    _ = try person.add("workout Run --day 2026-02-10")
    #expect(try person.items("2026-W07").count { $0.hasPrefix("2026-02-10 Run") } == 3, "plan add always adds")
    #expect(try person.hsync.run("undo").status == 0)
  }
}
