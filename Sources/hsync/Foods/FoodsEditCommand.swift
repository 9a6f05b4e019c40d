import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync foods edit NAME`.
struct FoodsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a food of your own.",
    discussion: "Logged meals keep their values. With another --per, values that aren't given are converted by the weight of a serving.")

  @OptionGroup var own: OwnFoodArgument

  @Option(name: .customLong("name"), help: ArgumentHelp("A new name.", valueName: "text"))
  var newName: String?

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Food") var food: OwnFoodOptions

  @Flag(help: "Print the food as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let fault = OwnFoodOptions.fault(ofName: newName) { throw fault }
    if food.values(name: newName, nutrition).isEmpty {
      throw ValidationError("Say what to change: --kcal, --protein, --serving, --name, …")
    }
  }

  func run() throws {
    let edited = try OwnFoodDesk(library.open()).edit(own.name, food.values(name: newName, nutrition), at: LocalClock.now)
    if json { Output.json(edited.json) } else { Output.line("changed to \(edited.line)") }
    edited.doubtLines.forEach(Output.notice)
  }
}
