import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync weight show`, which is what `hsync weight` does.
struct WeightShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the latest weight, the average of up to 7 recent ones, and the trend.",
    discussion: "--svg draws the last 90 days up to the latest weight.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws { try picture.refuse(json: json) }

  func run() throws {
    let diary = try WeightLog(following: Configuration.atStart.health, in: library.open())
    guard let trend = WeightTrend(try diary.latest(7)) else {
      throw CommandError(.no, "no weight is logged", hint: "log one: hsync weight log 72.4")
    }
    if let file = picture.file {
      let last = trend.latest.day
      let first = try diary.entries(from: last.adding(-89), through: last).first?.day ?? last
      return try file.write(WeightPicture(diary, from: min(first, last.adding(-6)), through: last).chart)
    }
    if json { return Output.json(trend.json) }
    Output.line("\(trend.latest.day.title)  \(Quantity.weight(trend.latest.kg))")
    Output.line("average of the last \(trend.count)  \(Quantity.weight(trend.averageKg))")
    Output.line("trend  \(Quantity.weightDifference(trend.trendKg))")
  }
}

extension WeightLog {
  /// The weights of a library, those out of health data on the days that the settings of now make of them.
  init(following settings: HealthSettings, in library: Library) {
    SummaryLog(library, as: settings).follow()
    self.init(library, as: settings)
  }
}

extension WeightTrend {
  /// Without a sign at zero.
  private static func tenths(_ kg: Double) -> JSON { JSON((kg * 10).rounded() / 10 + 0) }

  /// As in the JSON contract.
  var json: JSON {
    .object([
      ("latest", latest.json), ("average_kg", WeightTrend.tenths(averageKg)), ("count", JSON(count)),
      ("trend_kg", WeightTrend.tenths(trendKg)),
    ])
  }
}
