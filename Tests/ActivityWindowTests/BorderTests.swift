import HealthModel
import Testing

@testable import ActivityWindow

/// Each threshold of each preset, 0.1 below it, at it and 0.1 above it.
@Suite("G-SCORE borders") struct BorderTests {
  /// A threshold's field and value, and the scores of the four modes below it and from it on.
  struct Border: Sendable, CustomTestStringConvertible {
    let preset: Preset
    let field: ForecastHour.Field
    let value: Double
    let below: [Int]
    let reached: [Int]

    init(_ preset: Preset, _ field: ForecastHour.Field, _ value: Double, _ below: [Int], _ reached: [Int]) {
      self.preset = preset
      self.field = field
      self.value = value
      self.below = below
      self.reached = reached
    }

    var testDescription: String { "\(preset) \(field) \(value)" }
  }

  /// Worked by hand from the two tables of the specification. The feels-like borders of one preset interleave: each row's scores contain
  /// what lower thresholds take.
  static let borders: [Border] = [
    // Waves: 35 and 70 alone; 45 and 80 with the dog.
    Border(.chill, .waveM, 0.75, [100, 100, 100, 100], [65, 55, 100, 100]),
    Border(.chill, .waveM, 0.95, [65, 55, 100, 100], [65, 20, 100, 100]),
    Border(.chill, .waveM, 1.15, [65, 20, 100, 100], [30, 20, 100, 100]),
    Border(.balanced, .waveM, 0.60, [100, 100, 100, 100], [65, 55, 100, 100]),
    Border(.balanced, .waveM, 0.80, [65, 55, 100, 100], [65, 20, 100, 100]),
    Border(.balanced, .waveM, 1.00, [65, 20, 100, 100], [30, 20, 100, 100]),
    Border(.strict, .waveM, 0.45, [100, 100, 100, 100], [65, 55, 100, 100]),
    Border(.strict, .waveM, 0.65, [65, 55, 100, 100], [65, 20, 100, 100]),
    Border(.strict, .waveM, 0.85, [65, 20, 100, 100], [30, 20, 100, 100]),
    // Heat: swim with dog 15 from the dog's warning, run 30 and 60, run with dog 36 until its gate.
    Border(.chill, .feelsC, 27.5, [100, 100, 100, 100], [100, 85, 100, 100]),
    Border(.chill, .feelsC, 29.5, [100, 85, 100, 100], [100, 85, 70, 64]),
    Border(.chill, .feelsC, 30.5, [100, 85, 70, 64], [100, 85, 70, 0]),
    Border(.chill, .feelsC, 33.5, [90, 75, 70, 0], [90, 75, 40, 0]),
    Border(.balanced, .feelsC, 26, [100, 100, 100, 100], [100, 85, 100, 100]),
    Border(.balanced, .feelsC, 28, [100, 85, 100, 100], [100, 85, 70, 64]),
    Border(.balanced, .feelsC, 29, [100, 85, 70, 64], [100, 85, 70, 0]),
    Border(.balanced, .feelsC, 32, [100, 85, 70, 0], [90, 75, 40, 0]),
    Border(.strict, .feelsC, 24.5, [100, 100, 100, 100], [100, 85, 100, 100]),
    Border(.strict, .feelsC, 26.5, [100, 85, 100, 100], [100, 85, 70, 64]),
    Border(.strict, .feelsC, 27.5, [100, 85, 70, 64], [100, 85, 70, 0]),
    Border(.strict, .feelsC, 30.5, [100, 85, 70, 0], [100, 85, 40, 0]),
    // UV: swim with dog 10; run 12 and 25, with dog 14 and 30.
    Border(.chill, .uv, 7, [100, 100, 100, 100], [100, 90, 88, 86]), Border(.chill, .uv, 9, [100, 90, 88, 86], [100, 90, 75, 70]),
    Border(.balanced, .uv, 6, [100, 100, 100, 100], [100, 90, 88, 86]), Border(.balanced, .uv, 8, [100, 90, 88, 86], [100, 90, 75, 70]),
    Border(.strict, .uv, 5, [100, 100, 100, 100], [100, 90, 88, 86]), Border(.strict, .uv, 7, [100, 90, 88, 86], [100, 90, 75, 70]),
    // Air: swims 12 and 25; run 18 and 40, with dog 22 and 48.
    Border(.chill, .aqiEu, 80, [100, 100, 100, 100], [88, 88, 82, 78]), Border(.chill, .aqiEu, 120, [88, 88, 82, 78], [75, 75, 60, 52]),
    Border(.balanced, .aqiEu, 60, [100, 100, 100, 100], [88, 88, 82, 78]),
    Border(.balanced, .aqiEu, 100, [88, 88, 82, 78], [75, 75, 60, 52]),
    Border(.strict, .aqiEu, 40, [100, 100, 100, 100], [88, 88, 82, 78]), Border(.strict, .aqiEu, 80, [88, 88, 82, 78], [75, 75, 60, 52]),
    // Gusts: swims 15, runs 12, then runs are gated.
    Border(.chill, .gustMs, 10, [100, 100, 100, 100], [85, 85, 88, 88]), Border(.chill, .gustMs, 14, [85, 85, 88, 88], [85, 85, 0, 0]),
    Border(.balanced, .gustMs, 10, [100, 100, 100, 100], [85, 85, 88, 88]),
    Border(.balanced, .gustMs, 14, [85, 85, 88, 88], [85, 85, 0, 0]),
    Border(.strict, .gustMs, 10, [100, 100, 100, 100], [85, 85, 88, 88]), Border(.strict, .gustMs, 14, [85, 85, 88, 88], [85, 85, 0, 0]),
  ]

  @Test(arguments: borders) func aThresholdCountsFromItsValueOn(border: Border) {
    let scoring = Scoring(border.preset.thresholds)
    func scores(_ value: Double) -> [Int] { ScoreCase("", [border.field: value], []).found(scoring) }
    #expect(scores(border.value - 0.1) == border.below)
    #expect(scores(border.value) == border.reached)
    #expect(scores(border.value + 0.1) == border.reached)
  }

  @Test func everyThresholdOfEveryPresetIsABorderAbove() {
    // Meh of swim with and without dog is the same in all presets: 14 thresholds, 13 borders each.
    for preset in Preset.allCases { #expect(Self.borders.count { $0.preset == preset } == 13) }
  }

  /// The dog's gate by UV and heat together.
  @Test(arguments: [(Preset.chill, 27.5, 9.0), (.balanced, 26, 8), (.strict, 24.5, 7)])
  func warmthGatesTheDogOnlyWithBadUV(preset: Preset, feels: Double, uv: Double) {
    let scoring = Scoring(preset.thresholds)
    func gate(_ feels: Double, _ uv: Double) -> Gate? { scoring.score(Coast.hour([.feelsC: feels, .uv: uv]), in: .runDog).gate }
    #expect(gate(feels, uv) == .tooHotForDog)
    #expect(gate(feels + 0.1, uv + 0.1) == .tooHotForDog)
    #expect(gate(feels - 0.1, uv) == nil)
    #expect(gate(feels, uv - 0.1) == nil)
  }
}
