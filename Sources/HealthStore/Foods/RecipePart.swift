import HealthModel

/// A food that a recipe takes, with its weight.
package struct RecipePart: Sendable, Hashable {
  /// The name that it had then.
  package let name: String
  /// The number on its package; `nil` = none.
  package let gtin: GTIN?
  /// Grams, above 0.
  package let grams: Double

  /// A part with everything given.
  package init(name: String, gtin: GTIN?, grams: Double) { (self.name, self.gtin, self.grams) = (name, gtin, grams) }

  /// Reads what `json` writes; `nil` for anything else, which other programs may have written.
  init?(_ json: JSON) {
    guard let name = json["name"].string, let grams = json["grams"].double, grams > 0 else { return nil }
    self.init(name: name, gtin: json["gtin"].string.flatMap { GTIN(digits: $0) }, grams: grams)
  }

  /// `{"name": "Lentils", "gtin": null, "grams": 150}`.
  package var json: JSON { .object([("name", .string(name)), ("gtin", JSON(gtin?.description)), ("grams", JSON(grams))]) }
}
