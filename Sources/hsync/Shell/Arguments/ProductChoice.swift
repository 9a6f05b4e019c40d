import FoodCatalog
import HealthDesk
import HealthStore
import Products
import Settings
import Transport

/// Where a command looks products up, as far as its options say so; the settings say the rest.
struct ProductChoice {
  var productFile: String?
  var openFoodFactsURL: String?
  var isOffline = false

  /// The sources of these and of the settings.
  var sources: ProductSources {
    let configuration = Configuration.atStart
    return ProductSources(
      productFile: productFile ?? configuration.productFile, openFoodFactsURL: openFoodFactsURL ?? configuration.openFoodFactsURL,
      userAgent: configuration.userAgent, language: configuration.language, isOffline: isOffline || configuration.isOffline)
  }

  /// Looks up for `library` at these sources; the product file is read.
  func finder(in library: Library) throws -> FoodFinder {
    let catalogue = FoodCatalog(path: Configuration.atStart.cataloguePath, endsWithProcess: true)
    return try FoodFinder(library, sources, catalogue: catalogue, transport: CurlTransport(), clock: LocalClock.wall)
  }
}
