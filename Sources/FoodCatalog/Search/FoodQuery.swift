/// A typed search: each of its words is the beginning of a word of the food.
package struct FoodQuery: Sendable, Equatable {
  /// The most words that are searched for; a text has more when it was pasted.
  private static let mostWords = 12
  /// The characters of a word that are in the prefix index.
  static let indexedCharacters = 8

  /// Folded words; each once.
  package let words: [String]

  /// The words of a text. Empty when it has no letter and no digit.
  package init(_ text: String) {
    var folder = SearchText()
    var words: [String] = []
    for word in folder.query(String(text.prefix(300))) where !words.contains(word) && words.count < FoodQuery.mostWords {
      words.append(word)
    }
    self.words = words
  }

  /// A query of these words.
  init(words: [String]) { self.words = words }

  /// The expression for `MATCH`. Longer words are cut to what the index has, and compared with the food's text afterwards.
  var expression: String { words.map { "\"\($0.prefix(FoodQuery.indexedCharacters))\"*" }.joined(separator: " ") }

  /// Whether a food has all words. `false` for a query without any.
  package func finds(name: String, brand: String?) -> Bool {
    var text = SearchText()
    return !words.isEmpty && fit(text.words(name) + (brand.map { text.words($0) } ?? [])) != nil
  }

  /// The fit of a food with these words; `nil` when one of the query's is missing. More whole words are better, then a name that begins with the
  /// query.
  func fit(_ food: [String]) -> Int? {
    var whole = 0
    for word in words {
      if food.contains(word) { whole += 1 } else if !food.contains(where: { $0.hasPrefix(word) }) { return nil }
    }
    let isFirst = words.first.map { first in food.first?.hasPrefix(first) == true } ?? false
    return whole * 2 + (isFirst ? 1 : 0)
  }
}
