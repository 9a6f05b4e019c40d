import ArgumentParser
import HealthModel
import HealthStore

/// `hsync weight log 72.4`.
struct WeightLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "log", abstract: "Log a weight; one a day, a second replaces it.")

  @Argument(help: "30-200 kg, in steps of 0.1 kg.")
  var weight: TypedNumber

  @Option(help: "kg or lb; else as weights are shown, kg unless units.weight in config.toml says lb.")
  var unit: WeightUnit?

  @Option(parsing: .unconditional, help: "today, yesterday, -2 or 2026-02-10.")
  var day: DayArgument?

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let now = LocalClock.now
    let weighed = day?.day ?? now.day
    guard weighed <= now.day else { throw ValidationError("\(weighed) is yet to come.") }
    let unit = unit ?? ShownUnits.chosen.weight
    let diary = try WeightLog(library.open())
    let entry = try diary.log(
      kg: weight.value * unit.kilograms, on: weighed, measuredAt: weighed == now.day ? now : nil, at: now)
    if json { return Output.json(entry.json) }
    Output.line("logged \(Quantity.weight(entry.kg)) for \(entry.day)")
  }
}
