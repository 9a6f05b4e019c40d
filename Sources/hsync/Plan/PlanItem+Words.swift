import HealthDesk
import HealthModel
import WeekPlan

extension PlanItem {
  /// Returns the item's date in words: `on Fri 27 Nov`; `every Fri from 27 Nov`, `every Fri from 27 Nov through 26 Feb 2027` for a series.
  func when(beside today: Day, preposition: String = "on") -> String {
    guard isSeries else { return "\(preposition) \(PlanDates.day(day, beside: today))" }
    let end = repeats?.until.map { " through \(PlanDates.date($0, beside: today))" } ?? ""
    return "every \(PlanDates.weekday(day)) from \(PlanDates.date(day, beside: today))\(end)"
  }

  /// `Run on Fri 27 Nov (k7m2p9qa)`.
  func line(beside today: Day, preposition: String = "on") -> String {
    "\(words) \(when(beside: today, preposition: preposition)) (\(shortID))"
  }

  /// `✓` when it is done, else `○`.
  var mark: String { isCompleted ? "✓" : "○" }

  /// `words`, and whether it comes again.
  var listed: String { repeats == nil ? words : words + " (weekly)" }
}
