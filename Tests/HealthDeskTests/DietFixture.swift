import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// A library with a plan, and a clock that shows noon on the plan's days.
struct DietFixture {
  let desk: DeskFixture
  var library: Library { desk.library }
  var diet: DietDesk { DietDesk(library, settings: HealthSettings(zone: "UTC")) }

  /// 39 years, 170 cm, 80 kg, light: (800 + 1062.5 − 195 + 5) · 1.375 = 2299.6875, so 2300 kcal, and 2300 · 19/23 = 1900.
  static let draft: DietDraft = {
    var draft = DietDraft(start: start)
    (draft.sex, draft.age, draft.heightCm, draft.weightKg, draft.activity, draft.goal) = (.male, 39, 170, 80, .light, .lose)
    return draft
  }()

  /// 2026-02-10, a Tuesday.
  static let start = DeskFixture.noon.day

  init() throws { desk = try DeskFixture() }

  /// Noon of the `n`th calendar day of the plan, from 1.
  static func noon(_ n: Int) -> Moment { Moment(ms: DeskFixture.noon.ms + Int64(n - 1) * 86_400_000, utcOffsetMin: 60) }

  /// The `n`th calendar day of the plan, from 1.
  static func day(_ n: Int) -> Day { start.adding(n - 1) }

  /// Sets the plan up on its `n`th day.
  func setUp(on n: Int = 1, _ change: (inout DietAnswers) -> Void = { _ in }) throws {
    var answers = DietAnswers(draft: DietFixture.draft)
    change(&answers)
    try diet.setUp(answers, at: DietFixture.noon(n))
  }

  /// The plan on its `n`th day, as of that day.
  func glance(_ n: Int) throws -> DietGlance { try diet.glance(on: DietFixture.day(n), today: DietFixture.day(n)) }

  /// Logs a meal on the `n`th day, at noon.
  func eat(_ n: Int, _ nutrition: Nutrition) throws {
    let noon = DietFixture.noon(n)
    let meal = Meal(
      id: RecordID.make(atMs: noon.ms), eatenAt: noon, slot: .lunch, name: "Rice", amount: Amount(servings: 1), nutrition: nutrition,
      provenance: .manual, createdAtMs: noon.ms)
    try MealLog(library).log([meal], at: noon)
  }

  /// Logs a weight for the `n`th day.
  func weigh(_ n: Int, _ kg: Double) throws {
    _ = try WeightLog(library).log(kg: kg, on: DietFixture.day(n), measuredAt: nil, at: DietFixture.noon(n))
  }
}
