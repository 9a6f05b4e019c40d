import HealthModel

@testable import ActivityWindow

/// Plans and inputs for tests of notices, in UTC from Monday 2026-06-01, unless they say otherwise.
struct NoticeWorld {
  var zone = Coast.utc
  var deviceZone = Coast.utc
  var profile: CoastProfile
  /// Hours that are good, counted from the first midnight, with what is forecast for them; all others are gated by rain.
  var hours: [Int: [ForecastHour.Field: Double?]] = [:]
  var from = "2026-06-01"
  var fired: [FiredNotice] = []
  var planned: [CoastNotice] = []

  /// A user with notices for these modes and a dog called Rex.
  init(_ modes: Set<ActivityMode>, quiet: (String, String)? = nil) {
    profile = CoastProfile(dog: Dog(name: "Rex"))
    profile.noticeModes = modes
    if let quiet {
      profile.quietHours = QuietHours(
        isEnabled: true, startMinute: QuietHours.minute(quiet.0) ?? 0, endMinute: QuietHours.minute(quiet.1) ?? 0)
    }
  }

  /// The same with some hours that score 100.
  func with(_ hours: Int...) -> NoticeWorld {
    var world = self
    for hour in hours { world.hours[hour] = [:] }
    return world
  }

  /// The same with an hour and what is forecast for it.
  func with(_ hour: Int, _ changes: [ForecastHour.Field: Double?]) -> NoticeWorld {
    var world = self
    world.hours[hour] = changes
    return world
  }

  /// The instant of a local time of the first day of the place.
  func ms(_ hour: Int, _ minute: Int = 0) -> Int64 { zone.moment(on: Coast.day(from), minute: hour * 60 + minute).ms }

  func inputs(at nowMs: Int64, weatherAtMs: Int64? = nil, seaAtMs: Int64? = nil) -> NoticeInputs {
    let plan = Coast.plan(hours, days: NoticeInputs.days, zone: zone, from: from, scoring: profile.scoring)
    return NoticeInputs(
      plan: plan, profile: profile, deviceZone: deviceZone, nowMs: nowMs, weatherAtMs: weatherAtMs ?? nowMs, seaAtMs: seaAtMs,
      planned: planned, fired: fired)
  }

  /// The plan at an hour of the first day.
  func plan(_ hour: Int, _ minute: Int = 0) -> NoticePlan { NoticePlan(inputs(at: ms(hour, minute))) }

  /// `swim_solo best good 06-01 06:30 for 07:00`: device time of firing, local time of the window.
  func lines(_ plan: NoticePlan) -> [String] { plan.wanted.map(line) }

  func line(_ notice: CoastNotice) -> String {
    let fire = deviceZone.moment(atMs: notice.fireMs)
    let also = notice.also.map { " and \($0.startClock)" } ?? ""
    return
      "\(notice.mode.rawValue) \(notice.kind.rawValue) \(notice.template.rawValue) \(fire.day.description.suffix(5)) \(fire.clock)"
      + (notice.window.map { " for \($0.day.description.suffix(5)) \($0.startClock)" } ?? "") + also
  }
}
