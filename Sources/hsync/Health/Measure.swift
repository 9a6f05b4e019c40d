import ArgumentParser
import HealthDesk
import HealthModel

/// A measure of a day by its key, the unit at the key's end, and how it is shown.
struct Measure: Equatable {
  /// `sleep_min`: as in JSON and CSV.
  let key: String
  /// Its place in `DaySummary.fields`.
  let place: Int

  /// All that there are.
  static let all = DaySummary.fields.indices.map { Measure(key: DaySummary.fields[$0].key, place: $0) }

  /// Those that are shown unless others are asked for.
  static let usual = ["steps", "active_kcal", "distance_m", "workouts", "sleep_min"].compactMap(Measure.init)

  /// The measure of a name: its key, or that without its unit. `nil` = there is none.
  init?(_ name: String) {
    guard let measure = Measure.all.first(where: { $0.key == name || $0.nameWithoutUnit == name }) else { return nil }
    self = measure
  }

  private init(key: String, place: Int) {
    self.key = key
    self.place = place
  }

  /// Whether a week has the sum of its days rather than their mean: workouts are counted.
  var isSummed: Bool { key == "workouts" || key == "workout_min" }

  /// The head of its column: `active kcal`, `sleep`, `heart avg`.
  var title: String { (unit == "kcal" ? key : nameWithoutUnit).replacing("_", with: " ") }

  /// Returns the value for display: `8,513`, `7 h 07`, `5.2 km`, `45 ms`; `–` when it isn't known.
  func words(_ value: Double?) -> String {
    guard let value else { return "–" }
    return switch unit {
    case "min": Quantity.minutes(value)
    case "m": Quantity.distance(value)
    case "ms": "\(Quantity.grouped(Int(nearest: value))) ms"
    default: Quantity.grouped(Int(nearest: value))
    }
  }

  /// The kind of chart it is drawn as.
  var kind: FigureChart.Kind {
    switch unit {
    case "min": .minutes
    case "m": .distance
    case "bpm": .rate("bpm")
    case "ms": .rate("ms")
    default: .count
    }
  }

  private static let units = ["kcal", "min", "m", "bpm", "ms"]

  private var unit: String? { Measure.units.first { key.hasSuffix("_" + $0) } }

  private var nameWithoutUnit: String { unit.map { String(key.dropLast($0.count + 1)) } ?? key }
}

/// `--columns steps,resting_bpm`: the displayed measures, in this order; `all` means every one.
struct MeasureList: ExpressibleByArgument {
  /// At least one.
  let measures: [Measure]

  /// Names between commas. `nil` when one is none.
  init?(argument: String) {
    var measures: [Measure] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.lowercased().filter { $0 != " " }
      guard name == "all" || Measure(name) != nil else { return nil }
      for measure in Measure(name).map({ [$0] }) ?? Measure.all where !measures.contains(measure) { measures.append(measure) }
    }
    self.measures = measures
  }

  static var allValueStrings: [String] { ["all"] + Measure.all.map(\.key) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
