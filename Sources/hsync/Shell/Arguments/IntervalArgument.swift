import ArgumentParser

/// An interval on the command line: `15m`, `2h`; from 1 minute to 24 hours.
struct IntervalArgument: ExpressibleByArgument, Equatable {
  /// The interval in minutes, 1…1440.
  let minutes: Int

  /// An interval of so many minutes.
  init(minutes: Int) { self.minutes = minutes }

  init?(argument: String) {
    let text = argument.lowercased()
    let units = [("minutes", 1), ("minute", 1), ("min", 1), ("m", 1), ("hours", 60), ("hour", 60), ("h", 60)]
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let number = text.dropLast(unit.count).filter { $0 != " " }
    guard number.count <= 4, number.allSatisfy(\.isASCII), let count = Int(number), (1...1440).contains(count * factor) else { return nil }
    minutes = count * factor
  }

  var milliseconds: Int64 { Int64(minutes) * 60_000 }

  /// `15m`, `2h`: as it is typed.
  var text: String { minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m" }

  /// `15 min`, `2 h`: as it is read.
  var words: String { minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes) min" }

  var defaultValueDescription: String { text }
}
