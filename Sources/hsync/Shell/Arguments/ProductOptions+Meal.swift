import HealthModel
import HealthStore
import Products

extension ProductOptions {
  /// What a typed barcode may mean, the likeliest first; at least one. 8 digits may be an EAN-8 or a shortened UPC.
  ///
  /// - Throws: kind `.badData` for what is no barcode, or one whose check digit is wrong.
  static func codes(in text: String) throws(CommandError) -> [GTIN] {
    let readings = GTIN.readings(of: text)
    guard let first = readings.first else {
      throw CommandError(
        .badData, "\(text) isn't a barcode", hint: "a barcode has 8 to 14 digits; for a meal by hand: hsync log --name NAME --kcal N")
    }
    guard let valid = readings.first(where: \.hasValidCheckDigit) ?? (first.isOpenFoodFactsOwn ? first : nil) else {
      throw CommandError(.badData, "the check digit of \(text) is wrong", hint: "type the digits again: one is probably off")
    }
    return [valid] + readings.filter { $0 != valid && $0.hasValidCheckDigit }
  }

  /// The meal of the first of `codes` that somebody knows. What can't be looked up now is kept with the wish for later.
  ///
  /// - Parameter text: The barcode as it was typed.
  /// - Throws: kind `.no` for a product that nobody knows, and what hinders the lookup.
  func meal(of codes: [GTIN], typedAs text: String, wish: MealWish, in library: Library, now: Moment) async throws -> Meal {
    let lookup = try self.lookup(in: library)
    // The next reading is asked for only if nobody knows the first.
    for gtin in codes {
      switch try await lookup.answer(for: gtin) {
      case .found(let product):
        if product.isFromOpenFoodFacts { Output.notice(Attribution.openFoodFacts) }
        product.doubtLines.forEach(Output.notice)
        try PendingLookups(library).settle(gtin)
        return try Meal(wish, of: product, now: now)
      case .unavailable(let trouble):
        try PendingLookups(library).add(gtin, text: text, reason: trouble.sentence, wish: wish, atMs: now.ms)
        throw CommandError.kept(text, trouble, willBeLogged: true)
      case .notFound: continue
      }
    }
    throw codes.first?.isInStore == true ? CommandError.inStore(text) : .unknownProduct(text)
  }
}
