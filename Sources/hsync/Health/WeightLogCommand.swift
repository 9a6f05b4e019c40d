import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync weight log 72.4`.
struct WeightLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "log", abstract: "Log a weight; a second one for the same day replaces it.")

  @Argument(help: "2-650 kg, or the same in lb: 80.4, 80.4kg, 177lb.", transform: { try TypedQuantity($0) })
  var weight: TypedQuantity

  @Option(help: "kg or lb (default: the setting units.weight).")
  var unit: WeightUnit?

  @Option(day: "today, yesterday, -2 or 2026-02-10.")
  var day: TypedDay?

  @Flag(help: "Don't ask about a day more than a year ago.")
  var yes = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let now = LocalClock.now
    let weighed = day?.day ?? now.day
    guard weighed <= now.day else { throw ValidationError("\(weighed) is in the future.") }
    let kilograms = try kilograms
    if let doubt = TimeDoubt(weighed, today: now.day) { try Confirmation.require("\(doubt.words(weighed)): go on?", isGiven: yes) }
    let library = try library.open()
    let (entry, effect) = try DietSession(library).desk.watching(weighed) {
      try WeightLog(library).log(kg: kilograms, on: weighed, measuredAt: weighed == now.day ? now : nil, at: now)
    }
    if json { return Output.json(entry.json) }
    Output.line("logged \(Quantity.weight(entry.kg)) for \(entry.day)")
    if let effect { Output.line(effect.line) }
  }

  /// The typed weight, in kg.
  ///
  /// - Throws: kind `.badData` when it is outside the human range, `.usage` for another unit than that of `--unit`.
  private var kilograms: Double {
    get throws {
      if let typed = weight.unit, let unit, typed != unit.typed {
        throw ValidationError("The weight is in \(typed.rawValue), but --unit says \(unit.rawValue).")
      }
      let unit = unit ?? ShownUnits.chosen.weight
      let range = WeightEntry.range
      let number = weight.unit == nil ? weight.number * unit.kilograms : try weight.value(in: .kg)
      if let kilograms = WeightEntry.kilograms(number) { return kilograms }
      let mayBePounds =
        weight.unit == nil && unit == .kg && weight.number > range.upperBound && range.contains(weight.number * WeightUnit.lb.kilograms)
      throw CommandError(
        .badData,
        "a weight must be \(Quantity.range(range, in: .kg))" + (unit == .kg ? "" : ", which is \(Quantity.range(range, in: unit))"),
        hint: mayBePounds ? "pounds? --unit lb" : "like this: hsync weight log \(unit == .kg ? "72.4" : "159.6 --unit lb")")
    }
  }
}
