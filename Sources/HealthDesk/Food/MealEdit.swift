import HealthModel

/// A change of a logged meal. `nil` leaves a field as it is.
package struct MealEdit: Sendable, Equatable {
  /// The new name, not empty.
  package var name: String?
  /// The new amount; the nutrition is scaled with it.
  package var amount: Amount?
  /// The new figures for the whole amount; unknown ones keep their value. The meal's provenance becomes the user.
  package var nutrition: Nutrition
  /// The new slot.
  package var slot: MealSlot?
  /// The new time.
  package var eatenAt: Moment?
  /// The new note; an empty one removes it.
  package var note: String?

  /// A change of the given values.
  package init(
    name: String? = nil, amount: Amount? = nil, nutrition: Nutrition = Nutrition(), slot: MealSlot? = nil, eatenAt: Moment? = nil,
    note: String? = nil
  ) {
    self.name = name
    self.amount = amount
    self.nutrition = nutrition
    self.slot = slot
    self.eatenAt = eatenAt
    self.note = note
  }

  /// The meal with the change made.
  ///
  /// - Throws: `portion` when the amount is in the other unit than the meal's, `energy` when the meal would have too much.
  package func applied(to old: Meal) throws(FoodError) -> Meal {
    var meal = old
    if let name { meal.name = name }
    if let amount { try meal.change(amount: amount) }
    if !nutrition.isEmpty {
      for (_, path) in Nutrition.fields {
        if let value = nutrition[keyPath: path] { meal.nutrition[keyPath: path] = value }
      }
      meal.provenance = .byHand(meal.nutrition, of: meal.amount)
    }
    if let slot { meal.slot = slot }
    if let eatenAt { meal.eatenAt = eatenAt }
    if let note { meal.note = note.isEmpty ? nil : note }
    return try meal.checked()
  }
}
