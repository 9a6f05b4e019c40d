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

  private var entries: [Entry] = []

  /// Counts an accepted fit.
  mutating func add(_ fit: SymbolFit, strength: Float, by proposer: Proposer) {
    if let index = entries.firstIndex(where: { $0.code == fit.code }) {
      entries[index].strength += strength
    } else {
      entries.append(Entry(code: fit.code, proposer: proposer, strength: strength))
    }
  }

  /// Whether nothing was counted.
  var isEmpty: Bool { entries.isEmpty }

  /// The codes that have enough; seldom more than one, as each must outweigh all others twice.
  var winners: [(code: SymbolCode, proposer: Proposer, strength: Float)] {
    entries.filter(isWinner).map { ($0.code, $0.proposer, $0.strength) }
  }

  /// Forgets everything, for the next region.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  private func isWinner(_ entry: Entry) -> Bool {
    let others = entries.reduce(Float(0)) { $0 + $1.strength } - entry.strength
    return entry.strength - 2 * others >= Self.requiredStrength(for: entry.code.kind)
  }
}
