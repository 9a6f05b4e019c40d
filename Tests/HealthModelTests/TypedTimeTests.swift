import HealthModel
import Testing

/// Days and times as people type them.
@Suite struct TypedTimeTests {
  /// A Friday.
  private let today = Day(number: 20_784)

  @Test func todayIsAFriday() { #expect(today.description == "2026-11-27" && today.weekday == 5) }

  @Test(
    arguments: [
      ("today", "2026-11-27", "2026-11-27"), ("Yesterday", "2026-11-26", "2026-11-26"), ("tomorrow", "2026-11-28", "2026-11-28"),
      ("-1", "2026-11-26", "2026-11-26"), ("−2", "2026-11-25", "2026-11-25"), ("+3", "2026-11-30", "2026-11-30"),
      ("2024-02-29", "2024-02-29", "2024-02-29"), ("monday", "2026-11-23", "2026-11-30"), ("FRI", "2026-11-27", "2026-11-27"),
      ("thurs.", "2026-11-26", "2026-12-03"), ("sat", "2026-11-21", "2026-11-28"), ("27.11.", "2026-11-27", "2026-11-27"),
      ("28.11.", "2025-11-28", "2026-11-28"), ("26.11", "2026-11-26", "2027-11-26"), ("1. 1.", "2026-01-01", "2027-01-01"),
      ("27.11.2026", "2026-11-27", "2026-11-27"), ("29.2.", "2024-02-29", "2028-02-29"), ("27 nov", "2026-11-27", "2026-11-27"),
      ("nov 28", "2025-11-28", "2026-11-28"), ("27. November 2026", "2026-11-27", "2026-11-27"),
      ("Nov 27, 2026", "2026-11-27", "2026-11-27"),
      ("Fri 2026-11-27", "2026-11-27", "2026-11-27"), ("fri 27 nov 2026", "2026-11-27", "2026-11-27"),
      ("２７．１１．", "2026-11-27", "2026-11-27"),
    ] as [(String, String, String)])
  func aDayIsInThePastOrToCome(text: String, past: String, future: String) throws {
    let day = try TypedDay(text)
    #expect(day.day(from: today, .past).description == past && day.day(from: today, .future).description == future)
  }

  @Test(
    arguments: [
      ("", "'' isn't a day"), ("2026-02-30", "'2026-02-30' isn't a day"), ("30.2.", "'30.2.' isn't a day"),
      ("monday?", "'monday?' isn't a day"),
      ("12", "'12' isn't a day"), ("-99999", "'-99999' isn't a day"), ("27.11.26", "'27.11.26' isn't a day"), ("mo", "'mo' isn't a day"),
      ("Mon 2026-11-27", "'Mon 2026-11-27' isn't a day"), ("fri 27 nov", "'fri 27 nov' isn't a day"),
      ("7/10", "7/10 can be 7 October or 10 July"),
      ("1/2/2026", "1/2/2026 can be 1 February or 2 January"), ("11/27/2026", "'11/27/2026' isn't a day"), ("--1", "'--1' isn't a day"),
      ("2026-W07", "'2026-W07' isn't a day"), ("+01", "'+01' isn't a day"), ("1.1.10000", "'1.1.10000' isn't a day"),
    ] as [(String, String)])
  func otherTextsAreNoDays(text: String, message: String) throws {
    let fault = try #require(throws: TypedFault.self) { try TypedDay(text) }
    #expect(fault.message == message && fault.advice.contains("2026-02-10"))
  }

  /// Minutes since midnight.
  @Test(
    arguments: [
      ("7:10", 430), ("07:10", 430), ("7pm", 1140), ("7 PM", 1140), ("7:10 pm", 1150), ("7.10 p.m.", 1150), ("12am", 0), ("12pm", 720),
      ("12:30 am", 30),
      ("19h30", 1170), ("19h", 1140), ("noon", 720), ("Midnight", 0), ("7.10", 430), ("23:59", 1439), ("٧:١٠", 430),
    ] as [(String, Int)])
  func aTimeOfTheDayIsRead(text: String, minute: Int) throws { #expect(try TypedClock(text).minute == minute) }

  @Test(arguments: ["", "24:00", "12:60", "7", "7:5", "13pm", "0am", "pm", "h30", "7:10:60", "-7:10", "1930", "7::10", "7.10.20"])
  func otherTextsAreNoTimesOfTheDay(text: String) {
    #expect(throws: TypedFault.self) { try TypedClock(text) }
  }

  /// The day, the time of the day and the offset that a text says.
  @Test(
    arguments: [
      ("now", "- - -"), ("7:10", "- 7:10:0 -"), ("07:10:30", "- 7:10:30 -"), ("7pm", "- 19:0:0 -"), ("7.45", "- 7:45:0 -"),
      ("yesterday", "2026-11-26 - -"),
      ("2026-11-27", "2026-11-27 - -"), ("27.11.", "2026-11-27 - -"), ("-1", "2026-11-26 - -"), ("monday 12:00", "2026-11-23 12:0:0 -"),
      ("12:00 monday", "2026-11-23 12:0:0 -"), ("yesterday at noon", "2026-11-26 12:0:0 -"), ("yesterday 7.10", "2026-11-26 7:10:0 -"),
      ("7.10. 12:00", "2026-10-07 12:0:0 -"), ("27.11. 7pm", "2026-11-27 19:0:0 -"), ("27 nov 2026 7 pm", "2026-11-27 19:0:0 -"),
      ("-1 12:00", "2026-11-26 12:0:0 -"), ("2026-11-27, 19h30", "2026-11-27 19:30:0 -"), ("2026-11-27T19:30", "2026-11-27 19:30:0 -"),
      ("2026-11-27T19:30:15+01:00", "2026-11-27 19:30:15 60"), ("2026-02-10T12:03Z", "2026-02-10 12:3:0 0"),
      ("2026-02-10 12:30 +01:00", "2026-02-10 12:30:0 60"), ("yesterday 22:30-05:00", "2026-11-26 22:30:0 -300"), ("12:30Z", "- 12:30:0 0"),
    ] as [(String, String)])
  func aTimeIsRead(text: String, parts: String) throws {
    let time = try TypedTime(text)
    let clock = time.clock.map { "\($0.minute / 60):\($0.minute % 60):\($0.second)" }
    let read = [time.day?.day(from: today, .past).description, clock, time.offsetMin.map { "\($0)" }].map { $0 ?? "-" }
    #expect(read.joined(separator: " ") == parts)
  }

  @Test(
    arguments: [
      ("7.10", "7.10 can be 7:10 or 7 October", "type 7:10 for the time, or 7.10. for the day"),
      ("11.11", "11.11 can be 11:11 or 11 November", "type 11:11 for the time, or 11.11. for the day"),
      ("27.11", "'27.11' isn't a time", "type 27.11. for the day, or a time like 7:10"),
      ("8.5", "'8.5' isn't a time", "type 8.5. for the day, or a time like 7:10"),
    ] as [(String, String, String)])
  func aPointIsRefusedWithBothReadings(text: String, message: String, advice: String) throws {
    let fault = try #require(throws: TypedFault.self) { try TypedTime(text) }
    #expect(fault.message == message && fault.advice == advice)
  }

  @Test(arguments: [
    "", "24:00", "12:60", "12", "12:3:4:5", "2026-02-30 12:00", "12:00+25:00", "T12:00", "12:-5", "7:5", "1930", "13pm", "soon",
    "monday tuesday",
    "yesterday 7", "2026-11-27T", "12:00 13:00",
  ])
  func otherTextsAreNoTimes(text: String) throws {
    #expect(try #require(throws: TypedFault.self) { try TypedTime(text) }.message == "'\(text)' isn't a time")
  }
}
