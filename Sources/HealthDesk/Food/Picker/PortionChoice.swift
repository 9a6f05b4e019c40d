import HealthModel

/// The choice of an amount of a food: a number in servings or grams, of which the first is the usual one.
package struct PortionChoice: Sendable, Equatable {
  /// The food.
  package let food: LoggableFood
  /// The amount as it was typed; empty = the usual one.
  package internal(set) var text = ""
  /// Whether a number without a unit is of grams, not servings.
  package private(set) var isGrams: Bool
  private let usual: Amount
  private let now: Moment

  /// A choice that begins with an amount; `nil` = the food's usual one.
  init(_ food: LoggableFood, amount: Amount?, now: Moment) {
    self.food = food
    self.now = now
    usual = amount ?? food.usualAmount
    isGrams = usual.servings == nil
  }

  /// The amount that is chosen, or the sentences why the text is none.
  package var amount: Result<Amount, PortionFault> {
    if text.isEmpty { return .success(isGrams ? Amount(grams: usual.grams ?? 100) : Amount(servings: usual.servings ?? 1)) }
    do throws(TypedFault) { return .success(try Amount(typed: text, in: isGrams ? .g : .servings)) } catch {
      return .failure(PortionFault(sentence: error.sentences))
    }
  }

  /// The number as it is shown while nothing was typed: `1.5`.
  package var placeholder: String {
    Quantity.rounded((isGrams ? usual.grams ?? 100 : usual.servings ?? 1), steps: 100)
  }

  /// The entry that would be logged, or the sentence why there is none.
  package var meal: Result<Meal, PortionFault> {
    let amount: Amount
    switch self.amount {
    case .success(let typed): amount = typed
    case .failure(let fault): return .failure(fault)
    }
    if let fault = EntryBounds.fault(of: amount) { return .failure(PortionFault(sentence: fault)) }
    do throws(FoodError) {
      return .success(try food.meal(MealWish(eatenAt: now, slot: nil, amount: amount, note: nil), now: now))
    } catch {
      return .failure(PortionFault(sentence: error.sentence))
    }
  }

  /// Whether amounts in the other unit can be computed.
  package var hasOtherUnit: Bool {
    var other = self
    other.text = "1"
    other.isGrams.toggle()
    if case .success = other.meal { return true }
    return false
  }

  /// Changes the unit if the other one can be computed.
  mutating func changeUnit() {
    guard hasOtherUnit else { return }
    isGrams.toggle()
    text = ""
  }
}

/// The reason why an amount can't be logged.
package struct PortionFault: Error, Sendable, Equatable {
  /// A sentence for users.
  package let sentence: String
}
