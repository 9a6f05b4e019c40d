import HealthModel
import HealthStore
import HealthSync

/// All that `hsync today` shows, as of one moment.
struct DayGlance {
  /// Now; its local day is the one that is shown.
  let now: Moment
  /// The last seven days, the one that is shown last; `nil` = nothing is known.
  let week: [DaySummary?]
  /// The day's meals beside the plan.
  let menu: DayMenu
  /// The day's note, `nil` when there is none.
  let note: String?
  /// How the library stands to its backend.
  let sync: SyncGlance

  /// Beyond so many waiting records people aren't told how many they are.
  static let mostWaiting = 1000

  /// Reads it.
  ///
  /// - Parameters:
  ///   - countsAll: Whether it matters how many records wait where they are more than `mostWaiting`.
  ///   - dailyBytes: The cap of a day for syncs that no person starts, `nil` = none.
  ///   - settings: Whose zone and ranks make the days.
  init(_ library: Library, at now: Moment, countsAll: Bool, dailyBytes: Int?, settings: HealthSettings) throws {
    let day = now.day
    let log = SummaryLog(library, as: settings)
    log.follow()
    // One transaction: one look at the file, and one state of it.
    (week, menu, note, sync) = try library.read { _ in
      let summaries = try log.summaries(from: day.adding(-6), through: day)
      let meals = try MealLog(library).meals(on: day)
      let planner = Planner(library)
      let plan = PlanProgress(try planner.items(from: day, through: day), meals: meals)
      return (
        (-6...0).map { offset in summaries.first { $0.day == day.adding(offset) } }, DayMenu(day: day, meals: meals, plan: plan),
        try planner.notes(from: day, through: day)[day],
        try SyncEngine.glance(at: library, counting: countsAll ? nil : DayGlance.mostWaiting, dailyBytes: dailyBytes)
      )
    }
    self.now = now
  }

  /// The day's health figures, `nil` = nothing is known.
  var health: DaySummary? { week.last ?? nil }
}
