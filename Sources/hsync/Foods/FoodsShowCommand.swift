import ArgumentParser
import HealthDesk
import HealthModel
import Products
import Settings

/// `hsync foods show`.
struct FoodsShowCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a food with its source, its values as given and as used, and doubts about them.",
    discussion: "The sources are asked in the order in which hsync log asks them. Nothing is logged or queued.")

  @Argument(help: "A barcode's digits, a GS1 Digital Link or an element string.")
  var code: String

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws { try FoodsShowCommand.show(code, products.choice, library.choice, json: json) }

  /// Runs the command with these values of its options. The defaults are those of the options.
  static func show(
    _ code: String, _ products: ProductChoice = ProductChoice(), _ choice: LibraryChoice = LibraryChoice(path: nil, profile: nil),
    json: Bool = false
  ) throws {
    let barcode = try TypedBarcode(code)
    let finder = try products.finder(in: choice.open())
    // What this machine knows is found on this thread: starting another takes longer.
    let product = try finder.localProduct(of: barcode) ?? Waiting { try await finder.finding(of: barcode).shownProduct() }.end()
    let card = FoodCard(product: product)
    if json { return Output.json(card.json) }
    card.lines.forEach(Output.line)
    if let attribution = product.attribution { Output.notice(attribution.sentence) }
  }
}

extension FoodFinding {
  /// The product of a lookup that queues nothing.
  ///
  /// - Throws: `FoodError`, or `CommandError` when it can't be looked up now: the failure of a lookup for a meal would say that it is queued.
  func shownProduct() throws -> Product {
    if case .pending(let code, let trouble, let reason, _) = failure {
      throw CommandError(trouble.kind, "\(code) could not be looked up: \(reason)")
    }
    guard let product else { throw failure ?? .unknown(code: text) }
    return product
  }
}
