/// A recognized unit: the quantity it measures, and its conversion to the quantity's own unit.
struct KnownUnit: Sendable {
  let quantity: Quantity
  /// Value in `quantity.unit` = value × factor + shift.
  let factor: Double
  var shift = 0.0

  /// Creates the unit that `said` means for any type, or for a type that measures `expected`. `nil` when there is none
  /// or more than one.
  ///
  /// HealthKit's own names are case-sensitive. Other spellings are accepted if they are unambiguous: `Cal` is a
  /// kilocalorie and `cal` a thousandth of one, `CAL` and `calories` are neither.
  /// - Parameters:
  ///   - said: the unit as written in the export: `lbs`, `km/hr`, `mmol<180.1558800000541>/L`; surrounding spaces are
  ///     ignored.
  ///   - expected: the quantity that the type measures; `nil` = not known.
  init?(_ said: String, for expected: Quantity?) {
    if let exact = KnownUnit.exact[said] {
      self = exact
      return
    }
    // Nobody's unit is longer; Apple's of blood glucose has 25 bytes.
    guard said.utf8.count <= 60 else { return nil }
    let word = KnownUnit.normalized(said)
    let found = KnownUnit.exact[word] ?? KnownUnit.words[word.lowercased()] ?? expected.flatMap { KnownUnit.letter(word, for: $0) }
    guard let found = found ?? KnownUnit.molarGlucose(word) else { return nil }
    self = found
  }

  private init(_ quantity: Quantity, _ factor: Double, _ shift: Double = 0) {
    (self.quantity, self.factor, self.shift) = (quantity, factor, shift)
  }

  /// Without spaces around it; no-break spaces as spaces, both signs for micro as one, signs of degrees as `deg`.
  private static func normalized(_ said: String) -> String {
    var word = ""
    for scalar in said.unicodeScalars {
      switch scalar {
      case "\u{A0}", "\u{202F}", "\u{2009}", "\t": word.append(" ")
      case "\u{3BC}": word.append("\u{B5}")
      case "\u{B0}", "\u{BA}": word.append("deg")
      case "\u{2103}": word.append("degC")
      case "\u{2109}": word.append("degF")
      default: word.unicodeScalars.append(scalar)
      }
    }
    return String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Single letters that mean a unit only where the quantity is known.
  private static func letter(_ word: String, for quantity: Quantity) -> KnownUnit? {
    switch (word, quantity) {
    case ("C", .temperature): exact["degC"]
    case ("F", .temperature): exact["degF"]
    default: nil
    }
  }

  /// Blood glucose is given per molar mass: `mmol<180.1558800000541>/L`. 1 mmol/L is 18.0156 mg/dL (glucose: 180.156
  /// g/mol).
  private static func molarGlucose(_ word: String) -> KnownUnit? {
    word.hasPrefix("mmol<") && word.hasSuffix(">/L") ? exact["mmol/L"] : nil
  }

  /// Units by the names that HealthKit gives them (HKUnit, "unit strings"), and those whose capitals matter.
  private static let exact: [String: KnownUnit] = [
    // 1 cal = 4.184 J, the thermochemical calorie; Apple's `Cal` is a kilocalorie.
    "kcal": KnownUnit(.energy, 1), "Cal": KnownUnit(.energy, 1), "cal": KnownUnit(.energy, 0.001),
    "kJ": KnownUnit(.energy, 1 / 4.184), "J": KnownUnit(.energy, 1 / 4184), "MJ": KnownUnit(.energy, 1000 / 4.184),
    // The international yard and pound of 1959: 0.9144 m, 453.59237 g; a stone is 14 lb, an ounce a sixteenth.
    "m": KnownUnit(.length, 1), "km": KnownUnit(.length, 1000), "cm": KnownUnit(.length, 0.01),
    "mm": KnownUnit(.length, 0.001), "mi": KnownUnit(.length, 1609.344), "yd": KnownUnit(.length, 0.9144),
    "ft": KnownUnit(.length, 0.3048), "in": KnownUnit(.length, 0.0254),
    "g": KnownUnit(.mass, 1), "kg": KnownUnit(.mass, 1000), "mg": KnownUnit(.mass, 0.001),
    "mcg": KnownUnit(.mass, 0.000_001), "lb": KnownUnit(.mass, 453.59237), "st": KnownUnit(.mass, 6350.29318),
    "oz": KnownUnit(.mass, 28.349523125),
    // Apple says 97 % as 0.97.
    "%": KnownUnit(.share, 100),
    "degC": KnownUnit(.temperature, 1), "degF": KnownUnit(.temperature, 5.0 / 9, -160.0 / 9),
    "K": KnownUnit(.temperature, 1, -273.15),
    "m/s": KnownUnit(.speed, 1), "km/hr": KnownUnit(.speed, 1 / 3.6), "km/h": KnownUnit(.speed, 1 / 3.6),
    "mi/hr": KnownUnit(.speed, 0.44704), "ft/s": KnownUnit(.speed, 0.3048), "cm/s": KnownUnit(.speed, 0.01),
    // US fluid ounce 29.5735295625 mL, US cup 8 and US pint 16 of them; imperial ounce 28.4130625 mL, pint 20 of them.
    "mL": KnownUnit(.volume, 1), "ml": KnownUnit(.volume, 1), "L": KnownUnit(.volume, 1000), "l": KnownUnit(.volume, 1000),
    "cL": KnownUnit(.volume, 10), "cl": KnownUnit(.volume, 10), "dL": KnownUnit(.volume, 100), "dl": KnownUnit(.volume, 100),
    "fl_oz_us": KnownUnit(.volume, 29.5735295625),
    "fl_oz_imp": KnownUnit(.volume, 28.4130625), "cup_us": KnownUnit(.volume, 236.5882365),
    "cup_imp": KnownUnit(.volume, 284.130625), "pt_us": KnownUnit(.volume, 473.176473),
    "pt_imp": KnownUnit(.volume, 568.26125),
    // 1 mmHg = 133.322387415 Pa.
    "mmHg": KnownUnit(.pressure, 1), "kPa": KnownUnit(.pressure, 1 / 0.133322387415),
    "Pa": KnownUnit(.pressure, 1 / 133.322387415), "hPa": KnownUnit(.pressure, 1 / 1.33322387415),
    "cmAq": KnownUnit(.pressure, 98.0665 / 133.322387415), "inHg": KnownUnit(.pressure, 25.4),
    "s": KnownUnit(.duration, 1), "sec": KnownUnit(.duration, 1), "min": KnownUnit(.duration, 60),
    "hr": KnownUnit(.duration, 3600), "h": KnownUnit(.duration, 3600), "d": KnownUnit(.duration, 86400),
    "ms": KnownUnit(.duration, 0.001),
    "count/min": KnownUnit(.rate, 1), "count/s": KnownUnit(.rate, 60), "bpm": KnownUnit(.rate, 1), "Hz": KnownUnit(.rate, 60),
    "mg/dL": KnownUnit(.glucose, 1), "mmol/L": KnownUnit(.glucose, 18.0156), "g/L": KnownUnit(.glucose, 100),
    "count": KnownUnit(.count, 1),
  ]

  /// Other spellings used by apps, in lower case, by HealthKit's name; only those that are unambiguous in any case.
  private static let words: [String: KnownUnit] = {
    let spellings: [String: [String]] = [
      "kcal": ["kcal", "kcals", "kilocalorie", "kilocalories"], "kJ": ["kj", "kilojoule", "kilojoules"], "J": ["joule", "joules"],
      "m": ["meter", "meters", "metre", "metres", "mtr"], "km": ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres"],
      "cm": ["cm", "centimeter", "centimeters", "centimetre", "centimetres"],
      "mm": ["millimeter", "millimeters", "millimetre", "millimetres"],
      "mi": ["mi", "mile", "miles"], "yd": ["yd", "yds", "yard", "yards"], "ft": ["ft", "foot", "feet"], "in": ["in", "inch", "inches"],
      "g": ["gram", "grams", "gramme", "grammes"], "kg": ["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramme"],
      "mg": ["milligram", "milligrams"], "mcg": ["mcg", "ug", "\u{B5}g", "microgram", "micrograms"],
      "lb": ["lb", "lbs", "lb.", "lbs.", "pound", "pounds"], "st": ["st", "stone", "stones"], "oz": ["oz", "oz.", "ounce", "ounces"],
      "%": ["percent", "per cent", "pct"],
      "degC": ["degc", "deg c", "celsius", "degrees celsius", "degree celsius"],
      "degF": ["degf", "deg f", "fahrenheit", "degrees fahrenheit", "degree fahrenheit"], "K": ["kelvin"],
      "m/s": ["mps", "m/sec", "meters/second", "metres/second"],
      "km/hr": ["km/hr", "km/h", "kmh", "kmph", "kph", "km/hour", "kilometers/hour"],
      "mi/hr": ["mi/hr", "mi/h", "mph", "miles/hour", "mile/hr"], "ft/s": ["ft/s", "ft/sec", "fps"], "cm/s": ["cm/s", "cm/sec"],
      "mL": ["milliliter", "milliliters", "millilitre", "millilitres"], "L": ["liter", "liters", "litre", "litres"],
      "fl_oz_us": ["fl_oz_us", "fl oz", "fl. oz.", "fl. oz", "floz", "fl_oz", "fluid ounce", "fluid ounces"],
      "mmHg": ["mmhg", "mm hg", "mm[hg]"], "kPa": ["kpa"], "hPa": ["hpa"], "cmAq": ["cmh2o"], "inHg": ["inhg"],
      "s": ["s", "sec", "secs", "second", "seconds"], "min": ["min", "mins", "min.", "minute", "minutes"],
      "hr": ["hr", "hrs", "h", "hour", "hours"], "d": ["day", "days"], "ms": ["msec", "msecs", "millisecond", "milliseconds"],
      "count/min": [
        "count/min", "counts/min", "bpm", "beats/min", "beats per minute", "beat/min", "/min", "1/min", "breaths/min",
        "breaths per minute", "brpm", "rpm", "rev/min", "spm",
      ],
      "count/s": ["count/sec", "beats/s"], "Hz": ["hz", "hertz"],
      "mg/dL": ["mg/dl"], "mmol/L": ["mmol/l"], "g/L": ["g/l"],
      "count": ["count", "counts", "times"],
    ]
    var words: [String: KnownUnit] = [:]
    for (name, others) in spellings { for other in others { words[other] = exact[name] } }
    return words
  }()
}
