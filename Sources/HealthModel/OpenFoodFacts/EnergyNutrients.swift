/// The nutrients that give energy beside those of `Nutrition`, for the same amount of food. `nil` = not known, which isn't 0.
package struct EnergyNutrients: Sendable, Hashable {
  /// Alcohol in millilitres: in 100 ml of a drink, the percent by volume on its label.
  package var alcoholMl: Double?
  /// Polyols in grams, a part of the carbohydrates.
  package var polyolsG: Double?
  /// Erythritol in grams, a part of the polyols.
  package var erythritolG: Double?
  /// Organic acids in grams.
  package var organicAcidsG: Double?

  /// Nutrients that aren't given are unknown, as are those outside 0…100,000.
  package init(alcoholMl: Double? = nil, polyolsG: Double? = nil, erythritolG: Double? = nil, organicAcidsG: Double? = nil) {
    func known(_ amount: Double?) -> Double? { amount.flatMap { 0...100_000 ~= $0 ? $0 : nil } }
    self.alcoholMl = known(alcoholMl)
    self.polyolsG = known(polyolsG)
    self.erythritolG = known(erythritolG)
    self.organicAcidsG = known(organicAcidsG)
  }

  /// Grams of a millilitre of alcohol at 20 °C (CRC Handbook of Chemistry and Physics: 0.7893). 11 ml are 8.7 g.
  package static let alcoholDensity = 0.789
}
