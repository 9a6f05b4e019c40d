import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync foods override CODE`.
struct FoodsOverrideCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "override", abstract: "Give a barcode your own values, which win over every source.",
    discussion: """
      Figures that you don't give are kept as the product has them now. The values are synced, and stay when sources are updated. Logged \
      meals keep theirs.
      """)

  @Argument(help: "A barcode's digits, a GS1 Digital Link or an element string.")
  var code: String

  @Flag(help: "Remove your values, so that the product's own count again.")
  var remove = false

  @Option(help: "The name; needed for a product that no source has.")
  var name: String?

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Food") var food: OwnFoodOptions

  @Flag(help: "Print the food as JSON.")
  var json = false

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let fault = OwnFoodOptions.fault(ofName: name) { throw fault }
    let isEmpty = food.values(name: name, nutrition).isEmpty
    if remove, !isEmpty { throw ValidationError("--remove takes no values.") }
    if !remove, isEmpty { throw ValidationError("Say what to override: --kcal, --protein, --serving, --name, …; or give --remove.") }
  }

  func run() async throws {
    let barcode = try TypedBarcode(code)
    let library = try library.open()
    let desk = OwnFoodDesk(library)
    if remove {
      let removed = try desk.removeOverride(barcode, at: LocalClock.now)
      return json ? Output.json(removed.json) : Output.line("removed your values for \(removed.name.onOneLine)")
    }
    let kept = try await desk.override(barcode, food.values(name: name, nutrition), finder: products.finder(in: library))
    if json { Output.json(kept.json) } else { Output.line("kept for \(kept.id): \(kept.line)") }
    kept.doubtLines.forEach(Output.notice)
  }
}
