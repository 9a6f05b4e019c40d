import HealthModel

extension ProductLookup {
  /// The decision about digits that may be one of several numbers, and the number that it is about: the first that is known or couldn't be
  /// looked up; the first of all if none has a product. The next reading is asked for only when no source has the one before.
  ///
  /// - Parameters:
  ///   - readings: The likeliest first; at least one.
  ///   - isForMeal: Whether the product is to be logged, not only shown.
  /// - Throws: The first error of a source that was asked.
  package func decision(onFirstOf readings: [GTIN], isForMeal: Bool) async throws -> (gtin: GTIN, decision: LookupDecision) {
    guard let likeliest = readings.first else { preconditionFailure("digits without a reading") }
    for gtin in readings {
      let decision = LookupDecision(try await answer(for: gtin), about: gtin, isForMeal: isForMeal)
      switch decision {
      case .known, .pending: return (gtin, decision)
      case .onlyRead, .unknown: continue
      }
    }
    return (likeliest, LookupDecision(.notFound, about: likeliest, isForMeal: isForMeal))
  }
}
