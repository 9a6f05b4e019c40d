/// Fits the model of a whole symbol to a profile. Scratch inside: belongs to one thread.
final class SymbolFitter {
  private let search: CheckDigitSearch

  init(search: CheckDigitSearch) { self.search = search }

  /// Fits from an edge reading: `edges` are `edgeCount` positions in samples, ascending; a reversed code is read from right to left. `ink` is in modules.
  func fit(_ profile: Profile, reading: CheckDigitSearch.Ranking, edges: UnsafePointer<Float>, isReversed: Bool, ink: Float) -> SymbolFit? { nil }

  /// Fits from the start and the end, in samples, of a blurred symbol; an end before the start means that it is reversed.
  func align(_ profile: Profile, kind: SymbolKind, from start: Float, to end: Float) -> SymbolFit? { nil }

  /// Fits a code that somebody else proposed, and where.
  func fit(_ profile: Profile, proposed code: SymbolCode, from start: Float, to end: Float) -> SymbolFit? { nil }
}
