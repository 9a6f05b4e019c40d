import HealthModel

@testable import DayTotals

/// Days and times for the tests, in seconds rather than milliseconds where that is easier to read.
enum TestDays {
  /// Days of UTC from 2026-03-01 on.
  static func utc(_ count: Int) -> LocalDays {
    let first = Day(number: 20_513)  // 2026-03-01
    return LocalDays(from: first, through: first.adding(count - 1)) { _ in 0 }
  }

  /// A zone with one change: `before` hours ahead of UTC until `changeMs`, `after` hours from then on.
  static func zone(_ before: Double, _ after: Double, changeMs: Int64) -> (Int64) -> Int64 {
    { $0 < changeMs ? Int64(before * 3_600_000) : Int64(after * 3_600_000) }
  }

  /// An instant of 2026-03-01 UTC and the days after: `at(8, 30)`, `at(24 + 7)`.
  static func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Int64 {
    utc(1).startMs + Int64(hour * 3600 + minute * 60 + second) * 1000
  }
}

/// A sample between two times of 2026-03-01 UTC in minutes after midnight.
func span(_ from: Int, _ to: Int, _ value: Double, writtenMs: Int64 = .min) -> Span {
  Span(startMs: TestDays.at(0, from), endMs: TestDays.at(0, to), value: value, writtenMs: writtenMs)
}
