import BulkSQL
import GRDB

/// Corrects a word that few foods have: the most frequent word of the catalogue that differs by one letter, or by two neighbours in the wrong order.
struct SpellingGuess {
  private let foods: BulkStatement
  private let beginning: BulkStatement

  /// Prepares it; it must not outlive the access to `db`.
  init(_ source: FoodSource, in db: Database) throws {
    let table = source.prefix + "word"
    foods = try BulkStatement("SELECT foods FROM \(table) WHERE word = ?", in: db)
    beginning = try BulkStatement("SELECT sum(foods) FROM (SELECT foods FROM \(table) WHERE word >= ? AND word < ? LIMIT 200)", in: db)
  }

  /// The query with its misspelt words corrected; `nil` when none of them is.
  func corrected(_ query: FoodQuery) throws -> FoodQuery? {
    var isChanged = false
    let words = try query.words.map { word -> String in
      guard let better = try correction(of: word) else { return word }
      isChanged = true
      return better
    }
    return isChanged ? FoodQuery(words: words) : nil
  }

  /// At least ten times as many foods have the correction; "chocolta" is `chocolat`.
  private func correction(of word: String) throws -> String? {
    guard word.count >= 4, !word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    beginning.bind(word, at: 1)
    beginning.bind(word + "\u{10FFFF}", at: 2)
    let own = try beginning.step() ? beginning.integer(0) : 0
    beginning.reset()
    var best: (word: String, foods: Int64)?
    // Of equals, a word of the same length: swapped letters are more usual than one too many.
    let neighbours = SpellingGuess.neighbours(of: word)
      .sorted { ($0.count == word.count ? 0 : 1, $0) < ($1.count == word.count ? 0 : 1, $1) }
    for candidate in neighbours {
      foods.bind(candidate, at: 1)
      if try foods.step(), foods.integer(0) > best?.foods ?? 0 { best = (candidate, foods.integer(0)) }
      foods.reset()
    }
    guard let best, best.foods > own * 10 else { return nil }
    return best.word
  }

  /// The words at a distance of 1 (Damerau): letters left out, swapped, replaced and put in.
  static func neighbours(of word: String) -> Set<String> {
    let letters = Array(word.unicodeScalars)
    let alphabet = alphabet(of: letters)
    var words: Set<String> = []
    func add(_ letters: [Unicode.Scalar]) { words.insert(String(String.UnicodeScalarView(letters))) }
    for index in letters.indices {
      var shorter = letters
      shorter.remove(at: index)
      add(shorter)
      if index + 1 < letters.count {
        var swapped = letters
        swapped.swapAt(index, index + 1)
        add(swapped)
      }
      for letter in alphabet {
        var replaced = letters
        replaced[index] = letter
        add(replaced)
      }
    }
    for index in 0...letters.count {
      for letter in alphabet { add(Array(letters[..<index]) + [letter] + Array(letters[index...])) }
    }
    words.remove(word)
    return words
  }

  private static func alphabet(of letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let range: ClosedRange<UInt32> =
      switch letters.first?.value ?? 0 {
      case 0x370...0x3FF: 0x3B1...0x3C9
      case 0x400...0x4FF: 0x430...0x44F
      default: 0x61...0x7A
      }
    return range.compactMap(Unicode.Scalar.init)
  }
}
