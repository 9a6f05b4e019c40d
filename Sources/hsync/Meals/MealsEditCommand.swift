import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore

/// `hsync meals edit`.
struct MealsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an entry.",
    discussion: "Another amount scales the nutrition with it; nutrition given by hand replaces what was known.")

  @Argument(help: "The entry's id, or any unique part of it.", completion: .meals)
  var id: String

  @Option(help: "Another name.")
  var name: String?

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Change") var amount: AmountOptions

  @Flag(help: "Print the entry as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let name, name.trimmed.isEmpty { throw ValidationError("The name is empty.") }
    let hasChange = name != nil || amount.amount != nil || amount.slot != nil || amount.at != nil || amount.note != nil
    if !hasChange, nutrition.nutrition.isEmpty {
      throw ValidationError("Say what to change: --grams, --servings, --meal, --at, --name, --kcal, …")
    }
  }

  func run() throws {
    let diary = try MealLog(library.open())
    let now = LocalClock.now
    var meal = try diary.meal(matching: id)
    if let name { meal.name = name.trimmed }
    if let new = amount.amount { try meal.change(amount: new) }
    if !nutrition.nutrition.isEmpty {
      meal.nutrition = nutrition.changed(meal.nutrition)
      meal.provenance = Provenance(source: "user", basis: .manual)
    }
    if let slot = amount.slot { meal.slot = slot }
    if let at = amount.at { meal.eatenAt = at.moment(from: now) }
    if let note = amount.note { meal.note = note.isEmpty ? nil : note }
    meal = try meal.checked()
    try diary.update(meal, at: now)
    if json { Output.json(meal.json) } else { Output.line(meal.loggedLine.replacing("logged ", with: "changed to ", maxReplacements: 1)) }
  }
}
