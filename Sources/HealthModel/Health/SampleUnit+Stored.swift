/// What a kind of measurement is stored in.
extension SampleUnit {
  /// How samples of the type `type`, said in the unit `said`, are stored: energy in kcal, ways in m, body mass in kg, what is eaten in g,
  /// shares in % from 0 to 100, temperatures in degC, speeds in m/s, volumes in mL, pressures in mmHg, glucose in mg/dL, times of Apple's
  /// minute types in min, of heart rate variability in ms. A unit that isn't known is stored as said.
  /// - Parameter said: as the export has it, entities decoded: `kJ`, `km/hr`, `mmol<180.1558800000541>/L`; empty = none.
  public static func stored(_ said: String, type: String) -> SampleUnit {
    if let glucose = bloodGlucose(said) { return glucose }
    guard let known = units[said] else { return SampleUnit(name: said, stored: said) }
    switch known.kind {
    case .mass where isBodyMass(type): return SampleUnit(name: said, stored: "kg", factor: known.factor / 1000)
    case .duration:
      guard let (unit, seconds) = storedDuration(type) else { return SampleUnit(name: said, stored: said) }
      return SampleUnit(name: said, stored: unit, factor: known.factor == seconds ? 1 : known.factor / seconds)
    default: return SampleUnit(name: said, stored: known.kind.rawValue, factor: known.factor, shift: known.shift)
    }
  }

  /// What is measured, by the unit it is stored in.
  private enum Kind: String {
    case energy = "kcal"
    case length = "m"
    case mass = "g"
    case share = "%"
    case temperature = "degC"
    case speed = "m/s"
    case volume = "mL"
    case pressure = "mmHg"
    case duration = "s"
    case rate = "count/min"
  }

  private struct Known {
    let kind: Kind
    let factor: Double
    var shift = 0.0
  }

  /// Units by the names that HealthKit gives them (HKUnit, "unit strings").
  private static let units: [String: Known] = [
    // 1 cal = 4.184 J, the thermochemical calorie; Apple's `Cal` is a kilocalorie.
    "kcal": Known(kind: .energy, factor: 1), "Cal": Known(kind: .energy, factor: 1), "cal": Known(kind: .energy, factor: 0.001),
    "kJ": Known(kind: .energy, factor: 1 / 4.184), "J": Known(kind: .energy, factor: 1 / 4184),
    // The international yard and pound of 1959: 0.9144 m, 453.59237 g; a stone is 14 lb, an ounce a sixteenth.
    "m": Known(kind: .length, factor: 1), "km": Known(kind: .length, factor: 1000), "cm": Known(kind: .length, factor: 0.01),
    "mm": Known(kind: .length, factor: 0.001), "mi": Known(kind: .length, factor: 1609.344), "yd": Known(kind: .length, factor: 0.9144),
    "ft": Known(kind: .length, factor: 0.3048), "in": Known(kind: .length, factor: 0.0254),
    "g": Known(kind: .mass, factor: 1), "kg": Known(kind: .mass, factor: 1000), "mg": Known(kind: .mass, factor: 0.001),
    "mcg": Known(kind: .mass, factor: 0.000_001), "lb": Known(kind: .mass, factor: 453.59237), "st": Known(kind: .mass, factor: 6350.29318),
    "oz": Known(kind: .mass, factor: 28.349523125),
    // Apple says 97 % as 0.97.
    "%": Known(kind: .share, factor: 100),
    "degC": Known(kind: .temperature, factor: 1), "degF": Known(kind: .temperature, factor: 5.0 / 9, shift: -160.0 / 9),
    "K": Known(kind: .temperature, factor: 1, shift: -273.15),
    "m/s": Known(kind: .speed, factor: 1), "km/hr": Known(kind: .speed, factor: 1 / 3.6), "km/h": Known(kind: .speed, factor: 1 / 3.6),
    "mi/hr": Known(kind: .speed, factor: 0.44704), "ft/s": Known(kind: .speed, factor: 0.3048), "cm/s": Known(kind: .speed, factor: 0.01),
    // US fluid ounce 29.5735295625 mL, US cup 8 and US pint 16 of them; imperial ounce 28.4130625 mL, pint 20 of them.
    "mL": Known(kind: .volume, factor: 1), "L": Known(kind: .volume, factor: 1000), "cL": Known(kind: .volume, factor: 10),
    "dL": Known(kind: .volume, factor: 100), "fl_oz_us": Known(kind: .volume, factor: 29.5735295625),
    "fl_oz_imp": Known(kind: .volume, factor: 28.4130625), "cup_us": Known(kind: .volume, factor: 236.5882365),
    "cup_imp": Known(kind: .volume, factor: 284.130625), "pt_us": Known(kind: .volume, factor: 473.176473),
    "pt_imp": Known(kind: .volume, factor: 568.26125),
    // 1 mmHg = 133.322387415 Pa.
    "mmHg": Known(kind: .pressure, factor: 1), "kPa": Known(kind: .pressure, factor: 1 / 0.133322387415),
    "Pa": Known(kind: .pressure, factor: 1 / 133.322387415), "hPa": Known(kind: .pressure, factor: 1 / 1.33322387415),
    "cmAq": Known(kind: .pressure, factor: 98.0665 / 133.322387415),
    "s": Known(kind: .duration, factor: 1), "sec": Known(kind: .duration, factor: 1), "min": Known(kind: .duration, factor: 60),
    "hr": Known(kind: .duration, factor: 3600), "h": Known(kind: .duration, factor: 3600), "d": Known(kind: .duration, factor: 86400),
    "ms": Known(kind: .duration, factor: 0.001),
    "count/min": Known(kind: .rate, factor: 1), "count/s": Known(kind: .rate, factor: 60), "bpm": Known(kind: .rate, factor: 1),
    "Hz": Known(kind: .rate, factor: 60),
  ]

  /// Masses of a body are in kg, of what is eaten in g.
  private static func isBodyMass(_ type: String) -> Bool { type == "body_mass" || type == "lean_body_mass" }

  /// What times of a type are stored in, and its seconds; `nil` = as said.
  private static func storedDuration(_ type: String) -> (unit: String, seconds: Double)? {
    if type.hasPrefix("heart_rate_variability") { return ("ms", 0.001) }
    let inMinutes = type.hasPrefix("apple_") && type.hasSuffix("_time") || type == "time_in_daylight" || type == "mindful_session"
    return inMinutes ? ("min", 60) : nil
  }

  /// Blood glucose is said per molar mass: `mmol<180.1558800000541>/L`. 1 mmol/L is 18.0156 mg/dL (glucose: 180.156 g/mol).
  private static func bloodGlucose(_ said: String) -> SampleUnit? {
    switch said {
    case "mg/dL": return SampleUnit(name: said, stored: "mg/dL")
    case "mmol/L": return SampleUnit(name: said, stored: "mg/dL", factor: 18.0156)
    case _ where said.hasPrefix("mmol<") && said.hasSuffix(">/L"): return SampleUnit(name: said, stored: "mg/dL", factor: 18.0156)
    case "g/L": return SampleUnit(name: said, stored: "mg/dL", factor: 100)
    default: return nil
    }
  }

  /// The value to store for a value that was said.
  @inlinable public func convert(_ said: Double) -> Double { factor == 1 && shift == 0 ? said : said * factor + shift }
}
