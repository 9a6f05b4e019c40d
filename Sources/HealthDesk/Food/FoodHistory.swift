import HealthModel
import HealthStore

/// The days with meals, a week at a time, the newest first.
package struct FoodHistory: Sendable {
  /// The days of the week that have meals.
  package let days: [DayMenu]
  /// The day whose `before` shows the next meals further back; `nil` = there are none.
  package let earlier: Day?

  /// The number of days on a page.
  package static let pageDays = 7

  /// The week that ends before a day; `nil` = the one that ends today, with all days to come that have meals.
  package init(_ diary: Diary, before end: Day?, today: Day) throws(StoreError) {
    let first = (end ?? today.adding(1)).adding(-FoodHistory.pageDays)
    let last = end?.adding(-1) ?? Moment(ms: NumberRules.timesMs.upperBound, utcOffsetMin: 0).day
    days = try diary.menus(from: first, through: last).reversed()
    earlier = try diary.newestDay(before: first)?.adding(1)
  }
}
