import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Products

/// The options that choose where products are looked up.
struct ProductOptions: ParsableArguments {
  @Flag(help: "Don't use the network: look only in the product file, the catalogue and earlier results.")
  var offline = false

  @Option(
    name: .customLong("products"), help: ArgumentHelp("A product file (TSV) to look in first.", valueName: "file"), completion: .file())
  var productFile: String?

  @Option(name: .customLong("off-url"), help: ArgumentHelp("The address of Open Food Facts.", valueName: "url"))
  var openFoodFactsURL: String?

  /// What the options say.
  var choice: ProductChoice { ProductChoice(productFile: productFile, openFoodFactsURL: openFoodFactsURL, isOffline: offline) }

  /// The sources that the options and the settings name.
  var sources: ProductSources { choice.sources }

  /// Looks up for `library` at the sources that the options and the settings name; the product file is read.
  func finder(in library: Library) throws -> FoodFinder { try choice.finder(in: library) }

  /// Returns the meal of a typed barcode, with the notices about its product. If the product can't be looked up now,
  /// `wish` is queued.
  ///
  /// - Throws: `FoodError` when there is no such product now, or no such amount of it; the error of an unusable source.
  func meal(of barcode: TypedBarcode, wish: MealWish, in library: Library, now: Moment) async throws -> Meal {
    let product = try await finder(in: library).product(of: barcode, wish: wish)
    if let attribution = product.attribution { Output.notice(attribution.sentence) }
    product.doubtLines.forEach(Output.notice)
    return try Meal(wish, of: product, now: now)
  }
}
