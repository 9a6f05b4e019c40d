import ArgumentParser
import HealthDesk
import HealthModel

/// A part of a recipe as it is typed: `red lentils=200`.
struct RecipePartArgument {
  /// The food: a barcode, or words that name it.
  let text: String
  /// Its weight in grams.
  let grams: Double

  /// Reads a food and its weight.
  ///
  /// - Throws: For a text without both, and for a weight that can't be read.
  init(_ argument: String) throws(TypedFault) {
    guard let sign = argument.lastIndex(of: "="), case let text = String(argument[..<sign]).trimmed, !text.isEmpty else {
      throw TypedFault("it isn't a food with its weight", hint: "a part is like 'red lentils=200'")
    }
    self.text = text
    grams = try TypedNumber(argument[argument.index(after: sign)...], in: .g).value
  }

  /// The food that is meant: the product of a barcode, else the food that the words name.
  ///
  /// - Parameter json: Whether candidates are printed as JSON, and nobody is asked.
  /// - Throws: kind `.no` when there is none, or when it isn't clear which one is meant; the error of an unusable source.
  func food(_ searches: FoodSearches, _ finder: FoodFinder, json: Bool) async throws -> LoggableFood {
    if let barcode = try? TypedBarcode(text) {
      let finding = try await finder.finding(of: barcode)
      guard let product = finding.product else { throw finding.failure ?? .unknown(code: text) }
      return .product(product)
    }
    let hit = try searches.choice(text).food(
      called: text, for: .part(grams: grams), json: json,
      otherwise: CommandError(.no, "no food was found for \(text)", hint: "add it: hsync foods add \(text.shellWord) --kcal N"))
    return try await LoggableFood(hit, finder: finder)
  }
}
