/// A product object of Open Food Facts, as its API and its JSONL dump have it: the texts cleaned, the numbers as given.
package struct OpenFoodFactsProduct: Sendable, Hashable {
  /// The number as it is written. `nil` when there is none.
  package let code: String?
  /// The name in the first language that has one, else the generic name, else the brand. `nil` when all are empty.
  package let name: String?
  /// The first of the brands.
  package let brand: String?
  /// The contents as printed on the package.
  package let quantity: String?
  /// The serving as described on the label.
  package let servingText: String?
  /// The grams of a serving as Open Food Facts computes them from the text, above 0 and at most 20,000. `nil` when it has none: 0 means that there.
  package let servingG: Double?
  /// The nutrition, unchecked.
  package let nutrition: OpenFoodFactsNutrition
  /// The revision. `nil` when not given.
  package let revision: String?

  /// A product with everything given; texts are cleaned already.
  package init(
    code: String?, name: String?, brand: String?, quantity: String?, servingText: String?, servingG: Double?,
    nutrition: OpenFoodFactsNutrition, revision: String?
  ) {
    self.code = code
    self.name = name
    self.brand = brand
    self.quantity = quantity
    self.servingText = servingText
    self.servingG = servingG
    self.nutrition = nutrition
    self.revision = revision
  }

  /// Reads a product object. Missing members are unknown.
  ///
  /// - Parameter language: A language whose name of the product is taken when the main one is empty: `fr`.
  package init(_ json: JSON, language: String?) {
    code = Self.text(json["code"])
    let languages = [language, json["lang"].string, "en"].compactMap { $0 }
    let brand = Self.text(json["brands"]).flatMap(Self.firstBrand)
    let names = [json["product_name"]] + languages.map { json["product_name_" + $0] } + [json["generic_name"]]
    self.brand = brand
    name = names.lazy.compactMap { ForeignText.cleaned(Self.text($0)) }.first ?? brand
    quantity = ForeignText.cleaned(Self.text(json["quantity"]))
    servingText = ForeignText.cleaned(Self.text(json["serving_size"]))
    servingG = OpenFoodFactsNutrition.number(json["serving_quantity"]).flatMap(Self.servingGrams)
    nutrition = OpenFoodFactsNutrition(product: json)
    revision = Self.text(json["rev"])
  }

  /// The first of several brands between commas, cleaned. `nil` when it is empty.
  package static func firstBrand(_ text: String) -> String? { ForeignText.cleaned(text.split(separator: ",").first.map(String.init)) }

  /// A serving that can be right: above 0 g, at most 20 kg.
  package static func servingGrams(_ value: Double) -> Double? { value > 0 && value <= 20_000 ? value : nil }

  /// A text, or the digits of what should be one.
  package static func text(_ json: JSON) -> String? {
    if case .number(let digits) = json { return digits }
    return json.string
  }
}
