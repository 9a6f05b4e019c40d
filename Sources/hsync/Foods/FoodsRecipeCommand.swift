import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync foods recipe NAME PART…`.
struct FoodsRecipeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipe", abstract: "Make a food of your own out of other foods with their weights.",
    discussion: """
      A part is FOOD=GRAMS, where FOOD is a barcode, or words that name the food, as in hsync log --food. The values are those of the parts now; a recipe \
      of the same name is replaced.
      """)

  @Argument(help: "Its name.")
  var name: String

  @Argument(
    help: ArgumentHelp("The foods with their weights: 'red lentils=200'.", valueName: "food=grams"),
    transform: { try RecipePartArgument($0) })
  var parts: [RecipePartArgument]

  @Option(in: .g, help: ArgumentHelp("Grams of the finished food (default: the sum of its parts).", valueName: "grams"))
  var total: TypedNumber?

  @Option(in: .g, help: ArgumentHelp("Grams of a serving.", valueName: "grams"))
  var serving: TypedNumber?

  @Flag(help: "Print the food as JSON.")
  var json = false

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let fault = OwnFoodOptions.fault(ofName: name) { throw fault }
  }

  func run() async throws {
    let library = try library.open()
    let finder = try products.finder(in: library)
    let searches = try FoodSearches(library, productFile: products.productFile).without(name.trimmed)
    var foods: [(food: LoggableFood, grams: Double)] = []
    for part in parts { foods.append((try await part.food(searches, finder, json: json), part.grams)) }
    let food = try OwnFoodDesk(library).cook(
      name.trimmed, of: foods, totalG: total?.value, servingG: serving?.value, at: LocalClock.now)
    if json { return Output.json(food.json) }
    for part in food.parts { Output.line("  \(Quantity.grams(part.grams)) \(part.name.onOneLine)") }
    Output.line("kept \(food.line)")
    Attribution.sentences(foods.map(\.food.attribution)).forEach(Output.notice)
  }
}
