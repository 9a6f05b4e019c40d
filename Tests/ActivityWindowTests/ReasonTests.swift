import HealthModel
import TestSupport
import Testing

@testable import ActivityWindow

@Suite("go why") struct ReasonTests {
  let day = Coast.day("2026-06-01")

  func rules(_ mode: ActivityMode, _ changes: [ForecastHour.Field: Double?]) -> [String] {
    let reasons = Coast.balanced.reasons(for: Coast.hour(changes), in: mode)
    func text(_ rule: ScoreRule) -> String { "\(rule.field.rawValue) \(rule.value) \(rule.isUpperLimit ? "<=" : ">=") \(rule.threshold)" }
    return reasons.gateRules.map { "gate \(text($0))" }
      + reasons.penalties.map { "\($0.rule.points ?? 0) \($0.factor.name) \(text($0.rule))" }
  }

  @Test(
    arguments: [
      (.swimSolo, [.precipMm: 4.5], ["gate precip_mm 4.5 >= 3.0"]), (.runSolo, [.precipProb: 90], ["gate precip_prob 90.0 >= 80.0"]),
      (.runDog, [.gustMs: 14.5], ["gate gust_ms 14.5 >= 14.0"]), (.runDog, [.feelsC: 31], ["gate feels_c 31.0 >= 29.0"]),
      (.runDog, [.feelsC: 27, .uv: 9], ["gate feels_c 27.0 >= 26.0", "gate uv 9.0 >= 8.0"]),
      (.swimSolo, [.waveM: 1.2, .feelsC: 12], ["70 waves wave_m 1.2 >= 1.0", "10 cold feels_c 12.0 <= 14.0"]),
      (
        .swimDog, [.waveM: 0.7, .feelsC: 33, .uv: 7],
        [
          "45 waves wave_m 0.7 >= 0.6", "15 dog_heat feels_c 33.0 >= 26.0", "10 heat feels_c 33.0 >= 32.0", "10 uv uv 7.0 >= 6.0",
        ]
      ),
      (
        .runSolo, [.feelsC: 33, .uv: 9, .aqiEu: 70, .precipProb: 50, .gustMs: 11],
        [
          "60 heat feels_c 33.0 >= 32.0", "25 uv uv 9.0 >= 8.0", "18 aqi aqi_eu 70.0 >= 60.0", "12 wind gust_ms 11.0 >= 10.0",
          "10 rain precip_prob 50.0 >= 40.0",
        ]
      ),
      (.runDog, [.feelsC: 28, .aqiEu: 100], ["48 aqi aqi_eu 100.0 >= 100.0", "36 heat feels_c 28.0 >= 28.0"]), (.runSolo, [:], []),
    ] as [(ActivityMode, [ForecastHour.Field: Double?], [String])])
  func everyRuleNamesItsValueAndThreshold(mode: ActivityMode, changes: [ForecastHour.Field: Double?], expected: [String]) {
    #expect(rules(mode, changes) == expected)
  }

  @Test func unknownValuesOfTheModeAreNamed() {
    let hour = Coast.hour([.waveM: nil, .windMs: nil, .uv: nil])
    #expect(Coast.balanced.reasons(for: hour, in: .swimSolo).missing == [.waveM, .uv])
    #expect(Coast.balanced.reasons(for: hour, in: .runSolo).missing == [.uv])
  }

  /// The rules of random hours account for the score.
  @Test(arguments: 0..<4) func rulesSumUpToTheScore(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for index in 0..<400 {
      guard let hour = RandomWeather.hour(Int64(index) * 3_600_000, &generator) else { continue }
      for mode in ActivityMode.allCases {
        let scoring = Scoring(Preset.allCases[index % 3].thresholds)
        let reasons = scoring.reasons(for: hour, in: mode)
        #expect((reasons.score.gate == nil) == reasons.gateRules.isEmpty)
        let total = reasons.penalties.reduce(0) { $0 + ($1.rule.points ?? 0) }
        if reasons.score.gate == nil { #expect(reasons.score.score == max(0, 100 - total)) }
        for rule in reasons.gateRules + reasons.penalties.map(\.rule) {
          #expect(rule.isUpperLimit ? rule.value <= rule.threshold : rule.value >= rule.threshold)
        }
        let chips = reasons.score.chips(of: hour)
        #expect(chips.count <= 5 && (chips.count >= 2 || reasons.score.gate != nil || reasons.missing.count > 2))
      }
    }
  }

  @Test func aDayWithWindowsSaysSo() {
    let plan = Coast.plan([7: [:], 9: [.gustMs: 10]])
    guard case .windows(let windows) = plan.reasons(for: day, in: .swimSolo).verdict else {
      Issue.record("no windows")
      return
    }
    #expect(windows.map(\.startClock) == ["07:00", "09:00"])
  }

  @Test func theNearestMissIsTheBestHourWithWhatItLacks() {
    // Scores 55, 65 and 65 for a swim; the rest is gated. Waves alone decide.
    let plan = Coast.plan([7: [.waveM: 0.6, .feelsC: 14], 9: [.waveM: 0.7], 11: [.waveM: 0.7]])
    guard case .nearestMiss(let miss) = plan.reasons(for: day, in: .swimSolo).verdict else {
      Issue.record("no miss")
      return
    }
    #expect(miss.hour.clock == "09:00")
    #expect(miss.lackingPoints == 5)
    #expect(miss.decisive == [.waves])
    #expect(miss.reasons.penalties.map(\.factor) == [.waves])
  }

  @Test func severalFactorsMayBeNeeded() {
    // A run: 40 + 30 + 12 = 82, no single one leaves 30 or less. Then 18 + 25 = 43: either is enough.
    func decisive(_ changes: [ForecastHour.Field: Double?]) -> [Factor]? {
      guard case .nearestMiss(let miss) = Coast.plan([7: changes]).reasons(for: day, in: .runSolo).verdict else { return nil }
      return miss.decisive
    }
    #expect(decisive([.aqiEu: 100, .feelsC: 28, .gustMs: 10]) == [])
    #expect(decisive([.aqiEu: 60, .uv: 8]) == [.uv, .aqi])
  }

  @Test func aGatedDayCountsItsGates() {
    let plan = Coast.plan([7: [.gustMs: 20], 8: [.precipProb: 90]])
    guard case .gated(let gates) = plan.reasons(for: day, in: .runSolo).verdict else {
      Issue.record("not gated")
      return
    }
    #expect(gates.map { "\($0.gate.rawValue) \($0.hours)" } == ["Heavy rain 22", "Rain very likely 1", "Wind too strong 1"])
  }

  @Test func aDayWithoutForecastSaysSo() {
    let plan = Coast.plan([7: [:]])
    #expect(plan.reasons(for: day.adding(9), in: .runSolo).verdict == .noForecast)
    let empty = ActivityPlan([ForecastHour(utcMs: Coast.juneMs)], from: day, days: 1, zone: Coast.utc, scoring: Coast.balanced)
    #expect(empty.reasons(for: day, in: .runSolo).verdict == .noForecast)
  }

  @Test func thePlannedWorkoutGetsTheBestHours() {
    // Two windows: 7 to 10 with 85, 100, 100; 17 to 18 with 100.
    let plan = Coast.plan([7: [.gustMs: 10], 8: [:], 9: [:], 17: [:]])
    func span(_ minutes: Int, after: Int? = nil) -> String? {
      plan.bestSpan(on: day, in: .swimSolo, minutes: minutes, afterMs: after.map { Coast.ms(day, hour: $0) }).map {
        "\(($0.startMs - Coast.juneMs) / 60_000)-\(($0.endMs - Coast.juneMs) / 60_000) \($0.meanScore)"
      }
    }
    #expect(span(60) == "480-540 100.0")
    #expect(span(45) == "480-525 100.0")
    #expect(span(61) == "480-541 100.0")
    #expect(span(120) == "480-600 100.0")
    #expect(span(180) == "420-600 95.0")
    #expect(span(181) == nil)
    #expect(span(60, after: 10) == "1020-1080 100.0")
    #expect(span(60, after: 18) == nil)
    #expect(span(-5) == "480-481 100.0")
    #expect(plan.bestSpan(on: day.adding(3), in: .swimSolo, minutes: 60) == nil)
  }

  @Test func aFinishedWorkoutIsComparedWithItsWindow() {
    let plan = Coast.plan([7: [:], 8: [.gustMs: 10], 9: [.waveM: 0.6], 17: [:]])
    // 08:30 to 09:30: half an hour at 85, half an hour at 65.
    let fit = plan.fit(ofWorkoutFrom: Coast.ms(day, hour: 8, minute: 30), to: Coast.ms(day, hour: 9, minute: 30), in: .swimSolo)
    #expect(fit.meanScore == 75)
    #expect(fit.minutes == 60)
    #expect(fit.minutesInWindows == 30)
    #expect(fit.window?.startClock == "07:00")
    #expect(fit.bestOfDay?.startClock == "17:00")
    let outside = plan.fit(ofWorkoutFrom: Coast.ms(day, hour: 30), to: Coast.ms(day, hour: 31), in: .swimSolo)
    #expect(outside.meanScore == nil && outside.window == nil && outside.bestOfDay == nil)
    let backwards = plan.fit(ofWorkoutFrom: Coast.ms(day, hour: 8), to: Coast.ms(day, hour: 7), in: .swimSolo)
    #expect(backwards.minutes == 0 && backwards.meanScore == nil)
  }
}
