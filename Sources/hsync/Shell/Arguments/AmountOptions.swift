import ArgumentParser
import HealthDesk
import HealthModel
import Settings

extension MealSlot: ExpressibleByArgument {}

/// The options for the time and the amount, shared by all commands that log.
struct AmountOptions: ParsableArguments {
  @Option(name: .customLong("meal"), help: "The meal of the day (default: from the time).")
  var slot: MealSlot?

  @Option(name: .customLong("servings"), in: .servings, help: ArgumentHelp("Number of servings.", valueName: "servings"))
  var typedServings: TypedNumber?

  @Option(name: .customLong("grams"), in: .g, help: ArgumentHelp("Grams, or millilitres for a drink.", valueName: "grams"))
  var typedGrams: TypedNumber?

  @Option(time: "Time eaten: 12:30, 7pm, yesterday, 'monday 12:00' or '2026-02-10 12:30' (default: now).")
  var at: TypedTime?

  @Flag(help: "Don't ask about a day in the future, or more than a year ago.")
  var yes = false

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
  ///
  /// - Throws: As `time`.
  func wish(now: Moment) throws -> MealWish { try wish(now: now, amount: amount) }

  /// The same with another amount.
  func wish(now: Moment, amount: Amount?) throws -> MealWish {
    MealWish(eatenAt: try time(now: now) ?? now, slot: slot, amount: amount, note: note)
  }

  /// The time that `--at` says; `nil` = it wasn't given.
  ///
  /// - Parameter kept: The time that is changed; `nil` = now.
  /// - Throws: `TypedFault` for a time that is out of range.
  func time(now: Moment, keeping kept: Moment? = nil) throws -> Moment? {
    try at?.moment(at: now, keeping: kept, slot: slot, by: LocalClock.wall)
  }

  /// Returns when the day of `--at` isn't after today, nor more than a year ago, or the user confirms it.
  ///
  /// - Parameter kept: The time that is changed, whose day needs no confirmation; `nil` = now.
  /// - Throws: As `time`, and `Confirmation.require`.
  func confirm(now: Moment, keeping kept: Moment? = nil) throws {
    guard let time = try time(now: now, keeping: kept), time.day != kept?.day else { return }
    try Confirmation.require(time, at: now, isGiven: yes)
  }
}
