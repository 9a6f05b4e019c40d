import ArgumentParser
import HealthModel
import HealthStore

/// `hsync weight log 72.4`.
struct WeightLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "log", abstract: "Log a weight; one a day, a second replaces it.")

  /// Units in which people weigh themselves.
  enum Unit: String, CaseIterable, ExpressibleByArgument {
    case kg, lb

    /// Kilograms of one; the international pound is 0.45359237 kg exactly.
    var kilograms: Double { self == .kg ? 1 : 0.45359237 }
  }

  @Argument(help: "30-200 kg, in steps of 0.1.")
  var weight: Double

  @Option(help: "kg or lb.")
  var unit = Unit.kg

  @Option(parsing: .unconditional, help: "today, yesterday, -2 or 2026-02-10.")
  var day: DayArgument?

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let now = LocalClock.now
    let weighed = day?.day ?? now.day
    guard weighed <= now.day else { throw ValidationError("\(weighed) is yet to come.") }
    let diary = try WeightLog(library.open())
    let entry = try diary.log(
      kg: weight * unit.kilograms, on: weighed, measuredAt: weighed == now.day ? now : nil, at: now)
    if json { return Output.json(entry.json) }
    Output.line("logged \(Quantity.kilograms(entry.kg)) for \(entry.day)")
  }
}
