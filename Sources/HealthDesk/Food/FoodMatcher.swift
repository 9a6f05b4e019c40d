import FoodCatalog
import HealthModel

/// The rule by which typed words name a food: in commands, pages, recipes, plans and for assistants.
///
/// Each word must be found in the food's name or brand: best as a whole word, also in the plural; else as the beginning of a word; else with one typing
/// error. Case and accents don't matter.
///
///     eggs     Egg: a whole word, and the whole name
///     milk     Oat Milk: a whole word; Milkshake: a beginning; Mila Yogurt: one error
package struct FoodMatcher: Sendable {
  /// The quality of a food's fit, the worst first.
  package enum Fit: Int, Sendable, Comparable {
    /// A word has one typing error.
    case spelling
    /// A word is the beginning of one of the food's.
    case beginning
    /// All are words of the food.
    case words
    /// They are its whole name, perhaps with words of its brand.
    case name

    package static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// The text as it was typed.
  private let text: String
  /// Folded; each once.
  private let words: [String]
  /// The numbers among them, with their decimals.
  private let numbers: Set<String>

  /// Matches foods with a text. Nothing fits a text without letters and digits.
  package init(_ text: String) {
    self.text = text
    words = FoodQuery(text).words
    numbers = FoodMatcher.numbers(in: text)
  }

  /// The fit of a food; `nil` = a word isn't found in it.
  ///
  /// - Parameter brand: `nil` = not known.
  package func fit(name: String, brand: String?) -> Fit? {
    guard !words.isEmpty else { return nil }
    var folder = SearchText()
    let all = folder.words(name) + (brand.map { folder.words($0) } ?? [])
    var fit = Fit.words
    for word in words {
      guard let best = FoodMatcher.fit(of: word, in: all) else { return nil }
      fit = min(fit, best)
    }
    // "3" and "5.3" have digits of "3.5", and are other numbers.
    if !numbers.isSubset(of: FoodMatcher.numbers(in: "\(name) \(brand ?? "")")) { fit = min(fit, .beginning) }
    let isWhole = fit == .words && folder.query(name).allSatisfy { part in words.contains { FoodMatcher.isSame($0, part) } }
    return isWhole ? .name : fit
  }

  /// The foods that fit, the best first: by how they fit, then by where they are from, then in the given order. Those with a typing error only if
  /// fewer than `few` others fit.
  package func ranked(_ hits: [FoodHit]) -> [FoodHit] {
    let found = matches(hits)
    let better = found.filter { $0.fit > .spelling }
    return (better.count < FoodMatcher.few ? found : better).map(\.hit)
  }

  /// The food that is meant. It has all words as whole words, and
  ///
  /// - no other has, or
  /// - of the foods that have, it is the only one of the best place (own foods, logged ones, the product file, the catalogue), or the only one there
  ///   whose whole name was typed; and no food of another place has that name while this one has more.
  ///
  /// Otherwise, at least six characters at the end of an id name an own or a logged food.
  package func choice(among hits: [FoodHit]) -> FoodChoice {
    let found = matches(hits)
    let whole = found.filter { $0.fit >= .words }
    if let place = whole.map({ FoodMatcher.place($0.hit) }).min() {
      let nearest = whole.filter { FoodMatcher.place($0.hit) == place }
      let named = nearest.filter { $0.fit == .name }
      if named.count == 1 { return .one(named[0].hit) }
      // Names of the same words in another order.
      let literal = named.filter { FoodMatcher.literally($0.hit.name) == FoodMatcher.literally(text) }
      if literal.count == 1 { return .one(literal[0].hit) }
      if nearest.count == 1, !whole.contains(where: { $0.fit == .name }) { return .one(nearest[0].hit) }
    } else if let hit = hit(ofID: hits) {
      return .one(hit)
    }
    return found.isEmpty ? .none : .unclear(found.map(\.hit))
  }

  /// With fewer foods, those with a typing error are shown as well, as in the catalogue.
  private static let few = 3

  private func matches(_ hits: [FoodHit]) -> [(hit: FoodHit, fit: Fit)] {
    let found = hits.enumerated().compactMap { index, hit in
      // The catalogue corrects the spelling by its own words.
      (fit(name: hit.name, brand: hit.brand) ?? (hit.origin == .catalogue ? .spelling : nil)).map { (hit: hit, fit: $0, index: index) }
    }
    return found.sorted { a, b in
      (b.fit.rawValue, FoodMatcher.place(a.hit), a.index) < (a.fit.rawValue, FoodMatcher.place(b.hit), b.index)
    }.map { ($0.hit, $0.fit) }
  }

  private func hit(ofID hits: [FoodHit]) -> FoodHit? {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.count == 1, let end = parts.first?.lowercased(), end.count >= 6 else { return nil }
    let found = hits.filter { $0.id?.lowercased().hasSuffix(end) == true }
    return found.count == 1 ? found[0] : nil
  }

  private static func literally(_ text: String) -> String { text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The place that a food is from, the nearest first.
  private static func place(_ hit: FoodHit) -> Int {
    switch hit.food {
    case .own: 0
    case .entry: 1
    case .file: 2
    case .catalogue: 3
    }
  }

  // MARK: - Words

  /// The numbers of a text as it writes them, with a point: `3.5` of "Milk 3,5 %".
  private static func numbers(in text: String) -> Set<String> {
    var numbers: Set<String> = []
    var number = ""
    for character in text + " " {
      if ("0"..."9").contains(character) {
        number.append(character)
      } else if character == "." || character == ",", !number.isEmpty, !number.contains(".") {
        number.append(".")
      } else if !number.isEmpty {
        numbers.insert(number.last == "." ? String(number.dropLast()) : number)
        number = ""
      }
    }
    return numbers
  }

  /// A text whose plurals are replaced by what their singulars begin with, for searches that find beginnings: `strawberr` and `tomato` of
  /// "strawberries tomatoes". `nil` = none is a plural.
  package static func stems(of text: String) -> String? {
    let words = FoodQuery(text).words
    let stems = words.map { word in
      guard let shortest = singulars(word).min(by: { $0.count < $1.count }), shortest != word else { return word }
      return word.hasSuffix("ies") && word.count > 5 ? String(word.dropLast(3)) : shortest
    }
    return stems == words ? nil : stems.joined(separator: " ")
  }

  private static func fit(of word: String, in all: [String]) -> Fit? {
    if all.contains(where: { isSame(word, $0) }) { return .words }
    if all.contains(where: { $0.hasPrefix(word) }) { return .beginning }
    return all.contains { isMisspelt(word, $0) } ? .spelling : nil
  }

  /// Whether two words are the same but for a plural ending: `eggs` and `egg`, `berries` and `berry`, `tomatoes` and `tomato`.
  private static func isSame(_ a: String, _ b: String) -> Bool { a == b || !singulars(a).isDisjoint(with: singulars(b)) }

  /// A word, and what it may be the plural of. At least three letters are left.
  private static func singulars(_ word: String) -> Set<String> {
    guard word.last == "s", !word.hasSuffix("ss"), word.count > 3 else { return [word] }
    var all: Set<String> = [word, String(word.dropLast())]
    if word.hasSuffix("es"), word.count > 4 { all.insert(String(word.dropLast(2))) }
    if word.hasSuffix("ies"), word.count > 5 { all.insert(word.dropLast(3) + "y") }
    return all
  }

  /// Whether two words of at least four letters differ by one letter, or by two neighbours in the wrong order (the restricted distance of Damerau is 1).
  private static func isMisspelt(_ a: String, _ b: String) -> Bool {
    var (x, y) = (Array(a.unicodeScalars)[...], Array(b.unicodeScalars)[...])
    guard min(x.count, y.count) >= 4, abs(x.count - y.count) <= 1 else { return false }
    // A number isn't misspelt: it is another one.
    guard !(x + y).contains(where: { (0x30...0x39).contains($0.value) }) else { return false }
    while let first = x.first, first == y.first { (x, y) = (x.dropFirst(), y.dropFirst()) }
    while let last = x.last, last == y.last { (x, y) = (x.dropLast(), y.dropLast()) }
    return max(x.count, y.count) <= 1 || (x.count == 2 && y.count == 2 && x.elementsEqual(y.reversed()))
  }
}
