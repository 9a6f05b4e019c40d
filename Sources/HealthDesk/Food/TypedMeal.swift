import HealthModel

/// A meal's form as filled in by the user.
package struct TypedMeal: Sendable, Equatable {
  /// The fields. The raw values are their names in a form.
  package enum Field: String, Sendable, CaseIterable {
    case title, brand, amount, unit, kcal, protein, carbs, fat
    case slot = "meal"
    case when, note
    /// The time that the user confirmed, as it was typed.
    case sure
  }

  /// The unit of an amount.
  package enum Unit: String, Sendable { case servings, grams }

  private let texts: [Field: String]

  /// A form with these texts. Blanks at the ends don't count, and an empty field is one that isn't there.
  package init(_ texts: [Field: String]) {
    self.texts = texts.mapValues(TypedMeal.trimmed).filter { !$0.value.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    // Browsers send the ends of lines as CR LF.
    var rest = text.replacing("\r\n", with: "\n").drop(while: \.isWhitespace)[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// The text of a field; empty when it isn't there.
  package subscript(field: Field) -> String { texts[field] ?? "" }

  /// The most characters of a name or brand.
  package static let longestName = 200
  /// The most characters of a note.
  package static let longestNote = 2000
}

// MARK: - Values

extension TypedMeal {
  /// The name.
  ///
  /// - Throws: When it is missing or too long.
  package func name() throws(EntryError) -> String {
    guard let name = try line(.title, most: TypedMeal.longestName) else { throw EntryError(.title, "Say what you ate.") }
    return name
  }

  /// The brand; `nil` = none.
  package func brand() throws(EntryError) -> String? { try line(.brand, most: TypedMeal.longestName) }

  /// The user's note; `nil` = none.
  package func note() throws(EntryError) -> String? {
    let note = self[.note]
    if note.count > TypedMeal.longestNote { throw EntryError(.note, "A note has at most \(TypedMeal.longestNote) characters.") }
    return note.isEmpty ? nil : note
  }

  /// The amount; `nil` = none was given. A number alone is of servings unless the unit says grams.
  package func amount() throws(EntryError) -> Amount? {
    if self[.amount].isEmpty { return nil }
    let unit: TypedUnit
    switch self[.unit] {
    case "", Unit.servings.rawValue: unit = .servings
    case Unit.grams.rawValue: unit = .g
    default: throw EntryError(.unit, "An amount is in servings or grams.")
    }
    let amount: Amount
    do { amount = try Amount(typed: self[.amount], in: unit) } catch { throw EntryError(.amount, error.sentences) }
    if let fault = EntryBounds.fault(of: amount) { throw EntryError(.amount, fault) }
    return amount
  }

  /// The figures for the whole amount, those that were given.
  package func nutrition() throws(EntryError) -> Nutrition {
    let kcal = try number(.kcal, in: .kcal)
    if let kcal, !(0...9999 ~= kcal) { throw EntryError(.kcal, "Calories must be 0-9999.") }
    return Nutrition(energyKcal: kcal, proteinG: try grams(.protein), carbsG: try grams(.carbs), fatG: try grams(.fat))
  }

  /// The meal of the day; `nil` = by the time.
  package func slot() throws(EntryError) -> MealSlot? {
    if self[.slot].isEmpty { return nil }
    guard let slot = MealSlot(rawValue: self[.slot]) else { throw EntryError(.slot, "Choose a meal of the day.") }
    return slot
  }

  /// Returns the time of the meal on the user's clock, as browsers send it (`2026-02-10T12:03`) or people type it; `nil` = not given.
  ///
  /// - Parameter kept: The time that is changed, whose day needs no confirmation; `nil` = now.
  /// - Throws: For a text that is no time; for a day after today or more than a year ago until the user confirms it.
  package func eatenAt(by clock: any WallClock, keeping kept: Moment? = nil) throws(EntryError) -> Moment? {
    let text = self[.when]
    if text.isEmpty { return nil }
    let (now, moment): (Moment, Moment)
    do throws(TypedFault) {
      now = clock.now
      moment = try TypedTime(text).moment(at: now, keeping: kept, by: clock)
    } catch { throw EntryError(.when, error.sentences) }
    if self[.sure] != text, moment.day != kept?.day, let doubt = TimeDoubt(moment, at: now, by: clock) {
      throw EntryError(.when, "\(doubt.words(moment.day)). Tick the box below the time if it is right.", isDoubt: true)
    }
    return moment
  }

  private func line(_ field: Field, most: Int) throws(EntryError) -> String? {
    let text = self[field].onOneLine
    if text.count > most { throw EntryError(field, "It has more than \(most) characters.") }
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  private func grams(_ field: Field) throws(EntryError) -> Double? {
    guard let number = try number(field, in: .g) else { return nil }
    if let fault = EntryBounds.fault(ofNutrient: number) { throw EntryError(field, fault) }
    return number
  }

  private func number(_ field: Field, in unit: TypedUnit) throws(EntryError) -> Double? {
    if self[field].isEmpty { return nil }
    do { return try TypedNumber(self[field], in: unit).value } catch { throw EntryError(field, error.sentences) }
  }
}
