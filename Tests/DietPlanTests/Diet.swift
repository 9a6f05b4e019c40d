import DietPlan
import HealthModel
import TestSupport

/// Values that the tests share.
enum Diet {
  /// A day, which must exist.
  static func day(_ text: String) -> Day { Day(text) ?? Day(number: 0) }

  /// The first day of most plans: 2026-03-02, a Monday. Day 28 is 2026-03-29, on which clocks in Berlin go forward.
  static let start = day("2026-03-02")

  /// 39 years, 170 cm, 80 kg, light: (800 + 1062.5 − 195 + 5) · 1.375 = 2299.6875, so 2300 kcal, and 2300 · 19/23 = 1900.
  static let profile = DietProfile(
    sex: .male, age: 39, heightCm: 170, weightKg: 80, activity: .light, goal: .lose, window: .preset, mealTimes: [720, 900, 1080])

  /// The event that sets up the plan `p`.
  static func setUp(_ profile: DietProfile = profile, start: Day = start, from: Day? = nil, id: String = "0", plan: String = "p")
    -> DietEvent
  {
    DietEvent(id: id, day: from ?? start, .profile(profile, plan: PlanStart(id: plan, day: start)))
  }

  /// A history of the plan `p` and more events.
  static func history(_ profile: DietProfile = profile, _ events: DietEvent...) -> DietHistory { DietHistory([setUp(profile)] + events) }

  /// The `n`th calendar day of the plan, from 1.
  static func nth(_ n: Int) -> Day { start.adding(n - 1) }

  /// A weight logged by hand, or imported when a device is given.
  static func weight(_ day: Day, _ kg: Double, device: String? = nil, atMs ms: Int64? = nil) -> WeightEntry {
    WeightEntry(
      id: device.map { "\(day)/\($0)" } ?? day.description, day: day, kg: kg, measuredAt: ms.map { Moment(ms: $0, utcOffsetMin: 60) },
      source: device == nil ? "user" : "Scale")
  }

  /// A meal of a day.
  static func meals(_ meals: Nutrition..., on day: Day) -> [Day: DietIntake] { [day: DietIntake(meals)] }

  /// Europe/Berlin by rule: clocks go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00.
  static let berlin = zone("CET-1CEST,M3.5.0,M10.5.0/3")

  /// A zone that follows a POSIX rule: a TZif file of version 2 (RFC 9636) with an empty table and the rule as its footer.
  static func zone(_ rule: String) -> ZoneRules {
    // Counts of UTC and standard indicators, leap seconds, transitions, types and designation bytes; one type: offset 0, no DST, name 0.
    let header =
      Array("TZif2".utf8) + Array(repeating: 0, count: 15) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let block: [UInt8] = header + [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
    return ZoneRules(tzif: block + block + Array("\n\(rule)\n".utf8)) ?? ZoneRules(fixedMin: 0)
  }
}

extension Diet {
  /// Random numbers that are the same in each run.
  static func generator(_ seed: UInt64) -> SeededGenerator { SeededGenerator(seed: seed) }
}
