import Foundation
import HealthModel
import TestSupport
import Testing
import WeekPlan

@testable import hsync

/// `hsync week`: seven days in numbers.
@Suite struct WeekTests {
  private let person: Household

  init() throws { person = try Household() }

  /// 2026-W07, 9 to 15 February: three days with numbers, one of them with a weight, meals on two, a plan on one.
  private func fillWeek() throws {
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite(
      """
      INSERT INTO day_summary(id, day, zone, steps, distance_m, active_kcal, workouts, workout_min, sleep_min, rule_version) VALUES
        ('2026-02-08/x', '2026-02-08', 'UTC', 99999, 99999, 9999, 9, 999, 999, 1),
        ('2026-02-09/x', '2026-02-09', 'UTC', 8214, 6437.4, 412, 1, 45, 432, 1),
        ('2026-02-10/x', '2026-02-10', 'UTC', 4107, 3218.7, 200, 0, 0, NULL, 1),
        ('2026-02-15/x', '2026-02-15', 'UTC', 12000, NULL, 700.5, 2, 90.5, 400, 1);
      INSERT INTO meal(name, day, energy_kcal) VALUES ('Soup', '2026-02-09', 250), ('Bread', '2026-02-09', 150), ('Chili', '2026-02-10', 601);
      INSERT INTO meal(name, day) VALUES ('Mystery', '2026-02-11');
      INSERT INTO weight(day, kg) VALUES ('2026-02-10', 81.4);
      INSERT INTO planner_item(type, title, day, completed) VALUES ('workout', 'Run', '2026-02-09', 1), ('workout', 'Swim', '2026-02-09', 0);
      INSERT INTO planner_item(type, meal_type, title, day) VALUES ('meal', 'lunch', 'chili', '2026-02-10');
      """)
  }

  private func week(_ arguments: String..., file: StaticString = #file) throws -> Program.Outcome {
    let outcome = try person.hsync.run(["week"] + arguments)
    #expect(outcome.status == 0, "\(outcome.err)")
    return outcome
  }

  @Test func theJSONHasDaysSumsAndMeans() throws {
    try fillWeek()
    let json = try JSON(parsing: week("2026-W07", "--json").out)
    #expect(json["week"].string == "2026-W07" && json["from"].string == "2026-02-09" && json["through"].string == "2026-02-15")
    let days = try #require(json["days"].array)
    #expect(days.compactMap { $0["day"].string } == (9...15).map { $0 < 10 ? "2026-02-0\($0)" : "2026-02-\($0)" })
    let (monday, tuesday, wednesday) = (days[0], days[1], days[2])
    #expect(monday["steps"].double == 8214 && monday["energy_kcal"].double == 400 && monday["meals"].int == 2)
    #expect(monday["plan"].text == #"{"done":1,"total":2}"#)
    // Eaten, though nobody ticked it.
    #expect(tuesday["plan"].text == #"{"done":1,"total":1}"#)
    #expect(tuesday["sleep_min"].isNull && tuesday["workouts"].int == 0 && tuesday["weight_kg"].double == 81.4)
    #expect(wednesday["steps"].isNull && wednesday["meals"].int == 1 && wednesday["energy_kcal"].isNull)
    let (sum, mean) = (json["sum"], json["mean"])
    #expect(sum["steps"].double == 24321 && sum["active_kcal"].double == 1312.5 && sum["workouts"].int == 3)
    #expect(sum["workout_min"].double == 135.5 && sum["distance_m"].double == 9656.1 && sum["energy_kcal"].double == 1001)
    #expect(sum["meals"].int == 4 && sum["plan"].text == #"{"done":2,"total":3}"#)
    #expect(sum["weight_kg"].isNull)
    // Of the days that know the figure: three, two, two.
    #expect(mean["steps"].double == 8107 && mean["sleep_min"].double == 416 && mean["energy_kcal"].double == 500.5)
  }

  @Test func aPipeGetsTheWholeTable() throws {
    try fillWeek()
    let lines = try week("2026-02-12").lines
    #expect(lines[0] == "2026-W07  Mon 2026-02-09 to Sun 2026-02-15")
    #expect(
      lines[1].split(separator: " ", omittingEmptySubsequences: true) == [
        "steps", "active", "distance", "workouts", "sleep", "eaten", "plan", "weight",
      ])
    #expect(lines.suffix(2) == ["4 meals without all macros, 1001 kcal unknown (?)", "1 meal without calories"] && lines.count == 13)
    #expect(cells(lines[2]) == ["Mon 2026-02-09", "8,214", "412 kcal", "6.4 km", "1 (45 min)", "7 h 12", "400 kcal", "1/2"])
    #expect(cells(lines[3]) == ["Tue 2026-02-10", "4,107", "200 kcal", "3.2 km", "0", "–", "601 kcal", "1/1", "81.4 kg"])
    #expect(cells(lines[9]) == ["sum", "24,321", "1,313 kcal", "9.7 km", "3 (2 h 16)", "1,001 kcal + ?", "2/3"])
    #expect(cells(lines[10]) == ["mean", "8,107", "438 kcal", "4.8 km", "6 h 56", "501 kcal", "81.4 kg"])
    #expect(!lines.joined().contains { "▁▂▃▄▅▆▇█\u{1B}".contains($0) })
  }

  private func cells(_ line: String) -> [String] {
    line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test(arguments: [40, 80, 200])
  func linesFitTheTerminal(columns: Int) throws {
    try fillWeek()
    let lines = try person.hsync.runOnTerminal(columns: columns, ["week", "2026-W07"])
    for line in lines { #expect(Columns.width(of: line) <= columns, "\(line)") }
    let text = lines.joined(separator: "\n")
    for fact in ["8,214", "7 h 12", columns < 80 ? "400" : "400 kcal", "1/2", "sum", "mean"] {
      #expect(text.contains(fact), "\(fact): \(text)")
    }
    #expect(text.contains("81.4 kg") == (columns == 200))
    #expect(text.contains("1 (45 min)") == (columns >= 80))
    #expect(lines.contains { $0.contains { "▁▂▃▄▅▆▇█".contains($0) } })
  }

  /// Days that are yet to come have no dash: nothing is missing there.
  @Test func daysToComeAreBlank() throws {
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite("INSERT INTO planner_item(type, title, day) VALUES ('workout', 'Run', date('now', '+7 days'))")
    let lines = try week("next").lines
    #expect(!lines.dropFirst(2).contains { $0.contains("–") })
    #expect(lines.contains { $0.hasSuffix("0/1") })
  }

  @Test func unitsAreThePersonsInTextAlone() throws {
    try fillWeek()
    let json = try week("2026-W07", "--json").out
    try person.configure("[units]\nweight = \"lb\"\ndistance = \"mi\"\n")
    let lines = try week("2026-W07").lines
    #expect(cells(lines[2])[3] == "4.0 mi")
    #expect(cells(lines[3]).last == "179.5 lb")
    #expect(try week("2026-W07", "--json").out == json)
    #expect(try person.hsync.run("weight").out.contains("179.5 lb"))
    #expect(try person.hsync.run("summary", "--from", "2026-02-09", "--to", "2026-02-10").out.contains("2.0 mi"))
    #expect(try JSON(parsing: person.hsync.run("weight", "--json").out)["latest"]["kg"].double == 81.4)
    // Weights are typed in the unit in which they are shown.
    #expect(try person.hsync.run("weight", "log", "180", "--yes", "--day", "2026-02-11").out == "logged 180.0 lb for 2026-02-11\n")
    #expect(
      try person.hsync.run("weight", "log", "81.6", "--unit", "kg", "--yes", "--day", "2026-02-12").out
        == "logged 179.9 lb for 2026-02-12\n")
  }

  @Test func aWeekOfWhichNothingIsKnownIsALine() throws {
    #expect(try week("2020-W53").out == "nothing is known of 2020-W53, 2020-12-28 to 2021-01-03\n")
    let json = try JSON(parsing: week("2020-W53", "--json").out)
    #expect(json["days"].array?.count == 7)
    #expect(json["mean"]["steps"].isNull && json["sum"]["steps"].isNull && json["sum"]["meals"].int == 0)
  }

  @Test(arguments: ["this", "last", "-1", "+1", "next", "2026-W07", "2026-02-10"])
  func weeksAreNamed(name: String) throws {
    let json = try JSON(parsing: week(name, "--json").out)
    let today = ISOWeek(of: try #require(Day(try JSON(parsing: person.hsync.run("today", "--json").out)["day"].string ?? "")))
    let expected = ["this": 0, "last": -1, "-1": -1, "+1": 1, "next": 1][name].map { today.adding($0).description } ?? "2026-W07"
    #expect(json["week"].string == expected)
  }

  @Test(arguments: [["2026-W54"], ["soon"], ["--jsonn"], ["this", "last"], ["2026-02-30"]])
  func whatIsNoWeekIsRefused(arguments: [String]) throws {
    let outcome = try person.hsync.run(["week"] + arguments)
    #expect(outcome.status == 64, "\(outcome.err)")
    #expect(outcome.out.isEmpty)
  }
}
