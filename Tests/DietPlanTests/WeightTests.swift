import DietPlan
import HealthModel
import Testing

@Suite struct WeightTests {
  private static let kg = [80.0, 79.6, 79.8, 79.2, 79.0, 79.4, 78.6, 78.8, 78.2]

  @Test(
    "D-WEIGHT-1, D-WEIGHT-2, D-WEIGHT-7: averages and trends of 1 to 9 entries",
    arguments: [
      // entries, their mean, the last less the mean if shown
      (1, 80, nil),  // 0
      (2, 79.8, -0.2),  // 159.6 / 2
      (3, 79.8, nil),  // 239.4 / 3; 0
      (4, 79.65, -0.45),  // 318.6 / 4
      (5, 79.52, -0.52),  // 397.6 / 5
      (6, 79.5, -0.1),  // 477 / 6
      (7, 79.371_428_571, -0.771_428_571),  // 555.6 / 7
      (8, 79.2, -0.4),  // without the first: 554.4 / 7
      (9, 79, -0.8),  // without the first two: 553 / 7
    ] as [(Int, Double, Double?)])
  func averages(count: Int, average: Double, trend: Double?) throws {
    // Entries, not days: every third day has one.
    let entries = WeightTests.kg.prefix(count).enumerated().map { Diet.weight(Diet.nth(1 + 3 * $0.offset), $0.element) }
    let weights = DietWeights(entries.reversed())
    let card = weights.card(on: Diet.nth(3 * count - 2))
    #expect(card.kg == WeightTests.kg[count - 1] && card.averagedCount == min(count, 7))
    try #expect(abs(#require(card.averageKg) - average) < 1e-6)
    #expect((card.trendKg == nil) == (trend == nil) && abs((card.trendKg ?? 0) - (trend ?? 0)) < 1e-6)
    try #expect(abs(#require(weights.averages().last?.kg) - average) < 1e-6 && weights.averages().count == count)
  }

  @Test("D-WEIGHT-2: the trend is hidden at or above the average, and where it would show as -0.0")
  func hiddenTrend() {
    func trend(_ first: Double, _ second: Double) -> Double? {
      DietWeights([Diet.weight(Diet.nth(1), first), Diet.weight(Diet.nth(2), second)]).card(on: Diet.nth(2)).trendKg
    }
    #expect(trend(80, 80.2) == nil)
    #expect(trend(80, 80) == nil)
    // 80 and 79.92: the mean is 79.96, the difference −0.04.
    #expect(trend(80, 79.92) == nil)
    #expect(trend(80, 79.8) != nil)
  }

  @Test("D-WEIGHT-3, D-WEIGHT-4, D-WEIGHT-5: without today's weight there is a prompt and no average, from day 1 on")
  func prompt() throws {
    let log = DietLog(weights: DietWeights([Diet.weight(Diet.nth(1), 80)]))
    let second = try #require(DietDay(Diet.nth(2), history: Diet.history(), log: log)).weight
    #expect(second.wantsWeight && second.kg == nil && second.averageKg == nil && second.trendKg == nil && second.averagedCount == 0)
    try #expect(#require(DietDay(Diet.nth(1), history: Diet.history(), log: log)).weight.wantsWeight == false)
    try #expect(#require(DietDay(Diet.nth(1), history: Diet.history(), log: DietLog())).weight.wantsWeight)
  }

  @Test("D-WEIGHT-1: of several weights on a day the one by hand counts, else the latest, at whatever hour")
  func onePerDay() {
    let day = Diet.nth(3)
    let (dawn, late) = (Diet.berlin.moment(on: day, minute: 1).ms, Diet.berlin.moment(on: day, minute: 1439).ms)
    let imported = [Diet.weight(day, 81, device: "b", atMs: dawn), Diet.weight(day, 82, device: "a", atMs: late)]
    #expect(DietWeights(imported).entries.map(\.kg) == [82])
    #expect(DietWeights(imported + [Diet.weight(day, 80)]).entries.map(\.kg) == [80])
    #expect(DietWeights(imported + [Diet.weight(day, 80, atMs: dawn)]).entries.map(\.kg) == [80])
    let twice = DietWeights([Diet.weight(day, 80), Diet.weight(day.adding(1), 79, atMs: dawn), Diet.weight(day, 79.5, device: "a")])
    #expect(twice.entries.map(\.kg) == [80, 79] && twice.loggedDays == [day, day.adding(1)])
    #expect(DietWeights([Diet.weight(day, 0), Diet.weight(day.adding(1), .nan), Diet.weight(day.adding(2), 1e9)]).entries.isEmpty)
  }

  @Test func answersAboutADayDontUseLaterWeights() {
    let weights = DietWeights((1...9).map { Diet.weight(Diet.nth($0), 80 - Double($0)) })
    #expect(weights.averageKg(through: Diet.nth(1)) == 79 && weights.averageKg(through: Diet.nth(0)) == nil)
    #expect(weights.latest(through: Diet.nth(4))?.kg == 76 && weights.entry(on: Diet.nth(12)) == nil)
    #expect(weights.latest(through: Diet.nth(12))?.kg == 71)
  }
}
