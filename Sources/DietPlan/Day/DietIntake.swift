import HealthModel

/// The sums of the meals of a day. Unknown values count as nothing and are counted.
package struct DietIntake: Sendable, Hashable {
  /// The number of meals.
  package private(set) var meals = 0
  /// Energy of all meals, kcal.
  package private(set) var energyKcal = 0.0
  /// The number of meals whose energy isn't known.
  package private(set) var mealsWithoutEnergy = 0
  /// Grams of each macronutrient. `nil` = there are meals, and none of them states it.
  package private(set) var grams = PerMacro<Double?>(protein: 0, carbs: 0, fat: 0)
  /// The number of meals of which at least one macronutrient isn't known.
  package private(set) var mealsWithUnknownMacros = 0
  /// The energy of those meals that isn't explained by their known macronutrients, kcal.
  package private(set) var unknownKcal = 0.0

  /// A day without meals.
  package init() {}

  /// The sums of some meals.
  package init(_ meals: some Sequence<Nutrition>) {
    for meal in meals { add(meal) }
  }

  /// Sums that were computed elsewhere, such as in SQL; negative and non-finite ones count as 0.
  package init(
    meals: Int, energyKcal: Double, mealsWithoutEnergy: Int = 0, grams: PerMacro<Double?>, mealsWithUnknownMacros: Int = 0,
    unknownKcal: Double = 0
  ) {
    self.meals = max(0, meals)
    self.energyKcal = DietIntake.known(energyKcal) ?? 0
    self.mealsWithoutEnergy = max(0, mealsWithoutEnergy)
    self.grams = grams.map { $0.map { DietIntake.known($0) ?? 0 } }
    self.mealsWithUnknownMacros = max(0, mealsWithUnknownMacros)
    self.unknownKcal = DietIntake.known(unknownKcal) ?? 0
  }

  /// The sums of several days.
  package init(adding days: some Sequence<DietIntake>) {
    for day in days where day.meals > 0 {
      grams = PerMacro { macro in
        guard let part = day.grams[macro] else { return meals == 0 ? nil : grams[macro] }
        return (meals == 0 ? 0 : grams[macro] ?? 0) + part
      }
      meals += day.meals
      energyKcal += day.energyKcal
      mealsWithoutEnergy += day.mealsWithoutEnergy
      mealsWithUnknownMacros += day.mealsWithUnknownMacros
      unknownKcal += day.unknownKcal
    }
  }

  /// The energy in kcal. `nil` = there are meals, and that of none is known.
  package var knownEnergyKcal: Double? { meals > 0 && mealsWithoutEnergy == meals ? nil : energyKcal }

  /// Adds a meal. Negative and non-finite values count as unknown.
  package mutating func add(_ meal: Nutrition) {
    let energy = DietIntake.known(meal.energyKcal)
    let parts = PerMacro(
      protein: DietIntake.known(meal.proteinG), carbs: DietIntake.known(meal.carbsG), fat: DietIntake.known(meal.fatG))
    energyKcal += energy ?? 0
    if energy == nil { mealsWithoutEnergy += 1 }
    let isFirst = meals == 0
    grams = PerMacro { macro in
      guard let part = parts[macro] else { return isFirst ? nil : grams[macro] }
      return (grams[macro] ?? 0) + part
    }
    meals += 1
    guard Macro.allCases.contains(where: { parts[$0] == nil }) else { return }
    mealsWithUnknownMacros += 1
    let explained = Macro.allCases.reduce(0) { $0 + (parts[$1] ?? 0) * $1.kcalPerGram }
    unknownKcal += max(0, (energy ?? 0) - explained)
  }

  private static func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 ? min($0, 1e9) : nil } }
}
