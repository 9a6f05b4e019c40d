import HealthModel
import TestSupport
import Testing

@testable import HealthImport

@Suite struct TimeReaderTests {
  @Test(
    arguments: [
      ("1970-01-01 00:00:00 +0000", 0), ("2025-11-20 09:30:00 -0500", 1_763_649_000_000), ("2016-11-14 07:25:41 -0700", 1_479_133_541_000),
      ("2021-07-01 00:00:00 +0530", 1_625_077_800_000), ("1969-12-31 23:59:59 +0000", -1000),
      ("2016-12-31 23:59:60 +0000", 1_483_228_800_000),
      ("2024-02-29 12:00:00 +0000", 1_709_208_000_000), ("2025-11-20T14:30:00Z", 1_763_649_000_000),
      ("2025-11-20T14:30:00.250Z", 1_763_649_000_250),
      ("2025-11-20T14:30:00.1234567Z", 1_763_649_000_123), ("2025-11-20T09:30:00-05:00", 1_763_649_000_000),
      ("2025-11-20T09:30:00-0500", 1_763_649_000_000),
      ("2025-11-20 14:30:00 +00:00", 1_763_649_000_000), ("٢٠٢٥-11-20 09:30:00 -0500", 1_763_649_000_000),
      ("2025-11-20 09.30.00 -0500", 1_763_649_000_000), ("2025-11-20 9:30:00 am -0500", 1_763_649_000_000),
      ("2025-11-20 2:30:00\u{202F}PM +0000", 1_763_649_000_000), ("2568-11-20 09:30:00 -0500", 1_763_649_000_000),
      ("20251120093000-0500", 1_763_649_000_000),
    ] as [(String, Int64)])
  func instantsAreRead(text: String, milliseconds: Int64) {
    var times = TimeReader()
    #expect(withByteText(text) { times.instant($0) } == milliseconds)
    #expect(withByteText(text) { times.instant($0) } == milliseconds)
  }

  @Test(arguments: [
    "", "2025-11-20", "2025-11-20 09:30:00", "2025-11-20 09:30:00 ", "2025-13-20 09:30:00 -0500", "2025-02-29 09:30:00 -0500",
    "2025-11-20 24:00:00 -0500",
    "2025-11-20 09:60:00 -0500", "2025-11-20 09:30:61 -0500", "2025-11-20 09:30:00 *0500", "2025-11-20 09:30:00 -05x0",
    "2025-11-20 09:30:00 -1901",
    "2025-11-20 09:30:00 -0560", "2025/11/20 09:30:00 -0500", "2025-11-20 0a:30:00 -0500",
    "2025-11-20T14:30:00.Z",
    "2025-11-20T14:30:00Zulu", "2025-11-20T14:30:00", "2025-11-20 09:30:00 am -0560",
  ])
  func whatIsNoInstantIsNone(text: String) {
    var times = TimeReader()
    #expect(withByteText(text) { times.instant($0) } == nil)
    // Not even when the last one was nearly the same.
    _ = withByteText("2025-11-20 09:30:00 -0500") { times.instant($0) }
    #expect(withByteText(text) { times.instant($0) } == nil)
  }

  @Test func whatItRemembersChangesNothing() {
    var random = SeededGenerator(seed: 3)
    var times = TimeReader()
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for _ in 0..<5000 {
      let day = Day(number: Int.random(in: 20_000..<20_005, using: &random))
      let seconds = Int.random(in: 0..<86_400, using: &random)
      let minutes = [-720, -300, 0, 60, 330, 845].randomElement(using: &random)!
      let offset = (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + two(abs(minutes) % 60)
      let text = "\(day) \(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)) \(offset)"
      #expect(withByteText(text) { times.instant($0) } == Int64((day.number * 86_400 + seconds - minutes * 60) * 1000), "\(text)")
    }
  }
}
