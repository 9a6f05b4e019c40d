@testable import BarReader

/// The stages for one line across the bars: edges, the widths between them, the search for codes, the fit of a symbol, the judge.
///
/// The input begins with two single-precision numbers, where somebody may claim that a symbol begins and ends, and a byte of flags (1: the line is read
/// inversely; 2: it is stretched beyond 0…255, as interpolation does a little; 64 and 128: it begins or ends at the picture's border; the others choose
/// a kind); the rest is the line.
struct ProfileFuzzer: Fuzzer {
  private static let header = 9

  private let profile = Profile()
  private let edges = EdgeFinder()
  private let widths = WidthReader()
  private let spans = SpanFinder()
  private let costs = DigitCosts()
  private let search: CheckDigitSearch
  private let fitter: SymbolFitter
  private let judge = Judge()

  init() {
    search = CheckDigitSearch()
    fitter = SymbolFitter(search: search)
  }

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard input.count > Self.header else { return false }
    let claim = (0..<2).map { input.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    let flags = input[8]
    fill(from: UnsafeRawBufferPointer(rebasing: input[Self.header...]), stretch: flags & 2 == 0 ? 1 : 1.5)
    if flags & 1 == 1 { profile.invert() }
    profile.measureRange()
    profile.addUp()
    let kind = SymbolKind.allCases[Int(flags >> 2 & 15) % SymbolKind.allCases.count]
    let contrast = profile.range.upperBound - profile.range.lowerBound
    for share in [0.05, 0.22] as [Float] {
      edges.find(in: profile, threshold: contrast * share)
      checkEdges()
      readWidths(kind)
    }
    spans.find(in: edges, samples: profile.count, touchesBorder: (flags & 64 != 0, flags & 128 != 0))
    for span in spans.spans {
      for fit in fitter.align(profile, kind: span.kind, from: span.start, to: span.end) { check(fit) }
    }
    for fit in fitter.align(profile, kind: kind, from: claim[0], to: claim[1]) { check(fit) }
    return true
  }

  private func fill(from line: UnsafeRawBufferPointer, stretch: Float) {
    profile.resize(to: line.count)
    for (i, value) in line.enumerated() { profile.samples[i] = (Float(value) - 128) * stretch + 128 }
  }

  private func checkEdges() {
    for i in 0..<edges.count {
      precondition(edges.positions[i] >= 0 && edges.positions[i] <= Float(profile.count))
      precondition(i == 0 || edges.positions[i] >= edges.positions[i - 1])
    }
  }

  private func readWidths(_ kind: SymbolKind) {
    for first in stride(from: edges.firstFalls ? 0 : 1, to: edges.count, by: 2) where first + kind.edgeCount <= edges.count {
      let start = edges.positions + first
      guard let ink = widths.read(kind, edges: start, into: costs), let ranking = search.ranking(kind, costs) else { continue }
      // Sums of the same costs in another order differ in their last bits, so that of two equal ones the second may be a little less.
      precondition(ranking.best.isValid && ranking.bestCost <= ranking.secondCost + 1e-3 && ink.isFinite)
      precondition(search.cheapestRegardless(kind, costs) <= ranking.bestCost + 1e-3)
      check(fitter.fit(profile, reading: ranking, edges: start, isReversed: false, ink: ink))
    }
  }

  private func check(_ fit: SymbolFit?) {
    guard let fit else { return }
    precondition(fit.code.isValid && fit.rival?.isValid != false && fit.residual.isFinite && fit.cost.isFinite && !fit.margin.isNaN)
    if case .accepted(let strength) = judge.verdict(on: fit) { precondition(strength >= 0.5 && strength.isFinite) }
  }
}
