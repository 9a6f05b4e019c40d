/// The units in which measurements are stored.
extension SampleUnit {
  /// Returns the unit in which samples of the type `type`, given in the unit `said`, are stored: energy in kcal,
  /// distances in m, body mass in kg, food and nutrients in g, percentages from 0 to 100 in %, temperatures in degC,
  /// speeds in m/s, volumes in mL, pressures in mmHg, glucose in mg/dL, times of Apple's minute types in min, heart
  /// rate variability in ms.
  ///
  /// A unit that isn't recognized for the type is stored unchanged, and `isUnderstood` is false: an unknown word, a
  /// weight in `kcal`, a weight without a unit. Unknown types take any unit. Counts need none.
  /// - Parameters:
  ///   - said: the unit as written in the export, entities decoded: `kJ`, `km/hr`, `lbs`, `mmol<180.1558800000541>/L`;
  ///     empty = none.
  ///   - type: its name (`SampleType`).
  public static func stored(_ said: String, type: String) -> SampleUnit {
    let asSaid = SampleUnit(name: said, stored: said)
    let notUnderstood = SampleUnit(name: said, stored: said, isUnderstood: false)
    guard SampleType.typeOfUnknownUnit(type) == nil else { return notUnderstood }
    let expected = Quantity(ofType: type)
    if expected == .count, said.isEmpty { return asSaid }
    guard let known = KnownUnit(said, for: expected) ?? countedThing(said, of: type) else {
      return expected == nil ? asSaid : notUnderstood
    }
    // `count` says nothing of what is counted: of beats a minute, by Health Auto Export's own description.
    if expected == .rate, known.quantity == .count, type.contains("heart_rate") {
      return SampleUnit(name: said, stored: Quantity.rate.unit)
    }
    guard expected == nil || known.quantity == expected else { return notUnderstood }
    switch known.quantity {
    case .mass where isBodyMass(type): return SampleUnit(name: said, stored: "kg", factor: known.factor / 1000)
    case .duration:
      guard let (unit, seconds) = storedDuration(type) else { return asSaid }
      return SampleUnit(name: said, stored: unit, factor: known.factor == seconds ? 1 : known.factor / seconds)
    default: return SampleUnit(name: said, stored: known.quantity.unit, factor: known.factor, shift: known.shift)
    }
  }

  /// Returns the number of seconds in a unit of time, `nil` when `said` isn't one: `hr` has 3600.
  public static func seconds(of said: String) -> Double? {
    guard let known = KnownUnit(said, for: .duration), known.quantity == .duration else { return nil }
    return known.factor
  }

  /// Returns the unit of a count that is named by the counted thing: `steps`. `nil` when the type doesn't count it.
  private static func countedThing(_ said: String, of type: String) -> KnownUnit? {
    guard let things = countedThings[type], said.utf8.count <= 20, things.contains(said.lowercased()) else { return nil }
    return KnownUnit("count", for: .count)
  }

  private static let countedThings: [String: Set<String>] = [
    "step_count": ["steps", "step"], "flights_climbed": ["floors", "floor", "flights", "flight"], "push_count": ["pushes", "push"],
    "swimming_stroke_count": ["strokes", "stroke"], "number_of_times_fallen": ["falls", "fall"],
    "number_of_alcoholic_beverages": ["drinks", "drink", "beverages", "beverage"],
  ]

  /// Body masses are in kg, food and nutrients in g.
  private static func isBodyMass(_ type: String) -> Bool { type == "body_mass" || type == "lean_body_mass" }

  /// Returns the stored unit for times of a type, and its seconds; `nil` = unchanged.
  private static func storedDuration(_ type: String) -> (unit: String, seconds: Double)? {
    if type.hasPrefix("heart_rate_variability") { return ("ms", 0.001) }
    let inMinutes = type.hasPrefix("apple_") && type.hasSuffix("_time") || type == "time_in_daylight" || type == "mindful_session"
    return inMinutes ? ("min", 60) : nil
  }

  /// Returns the value to store for a value in the original unit.
  @inlinable public func convert(_ said: Double) -> Double { factor == 1 && shift == 0 ? said : said * factor + shift }
}
