/// What is sold under a number, as one source knows it, with its doubts.
public struct Product: Sendable, Hashable {
  /// The number it was asked by.
  public var gtin: GTIN
  /// Never empty: a source that has none falls back to brand or number.
  public var name: String
  /// `nil` when not known.
  public var brand: String?
  /// What the package says it holds: "350 g". `nil` when not known.
  public var quantity: String?
  /// What a serving is, in the label's words: "2 biscuits (25 g)". `nil` when not known.
  public var servingText: String?
  /// Grams (millilitres of a drink) of a serving, above 0. `nil` when not known.
  public var servingG: Double?
  /// Amounts per 100 g (100 ml of a drink). `nil` when the source has none.
  public var per100g: Nutrition?
  /// Amounts per serving, as the source gives them. `nil` when it has none.
  public var perServing: Nutrition?
  /// The address of a small picture. `nil` when there is none.
  public var imageURL: String?
  /// `open_food_facts`, `product_file`, …
  public var source: String
  /// The source's own revision. `nil` when it has none.
  public var revision: String?
  /// Why values are doubtful; empty when they aren't.
  public var doubts: [Doubt]

  /// A product with what is known.
  public init(
    gtin: GTIN, name: String, brand: String? = nil, quantity: String? = nil, servingText: String? = nil, servingG: Double? = nil,
    per100g: Nutrition? = nil, perServing: Nutrition? = nil, imageURL: String? = nil, source: String, revision: String? = nil,
    doubts: [Doubt] = []
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
  }

  /// What eating `amount` of it means: the amount completed, the nutrition and what that was computed from.
  ///
  /// Grams count against `per100g`. Servings count as grams when a serving's grams are known, else against `perServing`; a product
  /// that has only values per 100 g and no serving size is eaten by 100 g a serving. `nil` when the source has no nutrition at all,
  /// or has only values per serving of unknown weight and the amount is in grams.
  public func portion(_ amount: Amount) -> (amount: Amount, nutrition: Nutrition, basis: Provenance.Basis)? {
    let grams = amount.grams ?? servingG.flatMap { serving in amount.servings.map { $0 * serving } }
    if let per100g, !per100g.isEmpty {
      let grams = grams ?? (amount.servings ?? 1) * 100
      return (Amount(servings: amount.servings, grams: grams), per100g.scaled(by: grams / 100), .per100g)
    }
    guard let perServing, !perServing.isEmpty else { return nil }
    if let servings = amount.servings {
      return (Amount(servings: servings, grams: grams), perServing.scaled(by: servings), .perServing)
    }
    guard let grams, let servingG, servingG > 0 else { return nil }
    return (Amount(grams: grams), perServing.scaled(by: grams / servingG), .perServing)
  }

  /// The product as in the JSON contract (`docs/json.md`).
  public var json: JSON {
    .object([
      ("gtin", .string(gtin.description)), ("name", .string(name)), ("brand", JSON(brand)), ("quantity", JSON(quantity)),
      ("serving", .object([("text", JSON(servingText)), ("grams", servingG.map(JSON.init) ?? .null)])),
      ("per_100g", per100g?.json ?? .null), ("per_serving", perServing?.json ?? .null), ("image_url", JSON(imageURL)),
      ("source", .string(source)), ("revision", JSON(revision)),
      ("doubts", .array(doubts.map { .string($0.rawValue) })),
    ])
  }
}
