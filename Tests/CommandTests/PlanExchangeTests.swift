import Foundation
import HealthModel
import TestSupport
import Testing

/// The phone app's planner comes in and goes out; calendars get iCalendar.
@Suite struct PlanExchangeTests {
  private let person: Household

  init() throws { person = try Household() }

  /// As the phone app has it, changed last on Wednesday 2026-02-11.
  private let phone = """
    {"updatedAt":"2026-02-11T09:30:00.000Z","days":{
      "mon":{"day":"mon","workouts":[{"id":"w1","title":"Run","completed":true,"createdAt":"2026-02-08T20:00:00.000Z"}],"meals":[],"notes":"early"},
      "tue":{"day":"tue","workouts":[],"meals":[{"id":"m1","type":"dinner","title":"Chili","createdAt":"2026-02-08T20:01:00.000Z"}],"notes":""},
      "wed":{"day":"wed","workouts":[],"meals":[],"notes":""},"thu":{"day":"thu","workouts":[],"meals":[],"notes":""},
      "fri":{"day":"fri","workouts":[],"meals":[],"notes":""},"sat":{"day":"sat","workouts":[],"meals":[],"notes":""},
      "sun":{"day":"sun","workouts":[],"meals":[],"notes":""}}}
    """

  @Test func thePhonesPlannerMovesOver() throws {
    let outcome = try person.planned("import -", input: phone)
    #expect(outcome.out == "week 2026-W07, 9–15 Feb 2026\n  2 added, 1 note\n", "\(outcome.out)")
    #expect(try person.items("2026-W07") == ["2026-02-09 Run*", "2026-02-10 Chili"])
    #expect(try person.planned("note --day 2026-02-09").out == "early\n")
    #expect(try person.planned("import -", input: phone).out.hasSuffix("  3 unchanged\n"), "again it adds nothing")
    try person.planned("import - --week 2026-W09", input: phone)
    #expect(try person.items("2026-W09") == ["2026-02-23 Run*", "2026-02-24 Chili"], "another week is another copy")
    #expect(try person.planned("import - --dry-run --week 2026-W10", input: phone).out.contains("would be: 2 added"))
    #expect(try person.items("2026-W10").isEmpty)
  }

  @Test func whatWentOutComesBack() throws {
    _ = try person.add("workout Run --day 2026-02-10")
    _ = try person.add("meal snack --day 2026-02-11")
    try person.planned("note rest --day 2026-02-15")
    let file = try person.home.write(Array(try person.planned("export 2026-W07 --format phone").out.utf8), to: "phone.json")
    let other = try Household()
    #expect(try other.hsync.run("plan", "import", file).status == 0)
    #expect(try other.items("2026-W07") == ["2026-02-10 Run", "2026-02-11 Snack"])
    #expect(try other.planned("note --day 2026-02-15").out == "rest\n")
  }

  @Test func aCalendarGetsEachItemOnce() throws {
    _ = try person.add("workout Run --day 2026-02-10")
    _ = try person.add("workout Yoga --day 2026-02-12 --weekly")
    try person.planned("note Rest, really --day 2026-02-15")
    let calendar = try person.planned("export 2026-W07 --weeks 4 --format ics").out
    #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n") && calendar.hasSuffix("END:VCALENDAR\r\n"))
    #expect(calendar.components(separatedBy: "BEGIN:VEVENT\r\n").count >= 3)
    #expect(calendar.contains("SUMMARY:Run\r\n") && calendar.contains("RRULE:FREQ=WEEKLY"))
    #expect(calendar.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 }, "RFC 5545, 3.1")
  }

  @Test func jsonIsTheWeek() throws {
    _ = try person.add("workout Run --day 2026-02-10")
    #expect(try person.planned("export 2026-W07").out == person.planned("2026-W07 --json").out)
    #expect(try person.planned("export 2026-W07 --weeks 3").lines.count == 3)
  }
}
