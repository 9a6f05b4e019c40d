import ArgumentParser
import HealthDesk
import HealthModel
import Products
import Settings

/// `hsync foods add NAME`.
struct FoodsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a food of your own, which searches find first.",
    discussion: """
      For a food that no source has: with its barcode, or without one. A barcode that the catalogue or the product file has gets your values, \
      as hsync foods override does.
      """)

  @Argument(help: "Its name.")
  var name: [String]

  @Option(help: ArgumentHelp("Its barcode, if it has one.", valueName: "code"))
  var code: String?

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Food") var food: OwnFoodOptions

  @Flag(help: "Print the food as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let fault = OwnFoodOptions.fault(ofName: words) { throw fault }
    if nutrition.kcal == nil { throw ValidationError("An own food needs --kcal.") }
  }

  private var words: String { name.joined(separator: " ") }

  func run() throws {
    let values = food.values(name: words, nutrition)
    let barcode = try code.map { try TypedBarcode($0) }
    let library = try library.open()
    let (desk, now) = (OwnFoodDesk(library), LocalClock.now)
    let covered = try barcode.flatMap { barcode in try ProductChoice(isOffline: true).finder(in: library).localProduct(of: barcode) }
    if let barcode, barcode.plausible.isEmpty, covered == nil { throw FoodError.wrongCheckDigit(barcode.text) }
    let added = try barcode.map { try desk.add($0, values, at: now) } ?? desk.add(words.trimmed, values, at: now)
    if json { return Output.json(.members((added.json.members ?? []) + [JSON.Member("overrides", FoodsAddCommand.json(covered))])) }
    Output.line("added \(added.line)")
    added.doubtLines.forEach(Output.notice)
    guard let covered else { return }
    Output.notice(
      "your values now win over \(covered.name.onOneLine) from \(FoodCard.words(covered.origin)); take them back: hsync undo")
  }

  /// The product that has the barcode without the own food, as in the JSON contract (`docs/json.md`).
  private static func json(_ product: Product?) -> JSON {
    guard let product else { return .null }
    return .object([
      ("name", .string(product.name)), ("source", .string(product.source)), ("found_in", .string(product.origin.rawValue)),
    ])
  }
}
