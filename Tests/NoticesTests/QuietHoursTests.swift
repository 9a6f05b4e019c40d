import HealthModel
import Testing

@testable import Notices

@Suite struct QuietHoursTests {
  /// The local time at which the quiet hours end, seen from minutes of 2026-02-10 in a zone 90 min east.
  @Test(
    arguments: [
      // 22:00–07:00
      (1320, 420, 0, "2026-02-10T07:00:00+01:30"), (1320, 420, 419, "2026-02-10T07:00:00+01:30"), (1320, 420, 420, nil),
      (1320, 420, 720, nil), (1320, 420, 1319, nil), (1320, 420, 1320, "2026-02-11T07:00:00+01:30"),
      (1320, 420, 1439, "2026-02-11T07:00:00+01:30"),
      // 13:00–15:00
      (780, 900, 779, nil), (780, 900, 780, "2026-02-10T15:00:00+01:30"), (780, 900, 899, "2026-02-10T15:00:00+01:30"),
      (780, 900, 900, nil),
      // 00:00–23:59, and none at all.
      (0, 1439, 1438, "2026-02-10T23:59:00+01:30"), (0, 1439, 1439, nil), (600, 600, 600, nil), (0, 0, 0, nil),
    ] as [(Int, Int, Int, String?)])
  func hoursOnAnyDay(start: Int, end: Int, minute: Int, ends: String?) throws {
    let zone = ZoneRules(fixedMin: 90)
    let quiet = try #require(QuietHours(startMinute: start, endMinute: end))
    let day = try #require(Day("2026-02-10"))
    #expect(quiet.end(at: zone.moment(on: day, minute: minute).ms, in: zone).map { zone.moment(atMs: $0).iso8601 } == ends)
  }

  @Test(arguments: [(-1, 0), (0, 1440), (1440, 0), (.max, .min)])
  func timesThatAreNotOnTheClock(start: Int, end: Int) { #expect(QuietHours(startMinute: start, endMinute: end) == nil) }

  /// Berlin on 2026-03-29: 01:00 UTC is 03:00 instead of 02:00. Instants in seconds UTC.
  @Test(
    arguments: [
      // 22:00–02:30: an end that doesn't exist is an hour later, 03:30 = 01:30 UTC.
      (1320, 150, 1_774_745_999, 1_774_747_800), (1320, 150, 1_774_747_799, 1_774_747_800), (1320, 150, 1_774_747_800, nil),
      // 02:30–04:00: the start, too; 03:15 isn't quiet, 03:30 is, until 04:00 = 02:00 UTC.
      (150, 240, 1_774_746_900, nil), (150, 240, 1_774_747_800, 1_774_749_600),
    ] as [(Int, Int, Int64, Int64?)])
  func clocksSetForward(start: Int, end: Int, second: Int64, ends: Int64?) throws {
    let quiet = try #require(QuietHours(startMinute: start, endMinute: end))
    #expect(quiet.end(at: second * 1000, in: try Zone.named("Europe/Berlin")) == ends.map { $0 * 1000 })
  }

  /// Berlin on 2026-10-25: 03:00 becomes 02:00 at 01:00 UTC.
  @Test(
    arguments: [
      // 22:00–02:30: the first 02:30 is 00:30 UTC. The second 02:15, 01:15 UTC, isn't quiet.
      (1320, 150, 1_792_888_199, 1_792_888_200), (1320, 150, 1_792_888_200, nil), (1320, 150, 1_792_890_900, nil),
      // 02:15–02:45: from the first 02:15 to the first 02:45.
      (135, 165, 1_792_887_300, 1_792_889_100), (135, 165, 1_792_890_900, nil),
      // 22:00–07:00 has ten hours.
      (1320, 420, 1_792_892_000, 1_792_908_000),
    ] as [(Int, Int, Int64, Int64?)])
  func clocksSetBack(start: Int, end: Int, second: Int64, ends: Int64?) throws {
    let quiet = try #require(QuietHours(startMinute: start, endMinute: end))
    #expect(quiet.end(at: second * 1000, in: try Zone.named("Europe/Berlin")) == ends.map { $0 * 1000 })
  }
}
