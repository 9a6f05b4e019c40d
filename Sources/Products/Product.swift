import HealthModel

/// The product sold under a number, as one source describes it, with its doubts.
package struct Product: Sendable, Hashable {
  /// The number it was asked by.
  package var gtin: GTIN
  /// Never empty: a source that has none falls back to brand or number.
  package var name: String
  /// `nil` when not known.
  package var brand: String?
  /// The contents as printed on the package: "350 g". `nil` when not known.
  package var quantity: String?
  /// A serving as described on the label: "2 biscuits (25 g)". `nil` when not known.
  package var servingText: String?
  /// Grams (millilitres of a drink) of a serving, above 0. `nil` when not known.
  package var servingG: Double?
  /// Amounts per 100 g (100 ml of a drink). `nil` when the source has none.
  package var per100g: Nutrition?
  /// Amounts per serving, as the source gives them. `nil` when it has none.
  package var perServing: Nutrition?
  /// The address of a small picture. `nil` when there is none.
  package var imageURL: String?
  /// `open_food_facts`, `product_file`, …
  package var source: String
  /// The source's own revision. `nil` when it has none.
  package var revision: String?
  /// The reasons why values are doubtful; empty when they aren't.
  package var doubts: [Doubt]
  /// The values per 100 g as the source gives them, before repair. `nil` when it has none, or they aren't known any more.
  package var given: GivenNutrition?
  /// The place where it was found.
  package var origin: ProductOrigin

  /// Creates a product. Values that aren't given are unknown.
  package init(
    gtin: GTIN, name: String, brand: String? = nil, quantity: String? = nil, servingText: String? = nil, servingG: Double? = nil,
    per100g: Nutrition? = nil, perServing: Nutrition? = nil, imageURL: String? = nil, source: String, revision: String? = nil,
    doubts: [Doubt] = [], given: GivenNutrition? = nil, origin: ProductOrigin = .file
  ) {
    self.gtin = gtin
    self.name = name
    self.brand = brand
    self.quantity = quantity
    self.servingText = servingText
    self.servingG = servingG
    self.per100g = per100g
    self.perServing = perServing
    self.imageURL = imageURL
    self.source = source
    self.revision = revision
    self.doubts = doubts
    self.given = given
    self.origin = origin
  }

  /// Whether any value of it is known.
  package var hasNutrition: Bool { per100g?.isEmpty == false || perServing?.isEmpty == false }

  /// The facts for computing amounts of it.
  package var figures: FoodFigures { FoodFigures(name: name, servingG: servingG, per100g: per100g, perServing: perServing) }

  /// The default amount.
  package var usualAmount: Amount { figures.usualAmount }

  /// Returns the grams and nutrition of `amount`.
  package func portion(_ amount: Amount) throws(PortionError) -> Portion { try figures.portion(amount) }

  /// The product as in the JSON contract (`docs/json.md`).
  package var json: JSON {
    .object([
      ("gtin", .string(gtin.description)), ("name", .string(name)), ("brand", JSON(brand)), ("quantity", JSON(quantity)),
      ("serving", .object([("text", JSON(servingText)), ("grams", servingG.map(JSON.init) ?? .null)])),
      ("per_100g", per100g?.json ?? .null), ("per_serving", perServing?.json ?? .null), ("image_url", JSON(imageURL)),
      ("source", .string(source)), ("revision", JSON(revision)), ("found_in", .string(origin.rawValue)),
      ("doubts", .array(doubts.map { .string($0.rawValue) })),
    ])
  }
}
