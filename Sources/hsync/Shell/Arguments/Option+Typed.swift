import ArgumentParser
import HealthModel
import Settings

// The readers of what users type say why they refuse a text, which the parser passes on from a transform alone.

extension Option where Value == TypedNumber? {
  /// A number in a unit, which can be typed with others of the same kind: `500kJ` for `--kcal`. `nil` = it has none.
  init(name: NameSpecification = .long, in unit: TypedUnit?, help: ArgumentHelp? = nil) {
    self.init(name: name, help: help, transform: { try TypedNumber($0, in: unit) })
  }
}

extension Option where Value == TypedDay? {
  /// A day. `-2` is its value, not another option.
  init(name: NameSpecification = .long, day help: ArgumentHelp, completion: CompletionKind = .days) {
    self.init(name: name, parsing: .unconditional, help: help, completion: completion, transform: { try TypedDay($0) })
  }
}

extension Option where Value == TypedTime? {
  /// A time, which may begin with a day like `-2`.
  init(time help: ArgumentHelp) {
    self.init(parsing: .unconditional, help: help, completion: .days, transform: { try TypedTime($0) })
  }
}

extension TypedDay {
  /// The day that is meant now; a weekday is the latest one.
  var day: Day { day(from: LocalClock.now.day, .past) }

  /// The day among the words that the parser didn't consume, because it takes `-1` for an option. `nil` = there are none.
  ///
  /// - Throws: `ValidationError` for an unknown option, and for words that aren't a day.
  static func only(of words: [String]) throws -> TypedDay? {
    let words = words.filter { $0 != "--" }
    if let option = words.first(where: { $0.hasPrefix("-") && (try? TypedDay($0)) == nil }) {
      throw ValidationError("Unknown option '\(option)'")
    }
    do { return words.isEmpty ? nil : try TypedDay(words.joined(separator: " ")) } catch { throw ValidationError(error.description) }
  }
}
