import HealthModel

/// The words for days and weeks in commands.
package enum PlanWords {
  /// The day that `text` names, as `TypedDay` reads it.
  /// - Throws: kind `.usage` for anything else.
  package static func day(_ text: String, in week: ISOWeek, today: Day) throws(PlanError) -> Day {
    do { return try TypedDay(text).day(in: week, today: today) } catch { throw PlanError(.usage, error.message, hint: error.hint) }
  }

  /// The week that `text` names: `this`, `next`, `last`, `+1` or `-1` from that of `today`; `2026-W07`; or the week of a day, `2026-02-10`
  /// or `today`. Case doesn't count.
  /// - Throws: kind `.usage` for anything else.
  package static func week(_ text: String, today: Day) throws(PlanError) -> ISOWeek {
    let word = PlanTitle.trimmed(text).lowercased()
    let this = ISOWeek(of: today)
    switch word {
    case "this", "today": return this
    case "next": return this.adding(1)
    case "last": return this.adding(-1)
    case "tomorrow": return ISOWeek(of: today.adding(1))
    case "yesterday": return ISOWeek(of: today.adding(-1))
    default: break
    }
    if let week = ISOWeek(word.uppercased()) { return week }
    if let day = Day(word) { return ISOWeek(of: day) }
    if let weeks = offset(word, atMost: 5200) { return this.adding(weeks) }
    throw PlanError(.usage, "\"\(text)\" isn't a week", hint: "this, next, last, +1, -1, 2026-W07 or a day in it: 2026-02-10")
  }

  /// `mon`, `tue`, …, the keys of the phone's planner document, Monday first.
  package static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func offset(_ word: String, atMost limit: Int) -> Int? {
    guard word.hasPrefix("+") || word.hasPrefix("-"), let number = Int(word), abs(number) <= limit else { return nil }
    return number
  }
}

extension TypedDay {
  /// The day that is meant in a plan: a weekday is that of `week`; a day without a year is the next one.
  package func day(in week: ISOWeek, today: Day) -> Day { weekday.map { week.days[$0 - 1] } ?? day(from: today, .future) }
}
