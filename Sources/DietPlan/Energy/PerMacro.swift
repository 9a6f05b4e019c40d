/// One value for each macronutrient.
package struct PerMacro<Value> {
  /// The value of protein.
  package var protein: Value
  /// The value of carbohydrates.
  package var carbs: Value
  /// The value of fat.
  package var fat: Value

  /// The three values.
  package init(protein: Value, carbs: Value, fat: Value) { (self.protein, self.carbs, self.fat) = (protein, carbs, fat) }

  /// The values that a function gives for each macronutrient.
  package init(_ value: (Macro) -> Value) { self.init(protein: value(.protein), carbs: value(.carbs), fat: value(.fat)) }

  /// The value of a macronutrient.
  package subscript(macro: Macro) -> Value {
    switch macro {
    case .protein: protein
    case .carbs: carbs
    case .fat: fat
    }
  }

  /// The three values, each transformed.
  package func map<Other>(_ transform: (Value) -> Other) -> PerMacro<Other> { PerMacro<Other> { transform(self[$0]) } }
}

extension PerMacro: Sendable where Value: Sendable {}
extension PerMacro: Equatable where Value: Equatable {}
extension PerMacro: Hashable where Value: Hashable {}
