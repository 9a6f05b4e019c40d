import HealthModel

/// The comment in what a schedule leaves behind, by which it is known again: `hsync schedule: every 15m since 2026-02-10T12:03:00+01:00`.
struct ScheduleMark: Equatable {
  let every: IntervalArgument
  /// ISO 8601 with the offset.
  let since: String

  private static let start = "hsync schedule: every "

  /// The words, without the comment's sign.
  var text: String { "\(ScheduleMark.start)\(every.text) since \(since)" }

  init(every: IntervalArgument, since: Moment) {
    self.every = every
    self.since = since.iso8601
  }

  /// Found anywhere in a text. `nil` = it isn't there.
  init?(in text: String) {
    guard let start = text.range(of: ScheduleMark.start) else { return nil }
    let words = text[start.upperBound...].prefix { $0 != "\n" }.split(separator: " ").map(String.init)
    guard words.count >= 3, words[1] == "since", let every = IntervalArgument(argument: words[0]) else { return nil }
    self.every = every
    since = words[2]
  }
}
