import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync summary --by` and `--columns` on the sample week.
@Suite struct SummaryColumnsTests {
  private let person: Household

  init() throws {
    person = try Household()
    try person.imported(HealthExportFixture.sample, HealthExportFixture.sampleAutoExport)
  }

  private func summary(_ line: String) throws -> Program.Outcome {
    let outcome = try person.hsync.run(
      ["summary", "--from", "2026-03-01", "--to", "2026-04-30"] + line.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.err)")
    return outcome
  }

  @Test func aWeekIsTheMeanOfItsDaysAndTheSumOfItsWorkouts() throws {
    let days = try #require(try JSON(parsing: summary("--json").out).array)
    let weeks = try #require(try JSON(parsing: summary("--by week --json").out).array)
    for week in weeks {
      let (from, through) = (week["from"].string ?? "", week["through"].string ?? "")
      let own = days.filter { (from...through).contains($0["day"].string ?? "") }
      let steps = own.compactMap { $0["steps"].double }
      #expect(week["days"].int == Int64(own.count))
      #expect(steps.isEmpty || abs((week["steps"].double ?? 0) - steps.reduce(0, +) / Double(steps.count)) < 0.006)
      #expect(week["workouts"].double ?? 0 == own.compactMap { $0["workouts"].double }.reduce(0, +))
    }
    #expect(weeks.first?["week"].string == "2026-W12" || weeks.first?["week"].string == "2026-W13")
    #expect(weeks.reduce(0) { $0 + ($1["days"].int ?? 0) } == Int64(days.count))
    let months = try #require(try JSON(parsing: summary("--by month --json").out).array)
    #expect(months.first?.members?.prefix(4).map(\.key) == ["month", "from", "through", "days"])
    #expect(months.first?["month"].string == "2026-03" && months.first?["from"].string == "2026-03-01")
    #expect(try summary("--by week").lines.count == weeks.count + 1)
    #expect(try summary("--by month --csv").lines.first?.hasPrefix("month,from,through,days,steps,") == true)
  }

  @Test func theChosenMeasuresAreShown() throws {
    #expect(try summary("--columns steps,resting,hrv_ms --csv").lines.first == "day,steps,resting_bpm,hrv_ms")
    let day = try #require(try JSON(parsing: summary("--columns sleep_deep_min,steps --json").out).array?.first)
    #expect(day.members?.map(\.key) == ["day", "sleep_deep_min", "steps"])
    let heads = try summary("--columns all").lines.first ?? ""
    for title in ["steps", "active kcal", "sleep deep", "heart avg", "hrv"] { #expect(heads.contains(title), "\(title): \(heads)") }
    let wrong = try person.hsync.run("summary", "--columns", "stepps")
    #expect(wrong.status == 64 && wrong.err.contains("resting_bpm"), "\(wrong.err)")
  }

  @Test(arguments: [40, 60, 80, 200])
  func itFitsTheScreen(columns: Int) throws {
    for line in [[], ["--columns", "all"], ["--by", "week"]] {
      let arguments = ["summary", "--from", "2026-03-23", "--to", "2026-03-30", "--color=never"] + line
      let shown = try person.hsync.runOnTerminal(arguments, typing: "", columns: columns).out
      for row in shown.split(whereSeparator: \.isNewline) { #expect(row.count <= columns, "\(line): \(row)") }
      #expect(shown.contains("8,513") || line.first == "--by", "\(shown)")
    }
  }

  @Test func anEmptyRangeNamesTheNewestData() throws {
    let newest = HealthExportFixture.sampleDays.last
    let words = try person.hsync.run("summary", "--from", "2027-01-01", "--to", "2027-01-02").out
    #expect(words.hasPrefix("no health data from 2027-01-01 to 2027-01-02; the newest is of 2026-"), "\(words) \(newest)")
    try #require(person.hsync.run("log", "--name", "Soup", "--kcal", "9", "--yes", "--at", "2026-02-10 12:00").status == 0)
    let meals = try person.hsync.run("meals", "--from", "2027-01-01", "--to", "2027-01-02").out
    #expect(meals == "nothing logged from 2027-01-01 to 2027-01-02; the newest is of 2026-02-10\n")
    let weights = try person.hsync.run("weight", "list", "--from", "2027-01-01", "--to", "2027-01-02").out
    #expect(weights.contains("; the newest is of 2026-"), "\(weights)")
  }
}
