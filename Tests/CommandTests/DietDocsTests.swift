import Foundation
import TestSupport
import Testing

/// `docs/diet.md` and `docs/examples/diet-month.sh`, as a reader would run them.
@Suite struct DietDocsTests {
  /// Dates depend on the day on which the tests run.
  private func withoutDates(_ text: some StringProtocol) -> String {
    String(text).replacing(#/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d/#, with: "DATE").replacing(#/\d{4}-\d\d-\d\d/#, with: "DATE")
      .replacing(#/\[[0-9a-f]{6}\]/#, with: "[ID]")
  }

  @Test("D-PHASE-5: the page shows what the program prints")
  func thePageIsTrue() throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/diet.md")), as: UTF8.self)
    let person = try Household()
    var shell = Program("/bin/sh", home: person.home, environment: person.hsync.environment)
    shell.environment["PATH"] = "\(Program.folder):/usr/bin:/bin"
    var commands = 0
    for (place, block) in page.split(separator: "```", omittingEmptySubsequences: false).enumerated() where place % 2 == 1 {
      // What stands before the first prompt is a line's end.
      for part in block.split(separator: "\n$ ") where part.contains(where: { !$0.isNewline }) {
        let lines = part.split(separator: "\n").map(String.init)
        let outcome = try shell.run("-c", lines[0])
        #expect(outcome.status == 0, "\(lines[0]): \(outcome.err)")
        #expect(outcome.lines.map(withoutDates) == lines.dropFirst().map(withoutDates), "\(lines[0])")
        commands += 1
      }
    }
    #expect(commands == 9)
  }

  @Test("D-PHASE-6: a month by a script", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func aMonth() throws {
    let home = try TemporaryFolder()
    let script = Program(
      "/bin/bash", home: home,
      environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "TMPDIR": home.path, "NO_COLOR": "1"])
    let outcome = try script.run(ProjectFiles.path("docs/examples/diet-month.sh"))
    #expect(outcome.status == 0, "\(outcome.out)\n\(outcome.err)")
    for line in [
      "day 1: gentle_start, day 1 of 14, 2200 of 2300 kcal, protein 😊", "day 7: gentle_start, day 7 of 14, 2200 of 2300 kcal, protein 😊",
      "day 8: diet, day 8 of 14, 1850 of 1900 kcal, protein 😊", "day 14: diet, day 14 of 14, 1850 of 1900 kcal, protein 😊",
      "day 15: maintenance, day 1 of 14, 2200 of 2300 kcal, protein 😊", "day 28: maintenance, day 14 of 14, 2200 of 2300 kcal, protein 😊",
      "Your calories are increasing to 2,300 today!", "Your review of the first 21 days:",
      "You logged on 21 of 21 days.", "Diet, 7 days: ate 1850 kcal on average, target 1900 kcal.", "28 day streak",
      "Cycle 1 is complete: 28 days of your plan.", "🎉🎉🎉 cycle 1 completed",
      #"[{"phase":"diet","days":7},{"phase":"gentle_start","days":7},{"phase":"maintenance","days":14}]"#,
    ] {
      #expect(outcome.lines.contains(line), "\(line)\n\(outcome.out)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy { !$0.hasPrefix("diet-month") })
  }
}
