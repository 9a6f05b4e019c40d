import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel

extension DietSex: ExpressibleByArgument {}
extension ActivityLevel: ExpressibleByArgument {}
extension DietGoal: ExpressibleByArgument {}
extension NoticeVoice: ExpressibleByArgument {}

extension DietTopic: ExpressibleByArgument {
  /// Reads `gentle_start`, also as `gentle-start` or `Gentle Start`.
  package init?(argument: String) {
    self.init(rawValue: String(argument.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 }))
  }
}

extension DietFactor: ExpressibleByArgument {
  /// Reads `19/23` or `standard`, `0.67` or `study`.
  package init?(argument: String) {
    switch argument.lowercased() {
    case "19/23", "standard": self = .standard
    case "0.67", ".67", "0,67", "study": self = .study
    default: return nil
    }
  }

  package static var allValueStrings: [String] { ["19/23", "0.67"] }
}

/// A time of the day without a date: `12:00`.
struct ClockArgument: ExpressibleByArgument {
  /// Minutes since midnight.
  let minute: Int

  init?(argument: String) {
    guard let clock = try? TypedClock(argument) else { return nil }
    minute = clock.minute
  }
}

/// A time of the day, or `off`.
struct OptionalClockArgument: ExpressibleByArgument {
  /// Minutes since midnight; `nil` = off.
  let minute: Int?

  init?(argument: String) {
    if argument.lowercased() == "off" {
      minute = nil
    } else if let clock = ClockArgument(argument: argument) {
      minute = clock.minute
    } else {
      return nil
    }
  }
}

/// An eating window: `12:00-18:00`.
struct WindowArgument: ExpressibleByArgument {
  let window: EatingWindow

  init?(argument: String) {
    let ends = argument.split(whereSeparator: { $0 == "-" || $0 == "–" }).map { ClockArgument(argument: String($0).trimmed) }
    guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
    window = EatingWindow(startMin: start.minute, endMin: end.minute)
  }
}

/// Eating times: `12:00,15:00,17:30`.
struct MealTimesArgument: ExpressibleByArgument {
  /// Minutes since midnight, in the order in which they were given.
  let minutes: [Int]

  init?(argument: String) {
    let times = argument.split(separator: ",", omittingEmptySubsequences: false).map { ClockArgument(argument: String($0).trimmed)?.minute }
    guard times.count <= 24, !times.contains(nil) else { return nil }
    minutes = times.compactMap(\.self)
  }
}

/// A number, or `none`.
struct OptionalNumberArgument {
  /// `nil` = none.
  let value: Double?

  /// Reads a number in a unit.
  init(_ argument: String, in unit: TypedUnit) throws(TypedFault) {
    value = ["none", "off"].contains(argument.lowercased()) ? nil : try TypedNumber(argument, in: unit).value
  }
}

/// `on` or `off`.
enum SwitchArgument: String, ExpressibleByArgument, CaseIterable {
  case on, off
}
