import ArgumentParser
import HealthModel
import Settings

/// A time on the command line: `12:30` (of today), `yesterday 12:30`, `2026-02-10 12:30` or `2026-02-10T12:30:15`, of the local zone;
/// with `Z` or an offset like `+01:00` behind it, of that one.
struct TimeArgument: ExpressibleByArgument {
  private let day: DayArgument?
  private let clock: Clock
  private let offsetMin: Int?

  private struct Clock {
    let hour: Int
    let minute: Int
    let second: Int
  }

  init?(argument: String) {
    var rest = Substring(argument)
    if let split = argument.firstIndex(where: { $0 == " " || $0 == "T" }), split > argument.startIndex,
      argument.first?.isNumber == true
        || argument[split] == " "
    {
      guard let day = DayArgument(argument: String(argument[..<split])) else { return nil }
      self.day = day
      rest = argument[argument.index(after: split)...]
    } else {
      day = nil
    }
    if rest.hasSuffix("Z") {
      offsetMin = 0
      rest.removeLast()
    } else if let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let offset = TimeArgument.clock(rest[rest.index(after: sign)...]), offset.hour <= 14 else { return nil }
      offsetMin = (offset.hour * 60 + offset.minute) * (rest[sign] == "-" ? -1 : 1)
      rest = rest[..<sign]
    } else {
      offsetMin = nil
    }
    guard let clock = TimeArgument.clock(rest) else { return nil }
    self.clock = clock
  }

  /// The moment that is meant when it is now `now`.
  func moment(from now: Moment) -> Moment {
    let day = day?.day(from: now.day) ?? now.day
    guard let offsetMin else { return LocalClock.moment(on: day, hour: clock.hour, minute: clock.minute, second: clock.second) }
    let minutes = Int64(day.number) * 1440 + Int64(clock.hour * 60 + clock.minute - offsetMin)
    return Moment(ms: (minutes * 60 + Int64(clock.second)) * 1000, utcOffsetMin: offsetMin)
  }

  private static func clock(_ text: Substring) -> Clock? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (0...23).contains(numbers[0]), (0...59).contains(numbers[1]) else { return nil }
    let second = numbers.count == 3 ? numbers[2] : 0
    return (0...59).contains(second) ? Clock(hour: numbers[0], minute: numbers[1], second: second) : nil
  }
}
