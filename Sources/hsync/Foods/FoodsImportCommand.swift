import ArgumentParser
import FoodCatalog
import HealthDesk
import HealthModel

/// `hsync foods import`.
struct FoodsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Replace the catalogue's foods with a dump.",
    discussion: """
      Accepts Open Food Facts' en.openfoodfacts.org.products.csv (tab-separated) and openfoodfacts-products.jsonl, as they are or as .gz, and \
      the branded foods of FoodData Central as CSV, as .zip or unpacked. Each source's foods are replaced without the other's. The old \
      catalogue stays in use until the new one is complete. If the new foods know far less, hsync asks before they replace the old ones.
      """)

  @Argument(help: ArgumentHelp("A dump, or the folder of one; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Keep only foods sold in that country; may be repeated.", valueName: "country"))
  var country: [String] = []

  @Option(help: ArgumentHelp("Keep only foods of that main language; may be repeated.", valueName: "language"))
  var language: [String] = []

  @Flag(name: .shortAndLong, help: "Replace foods by others that know far less without asking.")
  var yes = false

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print the counts as JSON.")
  var json = false

  func validate() throws {
    if (country + language).contains(where: { $0.trimmed.isEmpty }) { throw ValidationError("A country or language is empty.") }
  }

  func run() throws {
    let filter = FoodFilter(countries: country.map(\.trimmed), languages: language.map(\.trimmed))
    try CatalogueRun(file: file, isQuiet: quiet, printsJSON: json, replacesAnything: yes).report { desk, accepts, isInterrupted, progress in
      try desk.run(file, filter: filter, accepts: accepts, isInterrupted: isInterrupted, progress: progress)
    }
  }
}
