import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync plan quick [NAME|NUMBER…]`.
struct PlanQuickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick", abstract: "Plan a frequent item by its number or name; without arguments, list the items.",
    discussion: """
      Both lists are settings: hsync config set plan.quick_workouts Run Yoga, hsync config set plan.quick_meals 'dinner Chili'.
      """)

  @Argument(help: "Numbers from the list, or an item's name or its beginning.")
  var names: [String] = []

  @OptionGroup var addition: PlanAddition
  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let configuration = Configuration.atStart
    let quick = try QuickChips(workouts: configuration.quickWorkouts, meals: configuration.quickMeals)
    if !names.isEmpty {
      return try addition.add(quick.chips(named: names).map { ($0.kind, $0.title) }, in: PlanSession(library, week: week))
    }
    var columns = Columns([.right, .left, .left])
    for (index, chip) in quick.chips.enumerated() {
      let type = chip.kind.meal?.rawValue ?? chip.kind.type
      if addition.json {
        Output.line(
          JSON.object([
            ("n", JSON(index + 1)), ("type", .string(chip.kind.type)), ("meal_type", JSON(chip.kind.meal?.rawValue)),
            ("title", .string(chip.title)),
          ]).text)
      } else {
        columns.add(["\(index + 1)", type, chip.title])
      }
    }
    columns.lines().forEach(Output.line)
  }
}
