import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync foods search`.
struct FoodsSearchCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search foods by the beginnings of words of their names and brands.",
    discussion: """
      Your own foods and what you logged come first, then the product file, then the catalogue by popularity. Case, accents and a plural \
      don't matter; a typing error is corrected.
      """
  )

  @Argument(help: "Words of a name or a brand.")
  var words: [String]

  @Option(help: ArgumentHelp("The most foods to list.", valueName: "n"))
  var limit = 10

  @Flag(help: "Print a JSON list.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard (1...1000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
  }

  func run() throws {
    let text = words.joined(separator: " ")
    let result = try FoodSearches(library.open()).search(text, limit: limit)
    if json {
      Output.json(.array(result.hits.map(\.json)))
    } else {
      if let correction = result.correction { Output.notice("also searched for: \(correction)") }
      FoodsSearchCommand.lines(of: result.hits, within: Terminal.room).forEach(Output.line)
      Attribution.sentences(result.hits.map(\.attribution)).forEach(Output.notice)
    }
    guard result.hits.isEmpty else { return }
    throw CommandError(
      .no, "no food was found for \(text)", hint: result.hasCatalogue ? "try fewer or shorter words" : CommandError.importHint)
  }

  /// A line for each food: its number, its name and brand, and its energy.
  ///
  /// - Parameter room: Columns of the screen; `nil` = a pipe.
  static func lines(of hits: [FoodHit], within room: Int?) -> [String] {
    var columns = Columns([.left, .left, .right], elastic: 1)
    for hit in hits {
      let title = [hit.name, hit.brand].compactMap(\.self).joined(separator: " · ")
      columns.add([hit.gtin?.description ?? "", title, hit.energyKcal.map { "\(Quantity.energy($0))/100 g" } ?? ""])
    }
    return columns.lines(within: room)
  }
}
