import ActivityWindow
import HealthModel

/// An hour as the user names it, by the clock at the place: `now`, `7`, `07:30`, `tomorrow 7:00`, `2026-06-01T07:00`, or a link of a
/// notice.
package struct GoTime: Sendable, Hashable {
  private enum Meaning: Sendable, Hashable {
    case now
    case time(DayName, minute: Int)
  }

  private enum DayName: Sendable, Hashable {
    case offset(Int)
    case day(Day)
  }

  private let meaning: Meaning
  /// The mode that a link names. `nil` = none.
  package let mode: ActivityMode?

  /// Reads a text.
  ///
  /// - Throws: `notATime`.
  package init(_ text: String) throws(GoError) {
    if let link = DeepLink(text) {
      guard let hour = link.hour, let day = Day(hour.prefix(10)), let minute = GoTime.minute(hour.suffix(5)) else { throw .notATime(text) }
      (meaning, mode) = (.time(.day(day), minute: minute), link.mode)
      return
    }
    mode = nil
    let words = text.lowercased().split { $0 == " " || $0 == "t" && text.first?.isNumber == true }
    if words == ["now"] {
      meaning = .now
      return
    }
    guard let clock = words.last, words.count <= 2, let minute = GoTime.minute(clock) else { throw .notATime(text) }
    guard words.count == 2 else {
      meaning = .time(.offset(0), minute: minute)
      return
    }
    switch words[0] {
    case "today": meaning = .time(.offset(0), minute: minute)
    case "tomorrow": meaning = .time(.offset(1), minute: minute)
    default:
      guard let day = Day(words[0]) else { throw .notATime(text) }
      meaning = .time(.day(day), minute: minute)
    }
  }

  /// Minutes since midnight of `7`, `07` or `7:30`.
  private static func minute(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), hour < 24
    else { return nil }
    guard parts.count == 2 else { return hour * 60 }
    guard parts[1].utf8.count == 2, let minute = Int(parts[1]), minute < 60 else { return nil }
    return hour * 60 + minute
  }

  /// The hour of a view that contains the time. Of a time that clocks show twice it is the first one.
  ///
  /// - Throws: `noHour`.
  package func hour(in view: GoView) throws(GoError) -> PlanHour {
    switch meaning {
    case .now:
      if let index = view.plan.index(at: view.nowMs) { return view.plan.hours[index] }
      let now = view.zone.moment(atMs: view.nowMs)
      throw .noHour("\(now.day)T\(now.clock)")
    case .time(let name, let minute):
      let day =
        switch name {
        case .offset(let days): view.today.adding(days)
        case .day(let day): day
        }
      // The last that starts by then: hours of zones with half an hour start at 30 minutes past.
      if let hour = view.plan.hours(on: day).last(where: { $0.minute <= minute && minute < $0.minute + 60 }) {
        return view.plan.hours(on: day).first { $0.minute == hour.minute } ?? hour
      }
      throw .noHour("\(day)T\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)")
    }
  }
}
