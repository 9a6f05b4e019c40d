import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync foods add NAME`.
struct FoodsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a food of your own, which searches find first.",
    discussion: "For a food that no source has: with its barcode, or without one.")

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
    let (desk, now) = (OwnFoodDesk(try library.open()), LocalClock.now)
    let added = try barcode.map { try desk.add($0, values, at: now) } ?? desk.add(words.trimmed, values, at: now)
    if json { Output.json(added.json) } else { Output.line("added \(added.line)") }
  }
}
