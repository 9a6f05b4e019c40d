import HealthModel

/// The state of an interactive search for a food to log: keys go in, and the next step comes out. It knows no terminal, no library and no
/// clock.
package struct FoodPicker: Sendable {
  /// The next step after a key.
  package enum Step: Sendable, Equatable {
    /// Nothing but to show the state.
    case none
    /// Search for `query`, and call `found`.
    case search
    /// Find the food of the hit, and call `opened`.
    case open(FoodHit)
    /// Look up a barcode that was typed instead of a name.
    case lookUp(TypedBarcode)
    /// Log that amount of the food.
    case log(LoggableFood, Amount)
    /// End without logging.
    case leave
  }

  /// The words that were typed.
  package private(set) var query: String
  /// The foods that were found for the last query that was searched, the best first.
  package private(set) var hits: [FoodHit] = []
  /// The index of the selected hit. 0 when there are none.
  package private(set) var selected = 0
  /// The words searched for instead of misspelt ones. `nil` = those typed.
  package private(set) var correction: String?
  /// Whether there is a catalogue; true until a search said otherwise.
  package private(set) var hasCatalogue = true
  /// The choice of the amount. `nil` = the food is still searched for.
  package private(set) var portion: PortionChoice?
  /// The reason why the last step failed; `nil` = it didn't.
  package private(set) var fault: String?

  private let amount: Amount?
  private let now: Moment

  /// The most characters of a query.
  private static let longestQuery = 200
  /// The most characters of an amount.
  private static let longestAmount = 20
  /// The hits that a page key passes.
  private static let page = 10

  /// A search that begins with some words.
  ///
  /// - Parameters:
  ///   - amount: The amount that is proposed; `nil` = the food's usual one.
  ///   - now: The user's time.
  package init(query: String = "", amount: Amount? = nil, now: Moment) {
    self.query = query
    self.amount = amount
    self.now = now
  }

  /// Takes the result of the search for `query`.
  package mutating func found(_ result: FoodSearches.Result) {
    hits = result.hits
    correction = result.correction
    hasCatalogue = result.hasCatalogue
    selected = 0
  }

  /// Takes the foods that are offered before anything is typed.
  package mutating func offered(_ hits: [FoodHit]) {
    self.hits = hits
    correction = nil
    selected = 0
  }

  /// Takes the food of the hit that was to be opened, and asks for its amount.
  package mutating func opened(_ food: LoggableFood) { portion = PortionChoice(food, amount: amount, now: now) }

  /// Takes the reason why a step failed.
  package mutating func failed(_ sentence: String) { fault = sentence }

  /// Takes a key.
  package mutating func press(_ key: PickerKey) -> Step {
    fault = nil
    return portion == nil ? search(key) : choose(key)
  }

  private mutating func search(_ key: PickerKey) -> Step {
    switch key {
    case .text, .backspace, .eraseWord, .eraseAll:
      let before = query
      FoodPicker.edit(&query, key)
      query = String(query.prefix(FoodPicker.longestQuery))
      return query == before ? .none : .search
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - FoodPicker.page)
    case .pageDown: select(selected + FoodPicker.page)
    case .tab: break
    case .escape: return .leave
    case .enter:
      if hits.indices.contains(selected) { return .open(hits[selected]) }
      if let barcode = try? TypedBarcode(query) { return .lookUp(barcode) }
    }
    return .none
  }

  private mutating func choose(_ key: PickerKey) -> Step {
    guard var choice = portion else { return .none }
    switch key {
    case .text, .backspace, .eraseWord, .eraseAll:
      FoodPicker.edit(&choice.text, key)
      choice.text = String(choice.text.drop(while: \.isWhitespace).prefix(FoodPicker.longestAmount))
    case .tab, .up, .down: choice.changeUnit()
    case .pageUp, .pageDown: break
    case .escape:
      portion = nil
      return .none
    case .enter:
      switch choice.meal {
      case .success: if case .success(let amount) = choice.amount { return .log(choice.food, amount) }
      case .failure(let failure): fault = failure.sentence
      }
    }
    portion = choice
    return .none
  }

  private mutating func select(_ index: Int) { selected = max(0, min(index, hits.count - 1)) }

  private static func edit(_ text: inout String, _ key: PickerKey) {
    switch key {
    case .text(let typed): text += typed
    case .backspace: _ = text.popLast()
    case .eraseAll: text = ""
    case .eraseWord:
      while text.last?.isWhitespace == true { text.removeLast() }
      while let last = text.last, !last.isWhitespace { text.removeLast() }
    default: break
    }
  }
}
