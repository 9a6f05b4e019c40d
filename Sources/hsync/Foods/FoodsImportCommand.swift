import ArgumentParser
import FoodCatalog
import HealthDesk
import HealthModel

/// `hsync foods import`.
struct FoodsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Replace the catalogue with a dump of Open Food Facts.",
    discussion: """
      Accepts en.openfoodfacts.org.products.csv (tab-separated) and openfoodfacts-products.jsonl, as they are or as .gz. The old catalogue \
      stays in use until the new one is complete.
      """)

  @Argument(help: ArgumentHelp("A dump; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Keep only foods sold in that country; may be repeated.", valueName: "country"))
  var country: [String] = []

  @Option(help: ArgumentHelp("Keep only foods of that main language; may be repeated.", valueName: "language"))
  var language: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print the counts as JSON.")
  var json = false

  func validate() throws {
    if (country + language).contains(where: { $0.trimmed.isEmpty }) { throw ValidationError("A country or language is empty.") }
  }

  func run() throws {
    let filter = FoodFilter(countries: country.map(\.trimmed), languages: language.map(\.trimmed))
    try CatalogueRun(file: file, isQuiet: quiet, printsJSON: json).report { desk, isInterrupted, progress in
      try desk.run(file, filter: filter, isInterrupted: isInterrupted, progress: progress)
    }
  }
}
