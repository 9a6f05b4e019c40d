/// The facts about a kind of food that decide whether a nutrient that isn't given can be taken for 0.
package struct FoodKind: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  /// The kind with these bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// An alcoholic drink.
  package static let alcoholic = FoodKind(rawValue: 1)
  /// A food that is sweetened with polyols, or that is one.
  package static let withPolyols = FoodKind(rawValue: 2)

  /// The kind by Open Food Facts' tags of categories and labels: "en:beverages,en:alcoholic-beverages,en:wines". A tag comes with those of its
  /// parents.
  package init(tags: UnsafeRawBufferPointer) {
    self = []
    for (word, kind) in FoodKind.words where !contains(kind) && FoodKind.contains(word, in: tags) { insert(kind) }
  }

  /// The kind by a list of such tags.
  package init(tags: JSON) {
    let tags = (tags.array ?? []).compactMap(\.string).joined(separator: ",")
    self = Array(tags.utf8).withUnsafeBytes { FoodKind(tags: $0) }
  }

  /// The colon keeps "non-alcoholic-beverages" out. "en:sweeteners" isn't among them: it is the parent of honey and sugar, too.
  private static let words: [(text: [UInt8], kind: FoodKind)] = {
    let words: [(String, FoodKind)] = [
      (":alcoholic-beverages", .alcoholic), (":sugar-substitutes", .withPolyols), (":chewing-gum", .withPolyols),
      ("sugar-free", .withPolyols),
    ]
    return words.map { (Array($0.0.utf8), $0.1) }
  }()

  private static func contains(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= word.count, let first = word.first else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
      if word.indices.allSatisfy({ text[start + $0] == word[$0] }) { return true }
    }
    return false
  }
}
