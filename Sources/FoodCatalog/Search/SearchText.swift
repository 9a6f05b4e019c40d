/// Texts as they are searched: words of lower-case letters and digits without diacritics; scripts without blanks between words in pairs of
/// characters.
///
///     "Crème d'Été 70%"   creme d ete 70
///     "Œufs, Größe L"     oeufs grosse l
///     "纯牛奶"             纯牛 牛奶 奶
package struct SearchText {
  private enum Folding { case dropped, separator, letters(String) }

  /// Foldings of letters beyond ASCII that were met.
  private var known: [UInt32: Folding] = [:]

  /// A folder without a memory yet.
  package init() {}

  /// A food's words, separated by blanks: those of its name, of its brand, and of its names in other languages.
  mutating func folded(name: String?, brand: String?, otherNames: String?) -> String {
    var words: [String] = []
    for text in [name, brand, otherNames] { if let text { words += self.words(text) } }
    return words.joined(separator: " ")
  }

  /// The words of a text. The last character of a run of pairs is a word, too, so that each single character is the beginning of a word.
  package mutating func words(_ text: String) -> [String] {
    runs(text).flatMap { $0.isPaired ? SearchText.pairs($0.text, isQuery: false) : [$0.text] }
  }

  /// The words of a query: pairs where there are two characters, the character itself where it is single.
  package mutating func query(_ text: String) -> [String] {
    runs(text).flatMap { $0.isPaired ? SearchText.pairs($0.text, isQuery: true) : [$0.text] }
  }

  private struct Run {
    var text: String
    let isPaired: Bool
  }

  private mutating func runs(_ text: String) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    for scalar in text.unicodeScalars {
      switch folding(scalar) {
      case .dropped: continue
      case .separator: isOpen = false
      case .letters(let letters):
        let isPaired = SearchText.isPaired(scalar)
        if isOpen, let last = runs.indices.last, runs[last].isPaired == isPaired {
          runs[last].text += letters
        } else {
          runs.append(Run(text: letters, isPaired: isPaired))
          isOpen = true
        }
      }
    }
    return runs
  }

  private static func pairs(_ text: String, isQuery: Bool) -> [String] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count > 1 else { return [text] }
    let pairs = zip(scalars, scalars.dropFirst()).map { first, second in String(first) + String(second) }
    return isQuery ? pairs : pairs + scalars.suffix(1).map { String($0) }
  }

  /// Scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, kana, Han.
  private static func isPaired(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x0E00: false
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private mutating func folding(_ scalar: Unicode.Scalar) -> Folding {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return .letters(String(scalar))
    case 0x41...0x5A: return .letters(String(Unicode.Scalar(UInt8(scalar.value) | 0x20)))
    case ..<0x80: return .separator
    default: break
    }
    if let folding = known[scalar.value] { return folding }
    let folding = SearchText.folding(of: scalar)
    known[scalar.value] = folding
    return folding
  }

  private static func folding(of scalar: Unicode.Scalar) -> Folding {
    // Full-width forms of ASCII.
    if (0xFF01...0xFF5E).contains(scalar.value), let ascii = Unicode.Scalar(scalar.value - 0xFEE0) {
      guard ascii.properties.isAlphabetic || ("0"..."9").contains(ascii) else { return .separator }
      return .letters(String(ascii).lowercased())
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return .dropped
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark, .decimalNumber, .letterNumber,
      .otherNumber:
      let lower = scalar.properties.lowercaseMapping
      let plain = lower.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
      return .letters(plain.map(withoutMark).joined())
    default: return .separator
    }
  }

  /// A lower-case letter without its diacritic.
  private static func withoutMark(_ scalar: Unicode.Scalar) -> String {
    if let plain = plain[scalar] { return plain }
    let prefix = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(prefix) else { return String(scalar) }
    // "LATIN SMALL LETTER E WITH ACUTE", "LATIN SMALL LETTER AE WITH ACUTE".
    let letter = name.dropFirst(prefix.count).prefix { $0 != " " }
    return letter.count <= 2 ? letter.lowercased() : String(scalar)
  }

  /// Letters whose Unicode names don't tell.
  private static let plain: [Unicode.Scalar: String] = [
    "ß": "ss", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ĳ": "ij", "ŋ": "n", "ё": "е", "й": "и", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
    "ѐ": "е", "ѝ": "и", "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ϊ": "ι", "ΐ": "ι", "ό": "ο", "ύ": "υ", "ϋ": "υ", "ΰ": "υ", "ώ": "ω",
    "ς": "σ", "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه",
  ]
}
