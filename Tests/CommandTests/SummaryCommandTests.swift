import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync summary` on the sample week: the numbers are those of `samples/health/expected.tsv`, which another program painted.
@Suite struct SummaryCommandTests {
  private let person: Household
  private let days = ["--from", HealthExportFixture.sampleDays.first, "--to", HealthExportFixture.sampleDays.last]

  init() throws {
    // The machine's zone is UTC: the days' zone must come from the data.
    person = try Household()
    try person.imported(HealthExportFixture.sample, HealthExportFixture.sampleAutoExport)
  }

  private func summary(_ arguments: String...) throws -> Program.Outcome {
    let outcome = try person.hsync.run(["summary"] + arguments)
    #expect(outcome.status == 0, "\(outcome.err)")
    return outcome
  }

  @Test func everyDayComesToWhatWasPainted() throws {
    let (columns, expected) = try HealthExportFixture.expectedDays()
    let found = try person.shownSummaries(from: "2026-03-01", to: "2026-04-30")
    #expect(found.keys.sorted() == expected.keys.sorted())
    for (day, numbers) in expected {
      for column in columns where column != "weight_kg" {
        // On a day on which a watch was worn, no workout is none.
        let isWorn = ["heart_min_bpm", "heart_avg_bpm", "resting_bpm", "exercise_min", "hrv_ms"].contains { numbers[$0] != nil }
        let (want, got) = (numbers[column] ?? (isWorn && column.hasPrefix("workout") ? 0 : nil), found[day]?[column].double)
        // A summary has two digits behind the point.
        let isRight = want.flatMap { want in got.map { abs($0 - want) <= 0.006 } } ?? (got == nil && want == nil)
        #expect(isRight, "\(day) \(column): \(got.map { "\($0)" } ?? "unknown"), painted \(want.map { "\($0)" } ?? "unknown")")
      }
      #expect(found[day]?["zone"].string == "Europe/Berlin")
    }
  }

  @Test func theWeightsAreThoseOfTheScale() throws {
    let (_, expected) = try HealthExportFixture.expectedDays()
    let outcome = try person.hsync.run("weight", "list", "--from", "2026-03-01", "--to", "2026-04-30", "--json")
    let entries = try outcome.lines.map { try JSON(parsing: $0) }
    let found = Dictionary(uniqueKeysWithValues: entries.map { ($0["day"].string ?? "", $0["kg"].double ?? 0) })
    let painted = expected.compactMapValues { $0["weight_kg"].map { ($0 * 1000).rounded() / 1000 } }
    #expect(found == painted)
  }

  @Test func theTableIsForPeople() throws {
    let lines = try summary("--from", "2026-03-23", "--to", "2026-03-30").lines
    #expect(lines.count == 9, "\(lines)")
    let tuesday = try #require(lines.first { $0.contains("2026-03-24") })
    #expect(tuesday.contains("8,513") && tuesday.contains("491") && tuesday.contains("7 h 07"), "\(tuesday)")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func csvHasTheSameNamesAndNumbers() throws {
    let lines = try summary("--from", "2026-03-23", "--to", "2026-03-30", "--csv").lines
    #expect(lines[0] == (["day"] + DaySummary.fields.map(\.key)).joined(separator: ","))
    #expect(lines.count == 9)
    let found = try person.shownSummaries(from: "2026-03-23", to: "2026-03-30")
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for (field, cell) in zip(DaySummary.fields, cells.dropFirst()) {
        #expect(Double(cell) == found[cells[0]]?[field.key].double, "\(cells[0]) \(field.key)")
      }
    }
  }

  @Test func jsonIsAsDocumented() throws {
    let page = try ProjectFiles.jsonPage()
    let monday = try #require(try person.shownSummaries(from: "2026-03-23", to: "2026-03-23").first?.value)
    let start = try #require(page.range(of: "## `summary --json`\n"))
    let listed = page[start.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("| `") }.map { String($0.split(separator: "`")[1]) }
    #expect(monday.members?.map(\.key) == listed)
  }

  /// On Thursday the watch counted a walk on a treadmill that was also typed in.
  @Test func aDayIsExplained() throws {
    let words = try summary("--explain", "2026-03-26").out
    #expect(words.contains("Mira’s Apple\u{A0}Watch") || words.contains("Mira’s Apple Watch"), "\(words)")
    #expect(words.contains("Health"), "\(words)")
    #expect(words.contains("steps"))
    let json = try JSON(parsing: summary("--explain", "2026-03-26", "--json").out)
    #expect(json["day"].string == "2026-03-26", "\(json)")
  }

  @Test func aDayWithoutDataIsExplainedToo() throws {
    let outcome = try person.hsync.run("summary", "--explain", "2026-05-01")
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.err)")
    #expect(!(outcome.out + outcome.err).isEmpty)
  }

  @Test func theRingsAreComparedWith() throws {
    let words = try summary("--check", "--from", "2026-03-23", "--to", "2026-03-29").out
    #expect(words.contains("2026-03-24"), "\(words)")
    let checks = try #require(try JSON(parsing: summary("--check", "--from", "2026-03-23", "--to", "2026-03-29", "--json").out).array)
    #expect(checks.count == 7)
  }

  @Test func computingAnewChangesNothing() throws {
    let before = try person.dump()
    let report = try JSON(parsing: summary("--rebuild", "--json").out)
    #expect(report["days"].int.map { $0 >= 8 } == true, "\(report)")
    #expect(report["changed"].int == 0, "\(report)")
    #expect(try person.dump() == before)
    #expect(try summary("--rebuild", "--from", "2026-03-24", "--to", "2026-03-24").out.contains("computed 1 day"))
  }

  @Test func anotherZoneMovesTheMidnights() throws {
    let berlin = try person.shownSummaries(from: "2026-03-23", to: "2026-03-30")
    try person.configure("[health]\nzone = \"Asia/Tokyo\"\n")
    let tokyo = try person.shownSummaries(from: "2026-03-22", to: "2026-03-31")
    #expect(tokyo["2026-03-28"]?["zone"].string == "Asia/Tokyo")
    #expect(tokyo["2026-03-28"]?["steps"].double != berlin["2026-03-28"]?["steps"].double)
    func total(_ days: [String: JSON]) -> Double { days.reduce(0) { $0 + ($1.value["steps"].double ?? 0) } }
    // Sunday's evening in Berlin is Monday in Tokyo, the day in which the export was made: the hours of the other export go on from there.
    #expect(abs(total(tokyo) - total(berlin)) < 0.01, "no step is lost")
    try person.configure("")
    #expect(try person.shownSummaries(from: "2026-03-23", to: "2026-03-29")["2026-03-28"]?["steps"] == berlin["2026-03-28"]?["steps"])
  }

  @Test func aWrongZoneIsAConfigurationError() throws {
    try person.configure("[health]\nzone = \"Mars/Olympus\"\n")
    let outcome = try person.hsync.run(["summary"] + days)
    #expect(outcome.status == 0 && outcome.out.contains("9,088"), "it only shows: \(outcome.err)")
    #expect(outcome.err.contains("zone") && outcome.err.contains("config.toml"), "\(outcome.err)")
    #expect(try person.hsync.run("summary", "--rebuild").status == 78)
  }

  @Test func noDataIsSaid() throws {
    #expect(
      try summary("--from", "2020-01-01", "--to", "2020-01-07").out.hasPrefix(
        "no health data from 2020-01-01 to 2020-01-07; the newest is of 2026-"))
    #expect(try summary("--from", "2020-01-01", "--to", "2020-01-07", "--json").out == "[]\n")
    #expect(try summary("--from", "2020-01-01", "--to", "2020-01-07", "--csv").lines.count == 1)
  }

  @Test(arguments: [
    "--from 2026-03-30 --to 2026-03-01", "--json --csv", "--explain 2026-03-24 --from 2026-03-01", "--check --csv", "--from 2026-02-30",
  ])
  func whatDoesNotGoTogetherIsSaid(line: String) throws {
    let outcome = try person.hsync.run(["summary"] + line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64, "\(outcome.err)")
    #expect(outcome.out.isEmpty)
    #expect(!outcome.err.isEmpty)
  }

  @Test func barsAreForTerminals() throws {
    let shown = try person.hsync.runOnTerminal(["summary"] + days, typing: "").out
    #expect(shown.contains { "▁▂▃▄▅▆▇█".contains($0) }, "\(shown)")
    #expect(try !summary("--from", "2026-03-23", "--to", "2026-03-30").out.contains { "▁▂▃▄▅▆▇█".contains($0) })
  }
}

/// Small exports whose totals one can work out by hand.
@Suite struct SummaryRuleTests {
  private let person: Household

  init() throws { person = try Household() }

  private func steps(_ day: String) throws -> Double? { try person.shownSummaries(from: day, to: day)[day]?["steps"].double }

  /// A watch says 100 steps from 8:00 to 8:10, a phone 90 from 8:05 to 8:15.
  @Test func theBetterSourceHasTheMinutesThatBothMeasured() throws {
    try person.imported(
      person.writeExport([
        HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10"),
        HealthExportFixture.steps(90, "My iPhone", "2026-02-10", "08:05", "08:15"),
      ]))
    #expect(try steps("2026-02-10") == 145)
    try person.configure("[health]\nranks = [\"phone\", \"watch\"]\n")
    #expect(try steps("2026-02-10") == 140)
    try person.configure("[health]\nranks = [\"my watch\"]\n")
    #expect(try steps("2026-02-10") == 145)
  }

  @Test func aMeasurementOverMidnightIsSplit() throws {
    try person.imported(
      person.writeExport([
        HealthExportFixture.record(
          "HKQuantityTypeIdentifierStepCount", "My Watch", "2026-02-10 23:45:00 +0000", "2026-02-11 00:15:00 +0000", "90", unit: "count"),
        HealthExportFixture.record(
          "HKQuantityTypeIdentifierStepCount", "My Watch", "2026-02-11 12:00:00 +0000", "2026-02-11 12:01:00 +0000", "10", unit: "count"),
      ]))
    #expect(try steps("2026-02-10") == 45)
    #expect(try steps("2026-02-11") == 55)
  }

  /// 0:00 to 6:00 in Berlin, where 2:00 became 3:00: five hours. The times are printed with the offset of the export, in summer.
  @Test func aNightThatLosesAnHour() throws {
    try person.imported(
      person.writeExport([
        HealthExportFixture.record(
          "HKCategoryTypeIdentifierSleepAnalysis", "My Watch", "2026-03-29 01:00:00 +0200", "2026-03-29 06:00:00 +0200",
          "HKCategoryValueSleepAnalysisAsleepCore", zone: "Europe/Berlin"),
        // Half past eleven in the evening of the 28th, though half past midnight of the 29th is printed.
        HealthExportFixture.record(
          "HKQuantityTypeIdentifierStepCount", "My Watch", "2026-03-29 00:30:00 +0200", "2026-03-29 00:40:00 +0200", "70", unit: "count"),
      ]))
    let days = try person.shownSummaries(from: "2026-03-28", to: "2026-03-29")
    #expect(days["2026-03-29"]?["sleep_min"].double == 300)
    #expect(days["2026-03-28"]?["steps"].double == 70)
    #expect(days["2026-03-29"]?["steps"] == .null)
  }

  @Test func todayShowsTheDaysHealth() throws {
    #expect(try person.hsync.run("today").out.contains("no health data today"))
    let day = try #require(try JSON(parsing: person.hsync.run("today", "--json").out)["day"].string)
    try person.imported(
      person.writeExport([
        HealthExportFixture.steps(8214, "My Watch", day, "00:00", "00:10"),
        HealthExportFixture.record(
          "HKQuantityTypeIdentifierActiveEnergyBurned", "My Watch", "\(day) 00:00:00 +0000", "\(day) 00:10:00 +0000", "412.4", unit: "kcal"),
        HealthExportFixture.record(
          "HKCategoryTypeIdentifierSleepAnalysis", "My Watch", "\(day) 00:00:00 +0000", "\(day) 00:45:00 +0000",
          "HKCategoryValueSleepAnalysisAsleepCore"),
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="65" durationUnit="min" sourceName="My Watch" \
        creationDate="\(day) 00:00:00 +0000" startDate="\(day) 00:00:00 +0000" endDate="\(day) 01:05:00 +0000"/>
        """,
      ]))
    let words = try person.hsync.run("today").out
    #expect(words.contains("8,214 steps, 412 active kcal, 1 workout (1 h 05), 45 min sleep"), "\(words)")
    let json = try JSON(parsing: person.hsync.run("today", "--json").out)
    #expect(json["steps"].double == 8214)
    #expect(json["active_kcal"].double == 412.4)
    #expect(json["workouts"].int == 1)
    #expect(json["workout_min"].double == 65)
    #expect(json["sleep_min"].double == 45)
  }

  @Test func twoDevicesSeeEachOthersDays() throws {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let other = try Household()
    for household in [person, other] { try household.logIn(to: backend, token: token) }
    try person.imported(
      person.writeExport([
        HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10"), HealthExportFixture.weight("70.5", "2026-02-10"),
      ]))
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try other.hsync.run("sync").status == 0)
    #expect(try other.shownSummaries(from: "2026-02-10", to: "2026-02-10")["2026-02-10"]?["steps"].double == 100)
    #expect(try other.hsync.run("weight").out.contains("70.5 kg"))
    #expect(try other.value("SELECT count(*) FROM sample") == "0", "samples stay where they are")
    // The other device knows more of that day: what it has is shown on both.
    try other.imported(
      other.writeExport([
        HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10"),
        HealthExportFixture.steps(60, "My Watch", "2026-02-10", "18:00", "18:10"),
      ]))
    #expect(try other.shownSummaries(from: "2026-02-10", to: "2026-02-10")["2026-02-10"]?["steps"].double == 160)
    #expect(try other.hsync.run("sync").status == 0)
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try person.shownSummaries(from: "2026-02-10", to: "2026-02-10")["2026-02-10"]?["steps"].double == 160)
  }
}

extension Household {
  /// `summary --json` of some days, by day.
  fileprivate func shownSummaries(from first: String, to last: String) throws -> [String: JSON] {
    let outcome = try hsync.run("summary", "--from", first, "--to", last, "--json")
    guard outcome.status == 0 else { throw SetUpError(description: "summary: \(outcome.err)") }
    let days = try JSON(parsing: outcome.out).array ?? []
    return Dictionary(uniqueKeysWithValues: days.map { ($0["day"].string ?? "", $0) })
  }
}
