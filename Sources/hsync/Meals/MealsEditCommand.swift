import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync meals edit`.
struct MealsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an entry.",
    discussion: """
      A new amount scales the nutrition values; values given by hand replace the stored ones. A time alone keeps the entry's day, a day alone \
      its time.
      """)

  @Argument(help: "The entry's id, or any unique part of it.", completion: .meals)
  var id: String

  @Option(help: "A new name.")
  var name: String?

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Change") var amount: AmountOptions

  @Flag(help: "Print the entry as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let fault = OwnFoodOptions.fault(ofName: name) { throw fault }
    let hasChange = name != nil || amount.amount != nil || amount.slot != nil || amount.at != nil || amount.note != nil
    if !hasChange, nutrition.nutrition.isEmpty {
      throw ValidationError("Say what to change: --grams, --servings, --meal, --at, --name, --kcal, …")
    }
  }

  func run() throws {
    let now = LocalClock.now
    let diary = try Diary(library.open())
    let kept = amount.at == nil ? nil : try diary.meal(named: id).eatenAt
    try amount.confirm(now: now, keeping: kept)
    let edit = MealEdit(
      name: name?.trimmed, amount: amount.amount, nutrition: nutrition.nutrition, slot: amount.slot,
      eatenAt: try amount.time(now: now, keeping: kept), note: amount.note)
    let meal = try diary.edit(id, edit, at: now)
    if json { Output.json(meal.json) } else { Output.line(meal.loggedLine("changed to", on: now.day)) }
  }
}
