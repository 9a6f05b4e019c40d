import ArgumentParser
import HealthModel
import HealthStore

/// `hsync meals`: what was eaten on a day; change or delete an entry.
struct Meals: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List a day's meals; edit or delete one.",
    subcommands: [MealsList.self, MealsEdit.self, MealsDelete.self],
    defaultSubcommand: MealsList.self)
}

/// `hsync meals [DAY]`.
struct MealsList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List a day's meals with their totals.")

  @Argument(help: "today, yesterday or 2026-02-10.")
  var day: DayArgument?

  @Option(parsing: .unconditional, help: "The first of several days; -7 is a week ago.")
  var from: DayArgument?

  @Option(parsing: .unconditional, help: "The last of several days; else today.")
  var to: DayArgument?

  @Flag(help: "One JSON object per day and line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if day != nil, from != nil || to != nil { throw ValidationError("Give one day, or --from and --to.") }
    if to != nil, from == nil { throw ValidationError("--to goes with --from.") }
  }

  func run() throws {
    let today = LocalClock.now.day
    let first = (from ?? day)?.day ?? today
    let last = from == nil ? first : to?.day ?? today
    guard first <= last else { throw ValidationError("--from is after --to.") }
    let meals = try MealLog(library.open()).meals(from: first, through: last)
    let days = Dictionary(grouping: meals, by: \.eatenAt.day)
    for day in first == last ? [first] : days.keys.sorted() {
      let menu = DayMenu(day: day, meals: days[day] ?? [])
      if json { Output.json(menu.json) } else { menu.lines.forEach(Output.line) }
    }
    if meals.isEmpty, first < last, !json { Output.line("nothing logged from \(first) to \(last)") }
  }
}

/// `hsync meals edit`.
struct MealsEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an entry.",
    discussion: "Another amount scales the nutrition with it; nutrition given by hand replaces what was known.")

  @Argument(help: "The entry's id, or the end of it that is shown.")
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

/// `hsync meals delete`.
struct MealsDelete: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete entries; hsync undo brings them back.")

  @Argument(help: "The entries' ids, or the ends of them that are shown.")
  var ids: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let diary = try MealLog(library.open())
    // All are found before the first is deleted: a wrong id among them deletes nothing.
    let meals = try ids.map { try diary.meal(matching: $0) }
    try diary.delete(meals, at: LocalClock.now)
    for meal in meals { Output.line("deleted \(meal.name) of \(meal.eatenAt.day) \(meal.eatenAt.clock)") }
  }
}
