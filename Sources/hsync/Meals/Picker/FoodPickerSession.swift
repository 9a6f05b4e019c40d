import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore

/// Lets the user pick a food and an amount on a terminal. The library and the catalogue are searched at each key; a key that comes during a
/// search ends it.
struct FoodPickerSession {
  /// The user's pick.
  enum Pick {
    /// An amount of a food.
    case food(LoggableFood, Amount)
    /// A barcode that was typed, whose product couldn't be found.
    case barcode(TypedBarcode)
  }

  /// Whether standard streams are a terminal that can be drawn on.
  static var isPossible: Bool { Terminal.isConversation && Terminal.canRewrite(STDERR_FILENO) }

  private let searches: FoodSearches
  private let finder: FoodFinder
  private var picker: FoodPicker
  /// Whether the foods aren't those of what was typed: it wasn't searched for yet, or a key ended the search.
  private var isStale = true

  /// The hits that a search has at most.
  private static let mostHits = 50
  /// The time after which an Escape is the key, not the beginning of another one's sequence.
  private static let escapeMs: Int32 = 50

  /// - Parameters:
  ///   - query: The words that the search begins with.
  ///   - amount: The amount that is proposed; `nil` = the food's usual one.
  init(_ searches: FoodSearches, finder: FoodFinder, query: String, amount: Amount?, now: Moment) {
    self.searches = searches
    self.finder = finder
    picker = FoodPicker(query: query, amount: amount, now: now)
  }

  /// Runs until a food is picked. `nil` = the user left.
  ///
  /// - Throws: `CatalogueError`; kind `.usage` when the terminal doesn't allow it.
  mutating func run() async throws -> Pick? {
    guard let terminal = RawTerminal() else {
      throw CommandError(.usage, "the terminal can't be drawn on", hint: "give a barcode, or --name with --kcal")
    }
    defer { terminal.leave() }
    var decoder = KeyDecoder()
    try search()
    while true {
      draw()
      switch terminal.next(withinMs: decoder.isWaiting ? FoodPickerSession.escapeMs : nil) {
      case .redraw: continue
      case .end: return nil
      case .quiet:
        if let pick = try await take(decoder.flush(), terminal) { return pick.value }
      case .bytes(let bytes):
        if let pick = try await take(decoder.keys(bytes), terminal) { return pick.value }
      }
    }
  }

  /// The end of the session.
  private struct End { let value: Pick? }

  private mutating func take(_ keys: [KeyDecoder.Key], _ terminal: RawTerminal) async throws -> End? {
    for key in keys {
      switch key {
      case .interrupt: terminal.die(of: SIGINT)
      case .suspend: terminal.suspend()
      case .key(let key):
        // Enter means the food that the words before it find.
        if isStale, key == .enter || key == .down || key == .up { try search(isCancelled: { false }) }
        switch picker.press(key) {
        case .none: break
        case .search: isStale = true
        case .open(let hit): await open(hit)
        case .lookUp(let barcode):
          // Without a product there is no amount to ask for: the barcode is queued, or refused, as one that is given whole.
          guard let product = try await finder.finding(of: barcode).product else {
            return End(value: .barcode(barcode))
          }
          picker.opened(.product(product))
        case .log(let food, let amount): return End(value: .food(food, amount))
        case .leave: return End(value: nil)
        }
      }
    }
    if isStale { try search() }
    return nil
  }

  private mutating func search(isCancelled: @escaping @Sendable () -> Bool = { RawTerminal.hasKey }) throws {
    if picker.query.allSatisfy(\.isWhitespace) {
      picker.offered(searches.recent(limit: FoodPickerSession.mostHits))
      isStale = false
    } else if let result = try searches.search(picker.query, limit: FoodPickerSession.mostHits, isCancelled: isCancelled) {
      picker.found(result)
      isStale = false
    }
  }

  private mutating func open(_ hit: FoodHit) async {
    do { picker.opened(try await LoggableFood(hit, finder: finder)) } catch {
      picker.failed((error as? any UserFacingError)?.message ?? "\(error)")
    }
  }

  private func draw() {
    let view = FoodPickerView(picker, columns: Terminal.width(of: STDERR_FILENO), rows: Terminal.height(of: STDERR_FILENO))
    Output.screen(view.lines, row: view.row, column: view.column)
  }
}
