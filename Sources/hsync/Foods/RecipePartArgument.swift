import ArgumentParser
import HealthDesk
import HealthModel

/// A part of a recipe as it is typed: `red lentils=200`.
struct RecipePartArgument {
  /// The food: a barcode, or words that it is searched by.
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

  /// The food that is meant: the product of a barcode, the user's food of that name, else the first that a search finds.
  ///
  /// - Throws: kind `.no` when there is none; the error of an unusable source.
  func food(_ searches: FoodSearches, _ finder: FoodFinder) async throws -> LoggableFood {
    if let barcode = try? TypedBarcode(text) {
      let finding = try await finder.finding(of: barcode)
      guard let product = finding.product else { throw finding.failure ?? .unknown(code: text) }
      return .product(product)
    }
    guard let hit = try searches.named(text) ?? searches.search(text, limit: 1).hits.first else {
      throw CommandError(.no, "no food was found for \(text)", hint: "add it: hsync foods add \(text.shellWord) --kcal N")
    }
    return try await LoggableFood(hit, finder: finder)
  }
}
