/// Moves the ends of a blurred symbol on a flat surface to the position at which the samples look most like a symbol,
/// with any digits.
///
/// If bars run into one another, each digit is compared together with its neighbours (see `ContextSearch`), which
/// costs little without a check digit: the ends are moved by a module first, then by a half and a quarter, as long as
/// that makes some row of digits cheaper.
///
/// Use from one thread only; shares its scratch memory with the next step of the fit.
final class StraightAligner {
  /// Blur of bars that run into one another, among `SymbolModel.blurs`: .82 modules.
  private static let blur = 5
  /// Costs a digit above which a stretch isn't taken for a symbol, with the ends where the edges were and where they fit best. Of 25,000 stretches of
  /// drawn and photographed codes, those that were read in the end had at most .50 and .28 (95 of 100: .36 and .24), half of the others above .38.
  private static let largestRoughCost: Float = 0.36
  private static let largestCost: Float = 0.26

  private let samples: SymbolSamples
  private let context: ContextSearch

  /// Shares samples and search.
  init(samples: SymbolSamples, context: ContextSearch) {
    self.samples = samples
    self.context = context
  }

  /// The fit with its ends moved, `nil` when nothing there looks like digits, and the costs a digit where the ends were at first. Asks for a fit
  /// whose light is known. There is nothing to compare a UPC-E with.
  func align(_ fit: SymbolFit, _ profile: Profile) -> (fit: SymbolFit?, roughCost: Float) {
    let kind = fit.code.kind
    guard kind != .upcE else { return (nil, 0) }
    var best = fit
    best.blurIndex = Self.blur
    let digits = Float(kind.barDigitCount)
    samples.resample(profile, kind, geometry: best.geometry)
    var least = context.costRegardless(best, samples)
    let roughCost = least / digits
    guard roughCost <= Self.largestRoughCost else { return (nil, roughCost) }
    let module = 2 * best.geometry[1] / Double(kind.moduleCount)
    for step in [1, 0.5, 0.25] {
      for _ in 0..<2 {
        let before = least
        for isEnd in [false, true] {
          for change in [-step * module, step * module] {
            var moved = best
            // The middle moves by half of what an end moves, and half the length grows or shrinks by as much.
            moved.geometry[0] += change / 2
            moved.geometry[1] += isEnd ? change / 2 : -change / 2
            samples.resample(profile, kind, geometry: moved.geometry)
            let cost = context.costRegardless(moved, samples)
            if cost < least {
              least = cost
              best = moved
            }
          }
        }
        if least == before { break }
      }
    }
    return (least <= Self.largestCost * digits ? best : nil, roughCost)
  }
}
