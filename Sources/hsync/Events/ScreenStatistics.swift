import HealthDesk
import HealthModel

/// Statistics from the log about the screens: how often each is used, what was done there, and what failed. Of commands and pages alike.
struct ScreenStatistics: Equatable {
  /// Local days on which today was viewed.
  private(set) var homeDays = 0
  /// Local days on which anything was noted.
  private(set) var activeDays = 0
  /// Items that were added to the plan, and attempts to.
  private(set) var plannerAdds = 0
  private(set) var plannerTaps = 0
  /// Local days on which the planner was used, up to 13 days before the last day of the log; and those of them after which it was used again
  /// within 7 to 13 days.
  private(set) var plannerDays = 0
  private(set) var plannerReturns = 0
  /// Meals by barcode and all meals that were logged or failed to be, and those that were logged.
  private(set) var scans = Tally()
  private(set) var logs = Tally()
  /// Attempts to connect a source.
  private(set) var grants = Tally()
  /// Manual syncs on the settings' screen.
  private(set) var settingsSyncs = Tally()
  /// The user's own web app, opened.
  private(set) var mirror = Tally()
  /// Sessions (without a pause of 30 min), and those in which the user's own web app was opened: of the latest 28 days, and of the 28 before.
  private(set) var sessions = Tally()
  private(set) var earlierSessions = Tally()

  /// Things that ended, and those of them that went well.
  struct Tally: Equatable {
    var all = 0
    var good = 0

    /// The part that went well, in steps of a hundredth of a percent; `nil` = there is none.
    var share: Double? { all == 0 ? nil : (Double(good) / Double(all) * 10_000).rounded() / 10_000 }

    fileprivate mutating func note(_ isGood: Bool) {
      all += 1
      if isGood { good += 1 }
    }
  }

  private static let pauseMs: Int64 = 30 * 60_000
  private static let trendDays = 28

  /// Counts events in their order.
  ///
  /// - Parameter day: The local day of a time in milliseconds since 1970.
  init(_ events: [JSON], day: (Int64) -> Day) {
    var days = Days()
    var runs: [(day: Day, hasMirror: Bool)] = []
    var lastMs: Int64?
    var syncScreen: String?
    var barcode: String?
    for event in events {
      guard let ms = event["at_ms"].int, let name = event["event"].string else { continue }
      let today = day(ms)
      days.all.insert(today)
      let action = event["action"].string
      let screen = event["screen_id"].string.map { $0.hasPrefix("M-") ? $0 : "M-" + $0 }
      if lastMs.map({ ms - $0 > ScreenStatistics.pauseMs || ms < $0 }) ?? true { runs.append((today, false)) }
      lastMs = ms
      if screen == "M-MIRROR" { runs[runs.count - 1].hasMirror = true }
      if name == "screen_viewed", screen == "M-HOME" { days.home.insert(today) }
      if screen == "M-PLANNER" { days.planner.insert(today) }
      if name == "primary_action_tapped" {
        if action == "manual_sync" { syncScreen = screen }
        if action == "food_log_submit" { barcode = event["barcode"].string }
        if action == "planner_quick_add" { plannerTaps += 1 }
      } else if let action, name == "action_succeeded" || name == "action_failed" {
        // An end names no screen: it is that of the attempt before.
        count(action, isGood: name == "action_succeeded", syncScreen: syncScreen, hasBarcode: barcode != nil)
      }
    }
    homeDays = days.home.count
    activeDays = days.all.count
    guard let last = days.all.max() else { return }
    for planned in days.planner where planned.adding(13) <= last {
      plannerDays += 1
      if (7...13).contains(where: { days.planner.contains(planned.adding($0)) }) { plannerReturns += 1 }
    }
    for run in runs {
      let age = last.number - run.day.number
      if age < ScreenStatistics.trendDays {
        sessions.note(run.hasMirror)
      } else if age < 2 * ScreenStatistics.trendDays {
        earlierSessions.note(run.hasMirror)
      }
    }
  }

  private struct Days {
    var all: Set<Day> = []
    var home: Set<Day> = []
    var planner: Set<Day> = []
  }

  private mutating func count(_ action: String, isGood: Bool, syncScreen: String?, hasBarcode: Bool) {
    switch action {
    case "planner_quick_add": if isGood { plannerAdds += 1 }
    case "food_log_submit":
      logs.note(isGood)
      if hasBarcode { scans.note(isGood) }
    case "grant_permissions": grants.note(isGood)
    case "manual_sync": if syncScreen == "M-SET" { settingsSyncs.note(isGood) }
    case "mirror_opened", "mirror_to_native_scan": mirror.note(isGood)
    default: break
    }
  }

  // MARK: - Answers

  private static func ratio(_ part: Int, _ all: Int) -> Double? { all == 0 ? nil : (Double(part) / Double(all) * 100).rounded() / 100 }

  /// Added items a day on which anything was noted.
  var addsPerDay: Double? { ScreenStatistics.ratio(plannerAdds, activeDays) }
  /// Attempts for each added item.
  var tapsPerItem: Double? { ScreenStatistics.ratio(plannerTaps, plannerAdds) }
  /// The part of the planner's days after which it was used again within 7 to 13 days.
  var plannerRetention: Double? { Tally(all: plannerDays, good: plannerReturns).share }
  /// The part of manual syncs on the settings' screen that failed.
  var settingsSyncFailures: Double? { Tally(all: settingsSyncs.all, good: settingsSyncs.all - settingsSyncs.good).share }
  /// The part of openings of the user's own web app that failed.
  var mirrorErrors: Double? { Tally(all: mirror.all, good: mirror.all - mirror.good).share }
  /// How much the share of sessions with the user's own web app has grown since the 28 days before; negative when it fell.
  var mirrorTrend: Double? {
    guard let now = sessions.share, let before = earlierSessions.share else { return nil }
    return ((now - before) * 10_000).rounded() / 10_000
  }

  /// The members of the JSON document.
  var members: [(String, JSON)] {
    func number(_ value: Double?) -> JSON { value.map { JSON($0) } ?? .null }
    return [
      ("home_days", JSON(homeDays)), ("active_days", JSON(activeDays)), ("planner_adds", JSON(plannerAdds)),
      ("planner_adds_per_day", number(addsPerDay)), ("planner_taps_per_item", number(tapsPerItem)),
      ("planner_day7_retention", number(plannerRetention)), ("scan_success_rate", number(scans.share)),
      ("log_success_rate", number(logs.share)), ("grants", JSON(grants.all)), ("grant_conversion", number(grants.share)),
      ("settings_syncs", JSON(settingsSyncs.all)), ("settings_sync_failure_rate", number(settingsSyncFailures)),
      ("mirror_share", number(sessions.share)), ("mirror_error_rate", number(mirrorErrors)), ("mirror_trend", number(mirrorTrend)),
    ]
  }

  /// A name and a value a line.
  var rows: [[String]] {
    func percent(_ share: Double?, _ none: String = "–") -> String { share.map { "\(JSON(($0 * 1000).rounded() / 10).text) %" } ?? none }
    func of(_ share: Double?, _ all: Int, _ noun: String) -> String {
      all == 0 ? "no \(noun) yet" : "\(percent(share)) of \(Quantity.count(all, noun))"
    }
    return [
      ["days with today", "\(homeDays) of \(Quantity.count(activeDays, "day"))"],
      ["planned per day", addsPerDay.map { JSON($0).text } ?? "–"],
      ["taps per item", tapsPerItem.map { JSON($0).text } ?? "–"],
      ["planner again after a week", percent(plannerRetention)],
      ["scans logged", of(scans.share, scans.all, "scan")],
      ["meals logged", of(logs.share, logs.all, "food log")],
      ["sources granted", of(grants.share, grants.all, "attempt")],
      ["settings sync failures", of(settingsSyncFailures, settingsSyncs.all, "manual sync")],
      ["own web app", of(sessions.share, sessions.all, "session")],
      ["own web app failures", of(mirrorErrors, mirror.all, "opening")],
      ["own web app, 28 days", mirrorTrend.map { "\($0 > 0 ? "+" : "")\(JSON(($0 * 1000).rounded() / 10).text) %" } ?? "–"],
    ]
  }
}
