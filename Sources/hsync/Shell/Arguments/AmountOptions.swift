import ArgumentParser
import HealthDesk
import HealthModel
import Settings

extension MealSlot: ExpressibleByArgument {}

/// The options for the time and the amount, shared by all commands that log.
struct AmountOptions: ParsableArguments {
  @Option(name: .customLong("meal"), help: "The meal of the day (default: from the time).")
  var slot: MealSlot?

  @Option(name: .customLong("servings"), help: ArgumentHelp("Number of servings.", valueName: "servings"))
  var typedServings: TypedNumber?

  @Option(name: .customLong("grams"), help: ArgumentHelp("Grams, or millilitres for a drink.", valueName: "grams"))
  var typedGrams: TypedNumber?

  @Option(help: "Time eaten: 12:30, 'yesterday 19:00' or '2026-02-10 12:30' (default: now).")
  var at: TimeArgument?

  @Option(help: "A note to store with the entry.")
  var note: String?

  func validate() throws {
    if servings != nil, grams != nil { throw ValidationError("Give --servings or --grams, not both.") }
    if let fault = amount.flatMap(EntryBounds.fault) { throw ValidationError(fault) }
  }

  private var servings: Double? { typedServings?.value }
  private var grams: Double? { typedGrams?.value }

  /// The amount that was given, `nil` when none was.
  var amount: Amount? { servings == nil && grams == nil ? nil : Amount(servings: servings, grams: grams) }

  /// Returns all options as a meal to be logged.
  func wish(now: Moment) -> MealWish { wish(now: now, amount: amount) }

  /// The same with another amount.
  func wish(now: Moment, amount: Amount?) -> MealWish { MealWish(eatenAt: eatenAt(now: now), slot: slot, amount: amount, note: note) }

  /// Returns the time of the meal; `now` unless `--at` was given.
  func eatenAt(now: Moment) -> Moment { at?.moment(from: now) ?? now }
}
