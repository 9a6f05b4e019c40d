import HealthModel

/// The contents of an answer of Open Food Facts' product address, in the envelopes of its versions 0 to 3.
enum OpenFoodFactsAnswer {
  /// The product.
  case found(Product)
  /// There is no such product.
  case notFound
  /// It is about another product than the one that was asked for; its number if it has one.
  case other(String?)
  /// It isn't an answer of this address.
  case unreadable

  /// Reads an envelope: `{"status": 1, "code": …, "product": {…}}`, or version 3's `{"status": "success…", …}`.
  ///
  /// - Parameter language: A language whose name of the product is taken when the main one is empty: `fr`.
  init(_ envelope: JSON, askedFor gtin: GTIN, language: String?) {
    let status = envelope["status"]
    let isFound = OpenFoodFactsNutrients.number(status) == 1 || status.string?.hasPrefix("success") == true
    let isMissing =
      OpenFoodFactsNutrients.number(status) == 0 || envelope["result"]["id"].string == "product_not_found"
    let product = envelope["product"]
    if isMissing, product["code"].isNull {
      self = .notFound
      return
    }
    guard isFound, product.members != nil else {
      self = .unreadable
      return
    }
    // The number comes back normalised, so numbers and not texts are compared.
    for code in [envelope["code"], product["code"]] where !code.isNull {
      guard let echoed = Self.text(code), GTIN(digits: echoed) == gtin else {
        self = .other(ForeignText.cleaned(Self.text(code)))
        return
      }
    }
    self = .found(Self.product(product, gtin: gtin, language: language))
  }

  private static func product(_ json: JSON, gtin: GTIN, language: String?) -> Product {
    let languages = [language, json["lang"].string, "en"].compactMap { $0 }
    let brand = text(json["brands"]).flatMap { ForeignText.cleaned($0.split(separator: ",").first.map(String.init)) }
    let names = [json["product_name"]] + languages.map { json["product_name_" + $0] } + [json["generic_name"]]
    let servingText = ForeignText.cleaned(text(json["serving_size"]))
    let servingG = servingText.flatMap(ServingText.grams) ?? servingQuantity(json)
    let nutrients = OpenFoodFactsNutrients(product: json, servingG: servingG)
    let image = json["image_front_small_url"].string
    return Product(
      gtin: gtin, name: names.lazy.compactMap { ForeignText.cleaned(text($0)) }.first ?? brand ?? gtin.description, brand: brand,
      quantity: ForeignText.cleaned(text(json["quantity"])), servingText: servingText,
      servingG: servingG, per100g: nutrients.per100g,
      perServing: nutrients.perServing, imageURL: image?.hasPrefix("https://") == true ? image : nil, source: OpenFoodFacts.sourceName,
      revision: text(json["rev"]), doubts: nutrients.doubts + NutritionChecks.doubts(about: gtin))
  }

  /// Open Food Facts' own value for the serving, used for texts that `ServingText` can't parse. 0 means unknown there.
  private static func servingQuantity(_ json: JSON) -> Double? {
    guard let quantity = OpenFoodFactsNutrients.number(json["serving_quantity"]), quantity > 0, quantity <= 20_000 else { return nil }
    return quantity
  }

  /// A text, or the digits of what should be one.
  private static func text(_ json: JSON) -> String? {
    if case .number(let digits) = json { return digits }
    return json.string
  }
}
