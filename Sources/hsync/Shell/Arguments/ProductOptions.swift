import ArgumentParser
import HealthStore
import Products
import Transport

/// Where products are looked up, shared by all commands that do.
struct ProductOptions: ParsableArguments {
  @Flag(help: "Ask no network: only the product file and what was found before.")
  var offline = false

  @Option(name: .customLong("products"), help: ArgumentHelp("A product file (TSV) to ask first.", valueName: "file"), completion: .file())
  var productFile: String?

  @Option(name: .customLong("off-url"), help: ArgumentHelp("Open Food Facts' address.", valueName: "url"))
  var openFoodFactsURL: String?

  /// The sources in the order in which they are asked.
  func lookup(in library: Library) throws -> ProductLookup {
    let configuration = Configuration.atStart
    var sources: [any ProductSource] = []
    if let file = productFile ?? configuration.productFile { sources.append(try ProductFile(contentsOf: file)) }
    sources.append(
      OpenFoodFacts(
        baseURL: openFoodFactsURL ?? configuration.openFoodFactsURL, userAgent: configuration.userAgent,
        language: configuration.language, isOffline: offline || configuration.isOffline,
        memory: LibraryMemory(library), transport: CurlTransport(), now: { LocalClock.nowMs }))
    return ProductLookup(sources: sources)
  }
}
