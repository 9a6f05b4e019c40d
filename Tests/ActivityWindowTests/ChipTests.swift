import HealthModel
import Testing

@testable import ActivityWindow

@Suite("G-SCORE chips") struct ChipTests {
  func chips(_ mode: ActivityMode, _ changes: [ForecastHour.Field: Double?]) -> [String] {
    let hour = Coast.hour(changes)
    return Coast.balanced.score(hour, in: mode).chips(of: hour).map { "\($0.emoji.rawValue) \($0.factor) \($0.text) \($0.penalty)" }
  }

  /// The texts of all chips.
  @Test(
    arguments: [
      (.swimSolo, [.waveM: 1.24], "danger waves Waves 1.24m — rough -70"), (.swimSolo, [.waveM: 0.6], "warning waves Waves 0.6m -35"),
      (.swimSolo, [.waveM: 2], "danger waves Waves 2.0m — rough -70"), (.swimSolo, [.waveM: 1.049], "danger waves Waves 1.05m — rough -70"),
      (.swimSolo, [.waveM: 2.04], "danger waves Waves 2.04m — rough -70"),
      (.swimDog, [.waveM: 0.8], "danger waves Waves too rough for dog -80"),
      (.swimDog, [.waveM: 0.7], "warning waves Waves 0.7m — watch your dog -45"),
      (.swimSolo, [.gustMs: 12.4], "warning wind Gusty 12m/s -15"),
      (.runSolo, [.gustMs: 10], "warning wind Gusty 10m/s -12"), (.runSolo, [.aqiEu: 100], "danger aqi Air quality poor -40"),
      (.runDog, [.aqiEu: 60], "warning aqi AQI moderate -22"), (.swimSolo, [.feelsC: 13.6], "warning cold Chilly 14°C -10"),
      (.swimSolo, [.feelsC: -3.5], "warning cold Chilly -4°C -10"), (.swimSolo, [.feelsC: 33], "warning heat Hot 33°C -10"),
      (.swimDog, [.feelsC: 26], "warning dog_heat Warm for paws -15"), (.runSolo, [.feelsC: 32], "danger heat Too hot to run -60"),
      (.runDog, [.feelsC: 28.4], "warning heat Warm 28°C -36"), (.runSolo, [.uv: 8], "danger uv UV very high -25"),
      (.runSolo, [.uv: 6], "warning uv UV elevated -12"), (.swimDog, [.uv: 9], "warning uv UV elevated -10"),
      (.runDog, [.precipProb: 45], "warning rain Rain possible -10"),
    ] as [(ActivityMode, [ForecastHour.Field: Double?], String)])
  func aPenaltyHasItsText(mode: ActivityMode, changes: [ForecastHour.Field: Double?], chip: String) {
    #expect(chips(mode, changes).first == chip)
  }

  @Test(
    arguments: [
      (.swimSolo, [.precipMm: 3], "danger rain Heavy rain -100"), (.runSolo, [.precipProb: 80], "danger rain Rain very likely -100"),
      (.runSolo, [.gustMs: 14], "danger wind Wind too strong -100"), (.runDog, [.feelsC: 29], "danger dog_heat Too hot for dog -100"),
    ] as [(ActivityMode, [ForecastHour.Field: Double?], String)])
  func aGateStandsAlone(mode: ActivityMode, changes: [ForecastHour.Field: Double?], chip: String) {
    // Even with other penalties and unknown values.
    var all = changes
    all[.aqiEu] = 200.0
    if mode.isSwim { all[.waveM] = .some(nil) }
    #expect(chips(mode, all) == [chip])
  }

  @Test func darknessIsAGateOfItsOwn() {
    let score = Scoring(Preset.balanced.thresholds, gatesDarkness: true).score(Coast.fine(), in: .swimDog, isDark: true)
    #expect(score.chips(of: Coast.fine()) == [Chip(factor: "dark", text: "After dark", emoji: .danger, penalty: -100)])
  }

  @Test func aFineHourHasTwoPositiveChips() {
    #expect(chips(.swimSolo, [:]) == ["check waves Waves calm 0", "check heat Nice temperature 0"])
    #expect(chips(.runSolo, [:]) == ["check heat Nice temperature 0", "check uv UV low 0"])
  }

  /// The first clean factor of waves, temperature, UV, AQI, wind.
  @Test(
    arguments: [
      (
        .swimDog, [.waveM: nil, .feelsC: 26],
        ["warning dog_heat Warm for paws -15", "check uv UV low 0", "info waves Wave data unavailable 0"]
      ),
      (.runSolo, [.feelsC: 28], ["warning heat Warm 28°C -30", "check uv UV low 0"]),
      (
        .runSolo, [.feelsC: nil, .uv: 6],
        ["warning uv UV elevated -12", "check aqi Air quality good 0", "info heat Temp data unavailable 0"]
      ),
      (
        .runSolo, [.feelsC: nil, .uv: nil, .aqiEu: nil],
        [
          "check wind Calm wind 0", "info heat Temp data unavailable 0", "info uv UV data unavailable 0", "info aqi AQI data unavailable 0",
        ]
      ),
      // Below 70 positives only fill up to two.
      (.swimSolo, [.waveM: 0.6], ["warning waves Waves 0.6m -35", "check heat Nice temperature 0"]),
      (.swimSolo, [.waveM: 0.6, .gustMs: 10], ["warning waves Waves 0.6m -35", "warning wind Gusty 10m/s -15"]),
      (.swimSolo, [.waveM: 0.6, .gustMs: nil], ["warning waves Waves 0.6m -35", "info wind Wind data unavailable 0"]),
      // UV costs a swim alone nothing, but 8 isn't low.
      (
        .swimSolo, [.waveM: 0.6, .feelsC: 14, .uv: 8, .aqiEu: 60],
        [
          "warning waves Waves 0.6m -35", "warning aqi AQI moderate -12", "warning cold Chilly 14°C -10",
        ]
      ),
      (
        .swimSolo, [.waveM: nil, .feelsC: nil, .uv: 8],
        [
          "check aqi Air quality good 0", "info waves Wave data unavailable 0", "info heat Temp data unavailable 0",
        ]
      ),
    ] as [(ActivityMode, [ForecastHour.Field: Double?], [String])])
  func positiveChipsFillUp(mode: ActivityMode, changes: [ForecastHour.Field: Double?], expected: [String]) {
    #expect(chips(mode, changes) == expected)
  }

  @Test func unknownValuesAreNamed() {
    let unknown: [ForecastHour.Field: Double?] = [.waveM: nil, .feelsC: nil, .uv: nil, .aqiEu: nil, .gustMs: nil, .precipMm: nil]
    let names = ["Temp", "UV", "AQI", "Wind"].map { "\($0) data unavailable" }
    let hour = Coast.hour(unknown)
    for mode in ActivityMode.allCases {
      let texts = Coast.balanced.score(hour, in: mode).chips(of: hour).map(\.text)
      #expect(texts == (mode.isSwim ? ["Wave data unavailable"] : []) + names)
    }
  }

  /// No more than four penalties and five chips; the smallest of five penalties is left out.
  @Test func thereAreAtMostFourPenaltiesAndFiveChips() {
    #expect(
      chips(.swimDog, [.waveM: 0.8, .feelsC: 32, .uv: 6, .aqiEu: 60, .gustMs: 10]) == [
        "danger waves Waves too rough for dog -80", "warning dog_heat Warm for paws -15", "warning wind Gusty 10m/s -15",
        "warning aqi AQI moderate -12",
      ])
    // 15 + 12 + 10 + 10 and two unknown values: the second one gives way.
    #expect(
      chips(.swimDog, [.waveM: nil, .feelsC: 32, .uv: 6, .aqiEu: 60, .gustMs: nil]) == [
        "warning dog_heat Warm for paws -15", "warning aqi AQI moderate -12", "warning heat Hot 32°C -10", "warning uv UV elevated -10",
        "info waves Wave data unavailable 0",
      ])
  }

  /// Every pair of factors that can have equal penalties in one mode, the more important one first.
  @Test(
    arguments: [
      (.swimSolo, [.feelsC: 32, .aqiEu: 100, .gustMs: 10], [.aqi, .wind, .heat]),  // 25, 15, 10
      (.swimDog, [.feelsC: 26, .gustMs: 10], [.dogHeat, .wind]),  // 15, 15
      (.swimDog, [.feelsC: 32, .uv: 6], [.dogHeat, .heat, .uv]),  // 15, 10, 10
      (.swimDog, [.feelsC: 14, .uv: 6], [.uv, .cold]),  // 10, 10
      (.runSolo, [.uv: 6, .gustMs: 10], [.uv, .wind]),  // 12, 12
      (.runSolo, [.uv: 6, .gustMs: 10, .precipProb: 40], [.uv, .wind, .rain]),  // 12, 12, 10
    ] as [(ActivityMode, [ForecastHour.Field: Double?], [Factor])])
  func tiesAreBrokenByImportance(mode: ActivityMode, changes: [ForecastHour.Field: Double?], factors: [Factor]) {
    #expect(Coast.balanced.score(Coast.hour(changes), in: mode).penalizedFactors == factors)
  }

  /// All 28 pairs with the same points, most of which no rule of score_v1 makes.
  @Test func everyPairOfFactorsHasAnOrder() {
    let order: [Factor] = [.rain, .heat, .dogHeat, .waves, .uv, .aqi, .wind, .cold]
    for (place, first) in order.enumerated() {
      for second in order[(place + 1)...] {
        var points = FactorPoints()
        points.take(10, for: second)
        points.take(10, for: first)
        let score = HourScore(mode: .runDog, points: points, hour: Coast.fine(), uvWarn: 6)
        #expect(score.penalizedFactors == [first, second])
      }
    }
  }

  @Test func aChipsPenaltyIsNeverPositive() {
    let hour = Coast.hour([.waveM: 0.6, .gustMs: nil])
    for chip in Coast.balanced.score(hour, in: .swimSolo).chips(of: hour) { #expect(chip.penalty <= 0) }
    #expect(
      Chip(factor: "waves", text: "Waves 0.6m", emoji: .warning, penalty: -35).json.text
        == #"{"factor":"waves","text":"Waves 0.6m","emoji":"warning","penalty":-35}"#)
  }
}
