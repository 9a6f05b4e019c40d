/// A product object of Open Food Facts, as its API and its JSONL dump have it: the texts cleaned, the numbers as given.
package struct OpenFoodFactsProduct: Sendable, Hashable {
  /// The number as it is written. `nil` when there is none.
  package let code: String?
  /// The name: that in the chosen language, else the main one, else one in any language, else a generic name, else the brand. `nil` when all are
  /// empty.
  package let name: String?
  /// The names in other languages than that of `name`, each once, in the order of their languages' codes. They are searched for, and not shown.
  package let otherNames: [String]
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
    code: String?, name: String?, otherNames: [String] = [], brand: String?, quantity: String?, servingText: String?, servingG: Double?,
    nutrition: OpenFoodFactsNutrition, revision: String?
  ) {
    self.code = code
    self.name = name
    self.otherNames = otherNames
    self.brand = brand
    self.quantity = quantity
    self.servingText = servingText
    self.servingG = servingG
    self.nutrition = nutrition
    self.revision = revision
  }

  /// Reads a product object. Missing members are unknown.
  ///
  /// - Parameter language: The language whose name of the product is taken if there is one, else the main name: `fr`. `nil` for the main name.
  package init(_ json: JSON, language: String?) {
    code = Self.text(json["code"])
    brand = Self.text(json["brands"]).flatMap(Self.firstBrand)
    let names = Self.names(json, "product_name", language: language)
    name = names.first ?? Self.names(json, "generic_name", language: language).first ?? brand
    otherNames = Array(names.dropFirst().prefix(Self.mostOtherNames))
    quantity = ForeignText.cleaned(Self.text(json["quantity"]))
    servingText = ForeignText.cleaned(Self.text(json["serving_size"]))
    servingG = OpenFoodFactsNutrition.number(json["serving_quantity"]).flatMap(Self.servingGrams)
    nutrition = OpenFoodFactsNutrition(product: json)
    revision = Self.text(json["rev"])
  }

  /// The most names in other languages that are kept.
  private static let mostOtherNames = 20

  /// The names of a member and of those behind whose name stands a language, each once: `product_name_fr`. The one in the chosen language comes first,
  /// then the main one, then those in the product's own language and in English.
  private static func names(_ json: JSON, _ member: String, language: String?) -> [String] {
    let prefix = member + "_"
    let languages = [json["lang"].string, "en"].compactMap { $0.map { prefix + $0 } }
    let others = (json.members ?? []).map(\.key).filter { name in
      // `product_name_fr_imported`, `product_name_fr_debug_tags` aren't languages.
      name.hasPrefix(prefix) && (2...3).contains(name.utf8.count - prefix.utf8.count)
    }
    var names: [String] = []
    for key in [language.map { prefix + $0 }, member].compactMap({ $0 }) + languages + others.sorted() {
      if let name = ForeignText.cleaned(text(json[key])), !names.contains(name) { names.append(name) }
    }
    return names
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
