import ArgumentParser
import HealthModel
import WeekPlan

/// `hsync plan add`: a workout or a meal.
struct PlanAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Plan a workout or a meal.",
    usage: """
      hsync plan add workout TEXT… [--day DAY] [--weekly [--until DAY]]
      hsync plan add meal TYPE [TITLE…] [--day DAY] [--weekly [--until DAY]]
      """, subcommands: [PlanAddWorkoutCommand.self, PlanAddMealCommand.self])
}

/// `hsync plan add workout TEXT…`.
struct PlanAddWorkoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "workout", abstract: "Plan a workout.")

  @Argument(help: "What it is, like Run 5 km.")
  var text: [String]

  @OptionGroup var addition: PlanAddition
  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try addition.add([(.workout, text.joined(separator: " "))], in: PlanSession(library, week: week))
  }
}

/// `hsync plan add meal TYPE [TITLE…]`.
struct PlanAddMealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "meal", abstract: "Plan a meal.")

  @Argument(help: "Which meal.")
  var type: PlannedMeal

  @Argument(help: "What there is to eat; else the meal is called as it is: Dinner.")
  var title: [String] = []

  @OptionGroup var addition: PlanAddition
  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try addition.add([(.meal(type), title.joined(separator: " "))], in: PlanSession(library, week: week))
  }
}

extension PlannedMeal: ExpressibleByArgument {}
