import DietPlan
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The sums of SQL against those of the engine.
@Suite struct DietLogReaderTests {
  private let store: StoreFixture
  private let today = StoreFixture.noon.day
  private let settings = HealthSettings(zone: "UTC")

  init() throws { store = try StoreFixture() }

  private var reader: DietLogReader { DietLogReader(store.library, as: settings) }

  private func meal(_ id: String, daysAgo: Int = 0, _ nutrition: Nutrition) -> Meal {
    let moment = Moment(ms: StoreFixture.noon.ms - Int64(daysAgo) * 86_400_000, utcOffsetMin: 60)
    var meal = StoreFixture.meal(id, at: moment)
    meal.nutrition = nutrition
    return meal
  }

  private func weigh(_ kg: Double, daysAgo: Int) throws {
    _ = try WeightLog(store.library).log(kg: kg, on: today.adding(-daysAgo), measuredAt: nil, at: StoreFixture.noon)
  }

  @Test("D-FEEDBACK-6: sums of the day are those of the engine, unknown values included")
  func sumsAreThoseOfTheEngine() throws {
    let nutritions = [
      Nutrition(energyKcal: 500, proteinG: 30, carbsG: 40.5, fatG: 12), Nutrition(energyKcal: 300), Nutrition(proteinG: 5),
      Nutrition(energyKcal: 100, proteinG: 50), Nutrition(),
    ]
    try store.meals.log(nutritions.enumerated().map { meal("m\($0)", $1) }, at: StoreFixture.noon)
    try store.meals.log([meal("y", daysAgo: 1, Nutrition(energyKcal: 77))], at: StoreFixture.noon)
    let log = try reader.log(of: today.adding(-1)...today)
    #expect(log.intake(on: today) == DietIntake(nutritions))
    #expect(log.intake(on: today.adding(-1)) == DietIntake([Nutrition(energyKcal: 77)]))
    #expect(log.intake(on: today.adding(-2)) == DietIntake())
    #expect(try reader.mealsLoggedAtMs(from: today, through: today) == Array(repeating: StoreFixture.noon.ms + 5, count: 5))
  }

  @Test("D-FEEDBACK-4: the streak before the days is found, by meals and weights logged by hand, up to the first gap")
  func theStreakIsFound() throws {
    for days in [1, 2, 4, 5, 7, 8] { try store.meals.log([meal("m\(days)", daysAgo: days, Nutrition())], at: StoreFixture.noon) }
    try weigh(80, daysAgo: 3)
    try store.run(
      """
      INSERT INTO weight(id, day, kg, source) VALUES ('\(today.adding(-6))/scale', '\(today.adding(-6))', 80, 'scale')
      """)
    let log = try reader.log(of: today...today)
    #expect(LoggingStreak(loggedDays: log.loggedDays, today: today).days == 5)
    #expect(!log.loggedDays.contains(today.adding(-6)) && !log.loggedDays.contains(today))
    #expect(try reader.log(of: today.adding(-7)...today.adding(-7)).loggedDays == [today.adding(-7), today.adding(-8)])
  }

  @Test func aStreakOfYearsIsFound() throws {
    try store.run(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1500)
      INSERT INTO weight(id, day, kg) SELECT date('\(today)', -x || ' days'), date('\(today)', -x || ' days'), 80 FROM n
      """)
    #expect(LoggingStreak(loggedDays: try reader.log(of: today...today).loggedDays, today: today).days == 1500)
  }

  @Test("D-WEIGHT-1: the last weights before the days come with them")
  func theLastWeightsComeWithThem() throws {
    for (place, days) in [400, 300, 200, 100, 90, 80, 70, 60, 50, 1, 0].enumerated() { try weigh(80 - Double(place), daysAgo: days) }
    let log = try reader.log(of: today.adding(-1)...today)
    // Of the eight before them and the day itself, the last seven count.
    #expect(log.weights.entries.map(\.kg) == [79, 78, 77, 76, 75, 74, 73, 72, 71, 70])
    #expect(log.weights.averageKg(through: today) == 73)
    #expect(try reader.log(of: today.adding(-350)...today.adding(-350)).weights.entries.map(\.kg) == [80])
    #expect(try reader.log(of: today.adding(-450)...today.adding(-450)).weights.entries.isEmpty)
  }

  @Test func activeEnergyIsThatOfTheSummaries() throws {
    try store.run(
      """
      INSERT INTO day_summary(id, day, zone, active_kcal, samples, sources, rule_version)
      VALUES ('\(today)/d1', '\(today)', 'UTC', 412.5, 3, 1, 1)
      """)
    #expect(try reader.log(of: today...today).activeKcal == [today: 412.5])
  }
}
