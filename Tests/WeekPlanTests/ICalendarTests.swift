import HealthModel
import Testing

@testable import WeekPlan

@Suite struct ICalendarTests {
  private let stampMs: Int64 = 1_770_721_380_000

  private func document(_ rows: PlanRows, notes: [Day: String] = [:]) -> String {
    ICalendar.document(rows, notes: notes, from: Plan.week.monday, through: Plan.week.sunday, stampMs: stampMs)
  }

  @Test func aWeekIsACalendar() {
    var dinner = Plan.item("m", "Chili, hot; with \\ and\nrice", "2026-02-15", createdAtMs: 0)
    dinner.kind = .meal(.dinner)
    dinner.isCompleted = true
    let rows = PlanRows(
      items: [Plan.item("w", createdAtMs: 1_770_620_400_000), dinner, Plan.item("x", "Next", "2026-02-16")], series: [], replaced: [])
    let text = document(rows, notes: [Plan.day("2026-02-10"): "rest\nwell", Plan.day("2026-02-20"): "later"])
    #expect(
      text
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//hsync//hsync//EN
        CALSCALE:GREGORIAN
        BEGIN:VEVENT
        UID:w@hsync
        DTSTAMP:20260210T110300Z
        DTSTART;VALUE=DATE:20260210
        DTEND;VALUE=DATE:20260211
        TRANSP:TRANSPARENT
        CREATED:20260209T070000Z
        SUMMARY:Run
        CATEGORIES:WORKOUT
        END:VEVENT
        BEGIN:VEVENT
        UID:m@hsync
        DTSTAMP:20260210T110300Z
        DTSTART;VALUE=DATE:20260215
        DTEND;VALUE=DATE:20260216
        TRANSP:TRANSPARENT
        CREATED:19700101T000000Z
        SUMMARY:Chili\\, hot\\; with \\\\ and\\nrice
        CATEGORIES:MEAL,DINNER
        X-HSYNC-COMPLETED:TRUE
        END:VEVENT
        BEGIN:VEVENT
        UID:note-2026-02-10@hsync
        DTSTAMP:20260210T110300Z
        DTSTART;VALUE=DATE:20260210
        DTEND;VALUE=DATE:20260211
        TRANSP:TRANSPARENT
        SUMMARY:rest
        DESCRIPTION:rest\\nwell
        CATEGORIES:NOTE
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  @Test func aSeriesIsOneEventWithoutTheWeeksThatAreChanged() {
    let rows = PlanRows(
      items: [], series: [Plan.series("s", from: "2026-02-05", until: "2026-06-30"), Plan.series("t", from: "2026-02-03")],
      replaced: ["s/2026-02-23", "s/2026-02-09", "s/2025-01-06", "other/2026-02-16"])
    let text = document(rows)
    #expect(text.contains("UID:s@hsync\r\nDTSTAMP:20260210T110300Z\r\nDTSTART;VALUE=DATE:20260205\r\n"))
    #expect(text.contains("RRULE:FREQ=WEEKLY;UNTIL=20260630\r\nEXDATE;VALUE=DATE:20260212,20260226\r\n"))
    #expect(text.contains("DTSTART;VALUE=DATE:20260203\r\nDTEND;VALUE=DATE:20260204\r\nTRANSP:TRANSPARENT\r\nRRULE:FREQ=WEEKLY\r\nCREATED"))
    #expect(text.components(of: "EXDATE") == 1 && text.components(of: "BEGIN:VEVENT") == 2)
  }

  @Test(arguments: ["x", "é", "🏃", "e\u{301}", "👩‍👩‍👧"])
  func longLinesAreFolded(letter: String) {
    let title = String(repeating: letter, count: 200)
    let text = document(PlanRows(items: [Plan.item("w", title)], series: [], replaced: []))
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    #expect(lines.allSatisfy { $0.last == 13 && $0.count <= 76 })
    #expect(lines.allSatisfy { String(validating: $0.dropLast(), as: UTF8.self) != nil }, "no character is torn")
    // Byte by byte: in Swift's eyes a space and an accent after it are one character.
    let unfolded = Array(Array(text.utf8).split(separator: Array("\r\n ".utf8)).joined())
    #expect(unfolded.contains(Array("SUMMARY:\(title)\r\n".utf8)))
  }

  @Test func controlCharactersAreLeftOut() {
    let text = document(PlanRows(items: [Plan.item("w", "a\u{1}b\u{7F}c\td\re")], series: [], replaced: []))
    #expect(text.contains("SUMMARY:abc\td\\ne\r\n"))
  }

  @Test func nothingPlannedIsACalendar() {
    let text = document(PlanRows(items: [], series: [], replaced: []))
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n") && !text.contains("VEVENT"))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
