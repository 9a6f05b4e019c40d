import FoodCatalog
import HealthDesk
import HealthModel

/// The foods that words may mean, each with what to type to get that one.
struct FoodCandidates {
  /// The purpose of the food.
  enum Use {
    /// `hsync log --food`.
    case log
    /// `hsync log --again`.
    case again
    /// A part of a recipe, with its weight in grams.
    case part(grams: Double)
  }

  /// The best first.
  private let hits: [FoodHit]
  private let use: Use

  /// The most foods that are listed.
  private static let most = 10

  /// - Parameter hits: At least one.
  init(_ hits: [FoodHit], for use: Use) {
    self.hits = Array(hits.prefix(FoodCandidates.most))
    self.use = use
  }

  /// A line for each: `Oat Milk · Haferlund, 45 kcal/100 g  hsync log --food 'Oat Milk'`.
  var lines: [String] {
    var columns = Columns([.left, .left], elastic: 0)
    for hit in hits { columns.add([hit.line, command(hit)]) }
    return columns.lines(indent: 2)
  }

  /// The foods alone, a line each.
  var titles: [String] { hits.map { "  " + $0.line } }

  /// `{"candidates": […]}`: the members of a hit, and `command`.
  var json: JSON {
    .object([("candidates", .array(hits.map { .members(($0.json.members ?? []) + [JSON.Member("command", .string(command($0)))]) }))])
  }

  /// For assistants: the members of a hit, and the `arguments` of the tool `log` that take it.
  var argumentsJSON: JSON {
    .array(
      hits.map { hit in
        let arguments: (String, JSON) =
          switch (hit.food, hit.gtin) {
          case (.entry, _): ("again", .string(FoodCandidates.end(of: hit)))
          case (_, let gtin?): ("barcode", .string(gtin.description))
          default: ("food", .string(FoodCandidates.end(of: hit)))
          }
        return .members((hit.json.members ?? []) + [JSON.Member("arguments", .object([arguments]))])
      })
  }

  /// The reason why none is taken.
  func sentence(_ text: String) -> String {
    hits.count == 1 ? "no food is called \(text.onOneLine), but one is near" : "several foods fit \(text.onOneLine)"
  }

  private func command(_ hit: FoodHit) -> String {
    let isEntry = if case .entry = hit.food { true } else { false }
    switch (use, hit.gtin) {
    case (.part(let grams), let gtin?): return "\(gtin)=\(Quantity.rounded(grams, steps: 10))"
    case (.part(let grams), nil):
      return "\(isEntry ? FoodCandidates.end(of: hit) : name(of: hit))=\(Quantity.rounded(grams, steps: 10))".shellWord
    case (.log, let gtin?) where !isEntry: return "hsync log \(gtin)"
    case (.log, _) where !isEntry: return "hsync log --food \(name(of: hit).shellWord)"
    case (.log, _), (.again, _): return "hsync log --again \(name(of: hit).shellWord)"
    }
  }

  /// The name, if it names no other of the foods and can be typed; else the end of the id.
  private func name(of hit: FoodHit) -> String {
    var folder = SearchText()
    let words = folder.words(hit.name)
    let isAlone = hits.count { folder.words($0.name) == words } == 1
    return isAlone && !words.isEmpty && hit.name.count <= 60 && !hit.name.hasPrefix("-") ? hit.name.onOneLine : FoodCandidates.end(of: hit)
  }

  private static func end(of hit: FoodHit) -> String { hit.id.map { String($0.suffix(6)) } ?? hit.name }
}

extension FoodChoice {
  /// The food that is meant; on a terminal the user is asked which one.
  ///
  /// - Parameters:
  ///   - text: The words that were typed.
  ///   - json: Whether the candidates are printed as JSON, and nobody is asked.
  ///   - unknown: The error when no food fits.
  /// - Throws: Kind `.no` when it isn't clear; the candidates are listed then.
  func food(called text: String, for use: FoodCandidates.Use, json: Bool, otherwise unknown: @autoclosure () -> CommandError) throws
    -> FoodHit
  {
    switch self {
    case .one(let hit): return hit
    case .none: throw unknown()
    case .unclear(let hits):
      if Terminal.isConversation, !json { return try FoodQuestion(foods: hits, question: use.question).ask() }
      let candidates = FoodCandidates(hits, for: use)
      if json { Output.json(candidates.json) } else { candidates.lines.forEach(Output.notice) }
      throw CommandError(.no, candidates.sentence(text), hint: use.hint)
    }
  }
}

extension FoodCandidates.Use {
  /// `Log which one?`
  fileprivate var question: String {
    switch self {
    case .log: "Log which one?"
    case .again: "Log which one again?"
    case .part: "Which one?"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .log, .again: "nothing was logged; take one by its command, or give more words of its name"
    case .part: "nothing was written; give one of them as the part, or more words of its name"
    }
  }
}
