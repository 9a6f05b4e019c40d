import HealthModel

@testable import WeekPlan

/// Days, weeks and items that tests speak of. Week 7 of 2026 is 9 to 15 February.
enum Plan {
  static let week = ISOWeek("2026-W07") ?? ISOWeek(of: Day(number: 0))
  /// A Tuesday, in that week.
  static let today = day("2026-02-10")

  static func day(_ text: String) -> Day { Day(text) ?? Day(number: 0) }

  static func item(_ id: String, _ title: String = "Run", _ day: String = "2026-02-10", createdAtMs: Int64 = 0) -> PlanItem {
    PlanItem(id: id, shortID: "k7m2p4xq", kind: .workout, title: title, day: Plan.day(day), createdAtMs: createdAtMs)
  }

  static func series(_ id: String, from day: String, until: String? = nil) -> PlanItem {
    var item = item(id, "Yoga", day)
    item.repeats = .weekly(until: until.map(Plan.day))
    return item
  }
}
