import HealthModel
import TestSupport
import Testing
import WeekPlan

/// `docs/planner.md` and the program say the same.
@Suite struct PlanDocsTests {
  private let page: String

  init() throws { page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/planner.md")), as: UTF8.self) }

  private func rows(under heading: String) throws -> [[String]] {
    let start = try #require(page.range(of: "| \(heading) | "))
    return page[start.upperBound...].split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("| ") }.map { row in
      row.replacing("\\|", with: "/").split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }
  }

  @Test func everyNameMeansItsActivity() throws {
    let rows = try rows(under: "activity")
    #expect(rows.count > 50)
    for row in rows {
      for name in row[1].split(separator: ",") {
        for activity in row[0].split(separator: "`") where activity.first?.isLetter == true {
          #expect(ActivityNames(title: "The \(name)").fit(String(activity)), "\(name), \(activity)")
        }
      }
    }
  }

  /// Each of them is one that the program has, and none is missing.
  @Test func theCommandsAreAllThere() throws {
    let help = try Household().hsync.run("plan", "--help").out
    let names = try #require(help.range(of: "SUBCOMMANDS:")).upperBound
    let commands = help[names...].split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let documented = try rows(under: "command").map {
      String($0[0].split(separator: " ").dropFirst(2).first ?? "show").filter { $0 != "`" }
    }
    #expect(Set(commands).subtracting(["See"]) == Set(documented.map { $0.hasPrefix("[") ? "show" : $0 }))
  }

  /// Each line of the table of a script's lines can be applied.
  @Test func theLinesOfScriptsWork() throws {
    let person = try Household()
    try person.planned("")
    try person.sqlite(
      "INSERT INTO planner_item(short_id, type, title, day) VALUES ('k7m2p9qa', 'workout', 'Run', '2026-02-10')")
    let cells = try rows(under: "line").map { $0[0] }
    let script = cells.flatMap { $0.split(separator: "`").filter { $0.hasPrefix("{") } }
    #expect(script.count == 9)
    let outcome = try person.plan("apply - --week 2026-W07", input: script.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.err)")
  }
}
