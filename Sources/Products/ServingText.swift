/// Reads a serving size in a label's words, which sources get wrong often: Open Food Facts has "12 fl oz" as nothing, "130 g (0.5 cup)"
/// as 0 and ".33 l" as 33,000 in its own reading.
enum ServingText {
  /// Returns the grams of a serving (millilitres of a drink), above 0. `nil` when the text doesn't contain them.
  ///
  ///     "2 biscuits (25 g)"   25      the metric amount in brackets wins
  ///     "130 g (0.5 cup)"     130     else the first metric amount
  ///     "12 fl oz"            354.88  else ounces
  ///     ".33 l"               330
  ///     "30 gr"               30
  ///     "2 x 12,5 g"          25
  ///     "1.000 g"             1000
  ///     "100 грамм", "30 γρ." 100, 30
  ///     "60"                  60      a bare number is of grams
  ///     "1/4 cup"             nil
  static func grams(_ text: String) -> Double? {
    let amounts = Scanner.amounts(in: text)
    let metric = amounts.filter { $0.isMetric }
    let chosen =
      metric.first { $0.leadsBracket } ?? metric.first { !$0.isInBracket } ?? metric.first ?? amounts.first { $0.leadsBracket }
      ?? amounts.first
    guard let grams = chosen?.grams ?? bareNumber(text), grams > 0, grams <= 20_000 else { return nil }
    return (grams * 100).rounded() / 100
  }

  private static func bareNumber(_ text: String) -> Double? {
    let trimmed = text.filter { !$0.isWhitespace }
    guard let first = trimmed.utf8.first, first == UInt8(ascii: ".") || isDigit(first) else { return nil }
    return Double(trimmed.replacing(",", with: "."))
  }

  /// Grams or millilitres of one of a unit. The ounce is 28.349523125 g; the US fluid ounce, which labels mean, 29.5735295625 ml (NIST
  /// Handbook 44, appendix C).
  private static func factor(_ unit: String) -> (factor: Double, isMetric: Bool)? {
    switch unit {
    case "g", "gr", "grs", "gm", "gms", "gram", "grams", "gramm", "grammes", "gramme", "gramos", "gramo", "grammi", "grammo", "gramas",
      "grama", "gramy", "gramów", "г", "гр", "грамм", "грамма", "граммов", "грам", "грама", "грамів", "γρ", "γραμμάρια", "γραμμάριο", "غ",
      "جم", "جرام", "克", "グラム", "그램", "ml", "мл", "μλ", "毫升", "cc", "milliliter", "milliliters", "millilitre", "millilitres":
      (1, true)
    case "mg": (0.001, true)
    case "cl": (10, true)
    case "dl": (100, true)
    case "kg", "кг", "l", "л", "lt", "ltr", "liter", "liters", "litre", "litres", "litro", "litros": (1000, true)
    case "oz", "onz", "ounce", "ounces": (28.349523125, false)
    case "floz": (29.5735295625, false)
    default: nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A number with a unit that is known.
  private struct Amount {
    let grams: Double
    let isMetric: Bool
    let isInBracket: Bool
    /// Whether it is the first number of its bracket: in "(x 4 = 160 g)" the 160 isn't, and isn't the serving either.
    let leadsBracket: Bool
  }

  /// Goes through a text once, collecting amounts.
  private struct Scanner {
    private let characters: [Character]
    private var position = 0

    static func amounts(in text: String) -> [Amount] {
      var scanner = Scanner(characters: Array(text.lowercased()))
      return scanner.run()
    }

    private init(characters: [Character]) { self.characters = characters }

    private mutating func run() -> [Amount] {
      var amounts: [Amount] = []
      var depth = 0
      var numbersInBracket = 0
      while position < characters.count {
        let character = characters[position]
        if character == "(" || character == "[" {
          depth += 1
          numbersInBracket = 0
        } else if character == ")" || character == "]" {
          depth = max(0, depth - 1)
        }
        guard startsNumber else {
          position += 1
          continue
        }
        var digits = number()
        var times = 1.0
        // "2 x 12,5 g"
        let mark = position
        skipBlanks()
        if position < characters.count, ["x", "×", "*"].contains(characters[position]) {
          position += 1
          skipBlanks()
          if startsNumber, let count = ServingText.value(digits, unit: "") {
            times = count
            digits = number()
          } else {
            position = mark
          }
        } else {
          position = mark
        }
        numbersInBracket += 1
        let unit = unit()
        if let (factor, isMetric) = ServingText.factor(unit), let value = ServingText.value(digits, unit: unit) {
          amounts.append(
            Amount(
              grams: value * times * factor, isMetric: isMetric, isInBracket: depth > 0, leadsBracket: depth > 0 && numbersInBracket == 1))
        }
      }
      return amounts
    }

    /// At a digit, or a point with a digit behind it, that doesn't continue a word or a fraction.
    private var startsNumber: Bool {
      guard position < characters.count else { return false }
      if position > 0, characters[position - 1] == "/" { return false }
      if isDigit(position) { return true }
      return (characters[position] == "." || characters[position] == ",") && isDigit(position + 1)
        && !(position > 0 && isDigit(position - 1))
    }

    private func isDigit(_ index: Int) -> Bool { index < characters.count && ("0"..."9").contains(characters[index]) }

    private mutating func number() -> String {
      let start = position
      while isDigit(position) || position < characters.count && [".", ","].contains(characters[position]) && isDigit(position + 1) {
        position += 1
      }
      return String(characters[start..<position])
    }

    /// The letters behind a number, blanks between allowed; "fl. oz" is `floz`. Nothing is consumed but what belongs to it.
    private mutating func unit() -> String {
      let mark = position
      skipBlanks()
      let word = letters()
      if word == "fl" {
        let afterFluid = position
        if position < characters.count, characters[position] == "." { position += 1 }
        skipBlanks()
        if letters().hasPrefix("oz") { return "floz" }
        position = afterFluid
      }
      if word.isEmpty { position = mark }
      return word
    }

    private mutating func letters() -> String {
      let start = position
      while position < characters.count, characters[position].isLetter { position += 1 }
      return String(characters[start..<position])
    }

    private mutating func skipBlanks() {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
    }
  }

  /// "12,5" is 12.5; "1,250" and "1.000" are 1250 and 1000 of a small unit, as labels in English and in German group digits, but 1.25 and 1 of litres
  /// or kilograms. A point before three digits that would make more than 5,000 is a decimal one, as in "28.350 g". `nil` for "1.2.3".
  private static func value(_ digits: String, unit: String) -> Double? {
    let isLarge = factor(unit).map { $0.factor >= 1000 } ?? false
    for mark in [Character(","), "."] where !isLarge {
      let parts = digits.split(separator: mark, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].count == 3, let whole = Int(parts[0]), whole > 0, let grouped = Double(parts.joined()) else {
        continue
      }
      if mark == "," || (grouped <= 5000 && !digits.hasPrefix("0")) { return grouped }
    }
    let text = digits.replacing(",", with: ".")
    return Double(text.hasPrefix(".") ? "0" + text : text)
  }
}
