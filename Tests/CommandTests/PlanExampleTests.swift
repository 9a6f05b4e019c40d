import Foundation
import TestSupport
import Testing

/// `docs/examples/plan-a-month.sh`, as a reader would run it.
@Suite struct PlanExampleTests {
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func aMonthIsPlannedEditedSyncedAndShownElsewhere() throws {
    let home = try TemporaryFolder()
    let script = Program(
      "/bin/bash", home: home,
      environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "TMPDIR": home.path, "NO_COLOR": "1"])
    let outcome = try script.run(ProjectFiles.path("docs/examples/plan-a-month.sh"), "2026-W07")
    #expect(outcome.status == 0, "\(outcome.out)\n\(outcome.err)")
    #expect(outcome.out.contains("13 added, 1 note\n"))
    #expect(outcome.out.contains("1 changed\n"))
    // The phone's text, from its heading on.
    let shown = try #require(outcome.out.range(of: "Week 7 · 9–15 Feb 2026"))
    let lines = outcome.out[shown.lowerBound...].split(separator: "\n").map { $0.replacing(#/[2-9a-z]{8}  /#, with: "") }
    #expect(lines.count(where: { $0.contains("Yoga (weekly)") }) == 4)
    for title in ["Run 5 km", "Run 6 km", "Walk 7 km", "Run 8 km", "Dinner: Chili", "Dinner: Soup", "note: a month done"] {
      #expect(lines.count(where: { $0.contains(title) }) == 1, "\(title)")
    }
    let walk = try #require(lines.firstIndex { $0.contains("Walk 7 km") })
    #expect(lines[..<walk].last { !$0.hasPrefix(" ") } == "Wed 25 Feb")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy { !$0.hasPrefix("plan-a-month") })
  }
}
