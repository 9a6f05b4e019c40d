import HealthModel
import HealthStore
import HealthSync

/// A day at a glance: health figures, meals, plan and the state of sync, as of one moment.
package struct DayGlance: Sendable {
  /// The current time; its local day is the one shown.
  package let now: Moment
  /// The last seven days with their main amounts, the one that is shown last; `nil` = nothing is known.
  package let week: [DaySummary?]
  /// The reason why the week has no figures; `nil` when it has some and all folders can be read.
  package let prompt: HealthPrompt?
  /// The day's meals beside the plan.
  package let menu: DayMenu
  /// The day's note, `nil` when there is none.
  package let note: String?
  /// The laundry pets; `nil` = there are none.
  package let laundry: LaundryGlance?
  /// The day's diet plan; `nil` = none runs.
  package let diet: DietStanding?
  /// Whether activity windows are set up.
  package let hasActivityWindows: Bool
  /// The state of sync: queued records, failures, and the last run.
  package let sync: SyncGlance
  /// The ways of delivering notices that failed last.
  package let failingNotices: [NoticeRestEntry]
  /// Whether a process is syncing the library.
  package let isSyncing: Bool

  /// The limit for counting queued records.
  package static let mostWaiting = 1000

  /// Reads the day's glance.
  ///
  /// - Parameters:
  ///   - now: Its local day is the one that is read.
  ///   - countsAll: Whether queued records are counted beyond `mostWaiting`.
  ///   - dailyBytes: The daily limit for automatic syncs, `nil` = none.
  ///   - settings: The zone and ranks for computing the days.
  ///   - folders: Paths of the folders of health exports, for the prompt.
  ///   - clock: Asked only if there is a cap.
  package init(
    _ library: Library, at now: Moment, countsAll: Bool, dailyBytes: Int?, settings: HealthSettings,
    folders: [String], clock: @autoclosure () -> SyncClock = .system
  ) throws {
    let day = now.day
    let log = SummaryLog(library, as: settings)
    log.follow()
    // One transaction: one look at the file, and one state of it.
    (week, prompt, menu, note, laundry, diet, hasActivityWindows, sync, failingNotices) = try library.read { _ in
      let summaries = try log.summaries(from: day.adding(-6), through: day, DaySummary.mainAmounts)
      let week = (-6...0).map { offset in summaries.first { $0.day == day.adding(offset) } }
      let meals = try MealLog(library).meals(on: day)
      let planner = Planner(library)
      let used = try UsedFeatures(library)
      let plan = PlanProgress(try planner.items(from: day, through: day), meals: meals)
      return (
        week, try HealthPrompt(library, folders: folders, days: week, newest: log.newestDay), DayMenu(day: day, meals: meals, plan: plan),
        try planner.note(of: day), used.laundry ? try LaundryGlance(library, atMs: now.ms) : nil,
        used.diet ? try DietStanding(library, on: day, meals: meals, activeKcal: week.last??.activeKcal) : nil,
        used.activityWindows,
        try SyncEngine.glance(at: library, clock: clock(), counting: countsAll ? nil : DayGlance.mostWaiting, dailyBytes: dailyBytes),
        try NoticeTable(library).rests()
      )
    }
    isSyncing = LockFile.holder(of: .sync, besideLibrary: library.path, nowMs: now.ms) != nil
    self.now = now
  }

  /// The day's health figures, `nil` = nothing is known.
  package var health: DaySummary? { week.last ?? nil }
}
