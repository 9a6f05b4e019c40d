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
  /// - Parameter language: The language whose name of the product is taken if there is one: `fr`. `nil` for the main name.
  init(_ envelope: JSON, askedFor gtin: GTIN, language: String?) {
    let status = envelope["status"]
    let isFound = OpenFoodFactsNutrition.number(status) == 1 || status.string?.hasPrefix("success") == true
    let isMissing =
      OpenFoodFactsNutrition.number(status) == 0 || Self.missing.contains(envelope["result"]["id"].string ?? "")
      || (envelope["errors"].array ?? []).contains { Self.missing.contains($0["message"]["id"].string ?? "") }
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
      guard let echoed = OpenFoodFactsProduct.text(code), GTIN(digits: echoed) == gtin else {
        self = .other(ForeignText.cleaned(OpenFoodFactsProduct.text(code)))
        return
      }
    }
    let image = product["image_front_small_url"].string
    let read = OpenFoodFactsProduct(product, language: language)
    self = .found(Product(read, gtin: gtin, imageURL: image?.hasPrefix("https://") == true ? image : nil))
  }

  /// The results of version 3 by which no food has the number. Cosmetics, pet food and other products have databases of their own.
  private static let missing: Set<String> = ["product_not_found", "product_found_with_a_different_product_type"]

  /// Whether an answer is about a product without any values whose serving is below 5 g: the usual form of answers leaves such values out.
  static func lacksSmallServing(_ envelope: JSON, askedFor gtin: GTIN) -> Bool {
    guard case .found(let product) = OpenFoodFactsAnswer(envelope, askedFor: gtin, language: nil), !product.hasNutrition else {
      return false
    }
    let isMarked = OpenFoodFactsNutrition.isTrue(envelope["product"]["no_nutrition_data"])
    return !isMarked && product.servingG.map { $0 < 5 } ?? false
  }

  /// The same of an answer to cache.
  static func lacksSmallServing(_ answer: RememberedAnswer, of gtin: GTIN) -> Bool {
    guard answer.found, let json = try? JSON(parsing: answer.body) else { return false }
    return lacksSmallServing(json, askedFor: gtin)
  }
}
