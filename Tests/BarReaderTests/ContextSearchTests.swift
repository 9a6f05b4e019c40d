import Testing

@testable import BarReader

/// The search is measured by what it stands for: the squared difference between the samples and the drawing of a whole code.
@Suite struct ContextSearchTests {
  private let context = ContextSearch()
  private let samples = SymbolSamples()
  private let rendering = SymbolRendering()

  /// Costs are compared to this: shadows are cut 3.5 modules beyond their digit.
  private let tolerance: Float = 0.02

  static let codes: [SymbolCode] = [("5901234123457", .ean13), ("0036000291452", .ean13), ("96385074", .ean8)].compactMap {
    SymbolCode($1, $0)
  }

  @Test(arguments: codes, [5, 7]) func costsAreThoseOfWholeDrawings(code: SymbolCode, blurIndex: Int) throws {
    let fit = begin(code, blurIndex: blurIndex, noise: 8)
    let result = try #require(context.ranking(fit, samples))
    let (best, second) = (result.ranking.best, try #require(result.ranking.second))
    #expect(best == code)
    #expect(abs(cost(best, fit) - result.ranking.bestCost) < tolerance)
    #expect(abs(cost(second, fit) - result.ranking.secondCost) < tolerance)
    #expect(abs(result.costRegardless - context.costRegardless(fit, samples)) < 1e-4)
    #expect(result.costRegardless <= result.ranking.bestCost + 1e-4)
    // No valid code that differs in one digit or two is cheaper than the second.
    for other in Self.neighbours(of: best) { #expect(cost(other, fit) > result.ranking.secondCost - tolerance, "\(other)") }
  }

  /// A symbol with a wrong check digit: some other digits, regardless of it, are cheaper than the cheapest valid code.
  @Test func aWrongCheckDigitShows() throws {
    let code = try #require(SymbolCode(.ean13, "5901234123450"))
    let fit = begin(code, blurIndex: 6, noise: 2)
    let result = try #require(context.ranking(fit, samples))
    #expect(result.ranking.best.isValid)
    #expect(result.ranking.bestCost - result.costRegardless > 0.1)
  }

  /// Samples of a drawn symbol, and the fit that it was drawn by.
  private func begin(_ code: SymbolCode, blurIndex: Int, noise: Double) -> SymbolFit {
    var drawn = DrawnSymbol(code)
    drawn.blur = Double(SymbolModel.blurs[blurIndex])
    drawn.noise = noise
    let edges = drawn.edges
    var fit = SymbolFit(code: code, from: edges[0], to: edges[edges.count - 1], blurIndex: blurIndex)
    (fit.black[0], fit.contrast[0]) = (40 - 125, 170)
    samples.resample(drawn.profile(), code.kind, geometry: fit.geometry)
    return fit
  }

  private func cost(_ code: SymbolCode, _ fit: SymbolFit) -> Float {
    rendering.begin(code)
    let drawing = rendering.drawing(blur: fit.blurIndex, ink: fit.inkIndex).samples
    var sum: Float = 0
    for index in 0..<rendering.count {
      let brightness = (samples.values[SymbolRendering.first + index] - fit.black[0]) / fit.contrast[0]
      sum += (brightness - drawing[index]) * (brightness - drawing[index])
    }
    return sum / Float(SymbolModel.samplesPerModule)
  }

  /// The valid codes that differ from one in at most two digits.
  private static func neighbours(of code: SymbolCode) -> [SymbolCode] {
    let digits = Array(code.description.utf8)
    return digits.indices.flatMap { first in
      digits.indices.dropFirst(first).flatMap { second in
        (0..<100).compactMap { values -> SymbolCode? in
          var changed = digits
          changed[first] = UInt8(48 + values / 10)
          changed[second] = UInt8(48 + values % 10)
          guard changed != digits, let other = SymbolCode(code.kind, String(decoding: changed, as: UTF8.self)), other.isValid else {
            return nil
          }
          return other
        }
      }
    }
  }
}
