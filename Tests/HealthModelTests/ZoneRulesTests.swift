import Foundation
import Testing

@testable import HealthModel

@Suite struct ZoneRulesTests {
  private static let folder = "/usr/share/zoneinfo/"

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: ZoneRulesTests.folder + name).map { Array($0) }
  }

  /// North, south, half hours, no summer time, winter time as the exception, changes by decree, a lost day.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder + "Europe/Paris")),
    arguments: [
      "America/New_York", "Europe/Paris", "Europe/Dublin", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "America/Sao_Paulo",
      "Africa/Casablanca", "America/Santiago", "Asia/Tehran", "Antarctica/Troll", "UTC", "America/St_Johns",
    ])
  func offsetsAreThoseOfFoundation(name: String) throws {
    let file = try #require(bytes(name))
    let rules = try #require(ZoneRules(tzif: file))
    let zone = try #require(TimeZone(identifier: name))
    var wrong: [String] = []
    // 1972 to 2037, where files and ICU both have tables, every 5 hours.
    for second in stride(from: 63_072_000, to: 2_114_380_800, by: 5 * 3600) {
      let wanted = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      if rules.offsetMs(at: Int64(second) * 1000) != Int64(wanted) * 1000 { wrong.append("\(second): \(wanted)") }
    }
    #expect(wrong.count <= 2, "\(name) \(wrong.prefix(3))")
  }

  private func rule(_ text: String) throws -> ZoneTail { try #require(ZoneTail(Array(text.utf8)[...])) }

  @Test func theRuleAfterTheTableIsRead() throws {
    let paris = try rule("CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(paris.offset(at: 1_774_745_999) == 3600)  // 2026-03-29 00:59:59 UTC
    #expect(paris.offset(at: 1_774_746_000) == 7200)
    #expect(paris.offset(at: 1_792_889_999) == 7200)
    #expect(paris.offset(at: 1_792_890_000) == 3600)
    let sydney = try rule("AEST-10AEDT,M10.1.0,M4.1.0/3")
    #expect(sydney.offset(at: 1_768_000_000) == 39_600)  // January 2026
    #expect(sydney.offset(at: 1_783_000_000) == 36_000)  // July 2026
    #expect(try rule("<+0545>-5:45").offset(at: 0) == 20_700)
    #expect(try rule("XYZ3").offset(at: 0) == -10_800)
    // Dublin: winter time is the exception, one hour back.
    let dublin = try rule("IST-1GMT0,M10.5.0,M3.5.0/1")
    #expect(dublin.offset(at: 1_768_000_000) == 0)
    #expect(dublin.offset(at: 1_783_000_000) == 3600)
    // Days by number: J60 is 1 March in every year, 59 is it in common years alone.
    let julian = try rule("AAA0BBB,J60/0,J365/0")
    #expect(julian.offset(at: 1_772_323_199) == 0)  // 2026-02-28 23:59:59
    #expect(julian.offset(at: 1_772_323_200) == 3600)
    #expect(julian.offset(at: 1_835_395_200) == 0)  // 2028-02-29
    #expect(julian.offset(at: 1_835_481_600) == 3600)
    #expect(try rule("AAA0BBB,59/0,364/0").offset(at: 1_835_395_200) == 3600)
  }

  @Test(arguments: ["", "C", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<+03-3", "CET-999"])
  func whatIsNoRuleIsRefused(text: String) {
    // "C" and "CET" have no offset.
    #expect(ZoneTail(Array(text.utf8)[...]) == nil)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder + "Europe/Paris"))) func everyCutOrBrokenFileIsRefusedOrReadInPart()
    throws
  {
    let whole = try #require(bytes("Europe/Paris"))
    #expect(ZoneRules(tzif: []) == nil)
    for count in stride(from: 0, to: whole.count - 60, by: 7) { #expect(ZoneRules(tzif: Array(whole.prefix(count))) == nil) }
    for place in stride(from: 0, to: whole.count, by: 3) {
      var broken = whole
      broken[place] ^= 0xFF
      _ = ZoneRules(tzif: broken)?.offsetMs(at: 1_900_000_000_000)
    }
  }

  @Test func aFixedZoneHasOneOffset() {
    #expect(ZoneRules(fixedMin: -90).offsetMs(at: 5) == -5_400_000)
    #expect(ZoneRules(fixedMin: 60).offsetMin(at: -1) == 60)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder + "Europe/Paris")),
    arguments: [
      ("Europe/Paris", "2026-02-10", 723, "2026-02-10T11:03"), ("Europe/Paris", "2026-07-10", 0, "2026-07-09T22:00"),
      // Skipped by daylight saving, by 60 and by 30 minutes: as much later.
      ("Europe/Paris", "2026-03-29", 150, "2026-03-29T01:30"), ("America/New_York", "2026-03-08", 150, "2026-03-08T07:30"),
      ("Australia/Lord_Howe", "2026-10-04", 135, "2026-10-03T15:45"),
      // Shown twice: the first time.
      ("Europe/Paris", "2026-10-25", 150, "2026-10-25T00:30"), ("America/New_York", "2026-11-01", 90, "2026-11-01T05:30"),
      // On the next day.
      ("Asia/Tokyo", "2025-12-31", 1440 + 539, "2025-12-31T23:59"),
    ])
  func aTimeOfDayIsFound(zone: String, day: String, minute: Int, utc: String) throws {
    let rules = try #require(bytes(zone).flatMap { ZoneRules(tzif: $0) })
    let moment = rules.moment(on: try #require(Day(day)), minute: minute)
    let shown = Moment(ms: moment.ms, utcOffsetMin: 0)
    #expect("\(shown.day)T\(shown.clock)" == utc)
  }
}
