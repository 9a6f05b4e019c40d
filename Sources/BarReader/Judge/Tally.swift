/// Adds up the votes of a region's strips.
///
/// A strip that reads another code counts twice against the others: two codes at one place can't both be right, and it
/// isn't known which one is wrong.
struct Tally {
  /// A code, and what speaks for it.
  private struct Entry {
    let code: SymbolCode
    /// The proposer that found it first.
    let proposer: Proposer
    var strength: Float
  }

  /// Returns the strength required of a code; more for UPC-E, because half an EAN-13 can look like one.
  static func requiredStrength(for kind: SymbolKind) -> Float { kind == .upcE ? 1.5 : 1 }

  /// Strength that a strip takes from all codes of a kind when its bars give none of them, but digits with a wrong check digit.
  private static let doubtOfAStrip: Float = 0.08

  private var entries: [Entry] = []
  private var doubts = InlineArray<3, Float>(repeating: 0)

  /// Counts an accepted fit.
  mutating func add(_ fit: SymbolFit, strength: Float, by proposer: Proposer) {
    if let index = entries.firstIndex(where: { $0.code == fit.code }) {
      entries[index].strength += strength
    } else {
      entries.append(Entry(code: fit.code, proposer: proposer, strength: strength))
    }
  }

  /// Counts a fit that was refused as repaired: where most strips don't give a code, one that does is doubtful.
  mutating func addDoubt(of kind: SymbolKind) { doubts[kind.rawValue] += Self.doubtOfAStrip }

  /// The strength that doubts have taken from codes of a kind.
  func doubt(of kind: SymbolKind) -> Float { doubts[kind.rawValue] }

  /// Whether nothing was counted.
  var isEmpty: Bool { entries.isEmpty }

  /// The codes that have enough; seldom more than one, as each must outweigh all others twice.
  var winners: [(code: SymbolCode, proposer: Proposer, strength: Float)] {
    entries.filter(isWinner).map { ($0.code, $0.proposer, $0.strength) }
  }

  /// Forgets everything, for the next region.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    doubts = InlineArray(repeating: 0)
  }

  private func isWinner(_ entry: Entry) -> Bool {
    let others = entries.reduce(Float(0)) { $0 + $1.strength } - entry.strength
    return entry.strength - 2 * others - doubt(of: entry.code.kind) >= Self.requiredStrength(for: entry.code.kind)
  }
}
