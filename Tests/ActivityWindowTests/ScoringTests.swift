import HealthModel
import Testing

@testable import ActivityWindow

/// A case of the tables below: what is forecast, and the scores of swim_solo, swim_dog, run_solo, run_dog.
struct ScoreCase: Sendable, CustomTestStringConvertible {
  let name: String
  let hour: ForecastHour
  let scores: [Int]

  init(_ name: String, _ changes: [ForecastHour.Field: Double?], _ scores: [Int]) {
    self.name = name
    hour = Coast.hour(changes)
    self.scores = scores
  }

  var testDescription: String { name }

  func found(_ scoring: Scoring = Coast.balanced) -> [Int] { ActivityMode.allCases.map { scoring.score(hour, in: $0).score } }
}

@Suite("G-SCORE") struct ScoringTests {
  /// The edge cases of the source, with the sums of the penalties.
  static let edges: [ScoreCase] = [
    ScoreCase("all fine", [:], [100, 100, 100, 100]),
    ScoreCase(
      "all unknown",
      [.waveM: nil, .feelsC: nil, .uv: nil, .aqiEu: nil, .gustMs: nil, .windMs: nil, .precipMm: nil, .precipProb: nil],
      [100, 100, 100, 100]),
    ScoreCase("5 mm", [.precipMm: 5], [0, 0, 0, 0]),
    ScoreCase("probability 85 %, 0.5 mm", [.precipProb: 85, .precipMm: 0.5], [0, 0, 0, 0]),
    // 100 - 15; runs are gated at 14.
    ScoreCase("gusts of 15 m/s", [.gustMs: 15], [85, 85, 0, 0]),
    // 30 °C: the dog 15 in the sea, gated on land (29); the run 30 (28).
    ScoreCase("30 °C", [.feelsC: 30], [100, 85, 70, 0]),
    // 27 °C is a warning for the dog (26) and UV 9 bad (8): gated. Swim with dog 15 + 10. Run 25 for UV.
    ScoreCase("27 °C and UV 9", [.feelsC: 27, .uv: 9], [100, 75, 75, 0]),
    ScoreCase("waves of 0.6 m", [.waveM: 0.6], [65, 55, 100, 100]),
    // Swim 70 + 25 + 15 + 10 = 120; with dog 80 + 25 + 15 + 10 + 15 = 145. Run 40 + 12 + 60 = 112; the dog is gated.
    ScoreCase("1.2 m, AQI 120, 12 m/s, 33 °C", [.waveM: 1.2, .aqiEu: 120, .gustMs: 12, .feelsC: 33], [0, 0, 0, 0]),
    // Run 30, with dog 30 × 1.2 = 36; in the sea the dog 15.
    ScoreCase("28 °C", [.feelsC: 28], [100, 85, 70, 64]),
    ScoreCase("waves of 0.85 m", [.waveM: 0.85], [65, 20, 100, 100]),
  ]

  @Test(arguments: edges) func edgeCasesHaveTheirScores(edge: ScoreCase) { #expect(edge.found() == edge.scores) }

  /// The twelfth case: age isn't an argument of a score at all, it only marks the data.
  @Test func theAgeOfAForecastDoesNotChangeAScore() {
    #expect(ForecastAge(fetchedAtMs: 0, nowMs: 4 * 3_600_000).freshness == .veryStale)
    #expect(Coast.balanced.score(Coast.fine(), in: .swimSolo).score == 100)
  }

  @Test func theVersionIsPartOfEveryResult() { #expect(Coast.balanced.score(Coast.fine(), in: .runDog).version == "score_v1") }

  @Test(arguments: [
    ("Perfect", 85.0, 100.0), ("Good", 70, 84.9), ("Meh", 45, 69.9), ("Bad", 20, 44.9), ("Nope", 0, 19.9),
  ]) func labelsBeginAtTheirLowestScore(label: String, lowest: Double, highest: Double) {
    #expect(Tier(score: lowest).rawValue == label)
    #expect(Tier(score: highest).rawValue == label)
  }

  /// A gate, what is forecast, the modes that it gates.
  @Test(
    arguments: [
      ("Heavy rain", [.precipMm: 3.0], ActivityMode.allCases), ("Heavy rain", [.precipMm: 3.0, .precipProb: 99], ActivityMode.allCases),
      ("Rain very likely", [.precipMm: 2.9, .precipProb: 80], ActivityMode.allCases),
      ("Rain very likely", [.precipMm: nil, .precipProb: 80, .gustMs: 20], ActivityMode.allCases),
      ("Wind too strong", [.gustMs: 14, .feelsC: 40], [.runSolo, .runDog]), ("Too hot for dog", [.feelsC: 29, .uv: nil], [.runDog]),
      ("Too hot for dog", [.feelsC: 26, .uv: 8], [.runDog]),
    ] as [(String, [ForecastHour.Field: Double?], [ActivityMode])])
  func theFirstGateThatAppliesIsNamed(text: String, changes: [ForecastHour.Field: Double?], modes: [ActivityMode]) {
    for mode in ActivityMode.allCases {
      let score = Coast.balanced.score(Coast.hour(changes), in: mode)
      #expect((score.gate?.rawValue == text) == modes.contains(mode), "\(mode)")
      if modes.contains(mode) { #expect(score.score == 0 && score.tier == .nope && score.penalizedFactors.isEmpty) }
    }
  }

  @Test(
    arguments: [
      [.precipMm: 2.9, .precipProb: 79], [.gustMs: 13.9], [.feelsC: 28.9, .uv: 7.9], [.feelsC: 25.9, .uv: 20], [.feelsC: 26, .uv: nil],
      [.precipMm: nil, .precipProb: nil],
    ] as [[ForecastHour.Field: Double?]]) func belowItsThresholdNothingIsGated(changes: [ForecastHour.Field: Double?])
  {
    for mode in ActivityMode.allCases { #expect(Coast.balanced.score(Coast.hour(changes), in: mode).gate == nil, "\(mode)") }
  }

  @Test func darknessGatesSwimsOnlyIfTheUserWantsThat() {
    let dark = Scoring(Preset.balanced.thresholds, gatesDarkness: true)
    for mode in ActivityMode.allCases {
      #expect(Coast.balanced.score(Coast.fine(), in: mode, isDark: true).gate == nil)
      #expect(dark.score(Coast.fine(), in: mode, isDark: true).gate == (mode.isSwim ? .afterDark : nil))
      #expect(dark.score(Coast.fine(), in: mode, isDark: false).gate == nil)
      #expect(dark.score(Coast.fine(), in: mode, isDark: nil).gate == nil)
      // Rain comes first.
      #expect(dark.score(Coast.hour([.precipMm: 9]), in: mode, isDark: true).gate == .heavyRain)
    }
  }

  /// The penalties at thresholds that presets don't change.
  @Test(
    arguments: [
      (.feelsC, 14.0, [90, 90, 100, 100]), (.feelsC, 14.1, [100, 100, 100, 100]), (.feelsC, 13.9, [90, 90, 100, 100]),
      (.feelsC, 31.9, [100, 85, 70, 0]), (.feelsC, 32, [90, 75, 40, 0]), (.feelsC, 32.1, [90, 75, 40, 0]),
      (.precipProb, 39.9, [100, 100, 100, 100]), (.precipProb, 40, [100, 100, 90, 90]), (.precipProb, 40.1, [100, 100, 90, 90]),
      (.precipProb, 79.9, [100, 100, 90, 90]), (.precipProb, 80.1, [0, 0, 0, 0]), (.precipMm, 2.9, [100, 100, 100, 100]),
      (.precipMm, 3.1, [0, 0, 0, 0]),
    ] as [(ForecastHour.Field, Double, [Int])]) func fixedBordersHoldForEveryPreset(field: ForecastHour.Field, value: Double, scores: [Int])
  {
    #expect(ScoreCase("\(field) \(value)", [field: value], scores).found() == scores)
  }

  /// With the dog a run's heat, UV and air cost 1.2 times as much, each rounded by itself.
  @Test func theDogsPenaltiesAreRoundedBeforeTheyAreSummed() {
    // 28 °C 30 → 36, UV 6 12 → 14.4 → 14 (dog not gated: UV below 8), AQI 60 18 → 21.6 → 22. Sums: 60 and 72.
    let hour = Coast.hour([.feelsC: 28, .uv: 6, .aqiEu: 60])
    #expect(Coast.balanced.score(hour, in: .runSolo).score == 40)
    #expect(Coast.balanced.score(hour, in: .runDog).score == 28)
    #expect(
      Factor.allCases.map { Coast.balanced.score(hour, in: .runDog).penalty(for: $0) } == [0, 0, 22, 0, 36, 0, 14, 0])
  }

  /// Values that no rule of a mode looks at.
  @Test func eachModeLooksAtItsOwnValues() {
    #expect(ScoreCase("", [.waveM: 50], []).found() == [30, 20, 100, 100])
    #expect(ScoreCase("", [.windMs: 100], []).found() == [100, 100, 100, 100])
    // UV costs a swim alone nothing.
    #expect(ScoreCase("", [.uv: 11], []).found() == [100, 90, 75, 70])
    #expect(ScoreCase("", [.precipProb: 60], []).found() == [100, 100, 90, 90])
  }
}
