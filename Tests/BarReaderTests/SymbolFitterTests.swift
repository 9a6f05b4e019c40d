import Testing

@testable import BarReader

/// Symbols that the test draws: the fit must find what they were drawn with.
@Suite struct SymbolFitterTests {
  private let fitter = SymbolFitter(search: CheckDigitSearch())
  private let judge = Judge()

  static let codes: [SymbolCode] = [
    (SymbolKind.ean13, "5449000000996"), (.ean13, "0036000291452"), (.ean13, "9780201379624"), (.ean8, "96385074"), (.upcE, "04252614"),
    (.upcE, "07838604"),
  ].compactMap { SymbolCode($0, $1) }

  private func fitted(_ drawn: DrawnSymbol) -> SymbolFit? {
    let ranking = CheckDigitSearch.Ranking(best: drawn.code, bestCost: 0, second: nil, secondCost: .infinity)
    return drawn.edges.withUnsafeBufferPointer {
      fitter.fit(drawn.profile(), reading: ranking, edges: $0.baseAddress!, isReversed: drawn.isReversed, ink: 0)
    }
  }

  @Test(arguments: codes, [false, true]) func clearSymbols(code: SymbolCode, isReversed: Bool) throws {
    var drawn = DrawnSymbol(code)
    drawn.noise = 3
    drawn.shade = 0.8
    drawn.isReversed = isReversed
    let fit = try #require(fitted(drawn))
    #expect(fit.code == code)
    #expect(fit.residual < 0.02)
    #expect(abs(fit.repair) < Judge.roundingOfCosts)
    #expect(fit.isSeconded)
    guard case .accepted = judge.verdict(on: fit) else {
      Issue.record("refused: \(judge.verdict(on: fit))")
      return
    }
  }

  @Test(arguments: [0.3, 0.55, 0.82, 0.98], [-0.3, 0, 0.3]) func blurAndInkAreFound(blur: Double, ink: Double) throws {
    var drawn = DrawnSymbol(.ean13, "5449000000996")
    drawn.blur = blur
    drawn.ink = ink
    drawn.noise = 1
    let fit = try #require(fitted(drawn))
    #expect(fit.code == drawn.code)
    let blurIndex = try #require(SymbolModel.blurs.firstIndex { abs(Double($0) - blur) < 0.01 })
    #expect(abs(fit.blurIndex - blurIndex) <= 1)
    #expect(abs(fit.inkIndex - SymbolModel.inkIndex(for: Float(ink))) <= 1)
    #expect(fit.margin > 0)
    #expect(fit.residual < 0.01)
  }

  /// The modules are located to within a tenth of a module at every digit.
  @Test(arguments: [-0.4, 0, 0.4]) func perspectiveIsFound(widening: Double) throws {
    var drawn = DrawnSymbol(.ean13, "4006381333931")
    drawn.widening = widening
    let fit = try #require(fitted(drawn))
    #expect(fit.code == drawn.code)
    for module in stride(from: 0.0, through: 95, by: 5) {
      let u = 2 * module / 95 - 1
      let g = fit.geometry
      let found = g[0] + u * (g[1] + u * (g[2] + u * g[3]))
      #expect(abs(found - drawn.position(ofModule: module)) < 0.1 * drawn.module)
    }
  }

  /// 1 and 7, 2 and 8 differ by where two edges lie alone: the nearest other code of this one swaps such digits.
  @Test func theRivalIsTheNearestCode() throws {
    var drawn = DrawnSymbol(.ean13, "4006381333931")
    drawn.blur = 0.68
    let fit = try #require(fitted(drawn))
    let rival = try #require(fit.rival)
    #expect(rival.isValid && rival != fit.code)
    #expect((0..<13).filter { rival[$0] != fit.code[$0] }.count <= 3)
    #expect(fit.margin > 0.15)
  }

  /// No edges are given, only about where the symbol begins and ends.
  @Test(arguments: codes, [false, true]) func blurredSymbolsAreAligned(code: SymbolCode, isReversed: Bool) throws {
    var drawn = DrawnSymbol(code)
    drawn.blur = 0.6
    drawn.noise = 2
    drawn.widening = 0.1
    drawn.isReversed = isReversed
    let edges = drawn.edges
    let (start, end) = (edges[0] + 1, edges[edges.count - 1] - 1)
    // Which way it is read isn't told either: what is read the other way isn't the code.
    let fits = fitter.align(drawn.profile(), kind: code.kind, from: start, to: end)
    let fit = try #require(fits.first { $0.code == code })
    #expect(fit.residual < 0.05)
    #expect((fit.geometry[1] < 0) == isReversed)
    for other in fits where other.code != code {
      guard case .refused = judge.verdict(on: other) else {
        Issue.record("read as \(other.code), too")
        continue
      }
    }
  }

  /// A symbol printed with a wrong check digit is never read as the code that differs by a digit.
  @Test(arguments: [0.3, 0.6, 0.8]) func aWrongCheckDigitIsNotRepaired(blur: Double) throws {
    for wrong in 0...9 where wrong != 6 {
      var drawn = DrawnSymbol(.ean13, "544900000099\(wrong)")
      drawn.blur = blur
      drawn.noise = 2
      #expect(!drawn.code.isValid)
      guard let fit = fitted(drawn) else { continue }
      #expect(fit.code != drawn.code)
      guard case .refused = judge.verdict(on: fit) else {
        Issue.record("\(drawn.code) read as \(fit.code)")
        continue
      }
    }
  }

  @Test func whatIsNoPictureGivesNoFit() {
    let drawn = DrawnSymbol(.ean13, "5449000000996")
    let edges = drawn.edges
    let ranking = CheckDigitSearch.Ranking(best: drawn.code, bestCost: 0, second: nil, secondCost: .infinity)
    func attempt(_ profile: Profile, _ edges: [Float], from start: Float, to end: Float) {
      for isReversed in [false, true] {
        let fit = edges.withUnsafeBufferPointer {
          fitter.fit(profile, reading: ranking, edges: $0.baseAddress!, isReversed: isReversed, ink: .nan)
        }
        if let fit, case .accepted = judge.verdict(on: fit) { Issue.record("accepted \(fit.code)") }
      }
      for kind in SymbolKind.allCases {
        for fit in fitter.align(profile, kind: kind, from: start, to: end) {
          if case .accepted = judge.verdict(on: fit) { Issue.record("accepted \(fit.code)") }
        }
      }
    }
    // Nothing, a flat grey, noise, and samples that aren't numbers or are huge.
    for value in [Float(0), 128, .nan, .infinity, -.infinity, 1e30, -1e38] {
      let profile = drawn.profile()
      for index in 0..<profile.count { profile.samples[index] = value }
      profile.sum(around: 125)
      attempt(profile, edges, from: 10, to: 200)
      let spoiled = drawn.profile()
      spoiled.samples[100] = value
      spoiled.sum(around: 125)
      if !value.isFinite { attempt(spoiled, edges, from: edges[0], to: edges[59]) }
    }
    var dice = Dice(state: 5)
    let noise = drawn.profile()
    for index in 0..<noise.count { noise.samples[index] = Float(128 + 40 * dice.normal()) }
    noise.sum(around: 125)
    attempt(noise, edges, from: edges[0], to: edges[59])
    // A true symbol, and edges that are nowhere.
    let profile = drawn.profile()
    for value in [Float.nan, .infinity, -.infinity, 1e30, -1e30, 0] {
      attempt(profile, [Float](repeating: value, count: 60), from: value, to: 100)
      attempt(profile, edges.map { $0 + value * 2 + 1e6 }, from: 0, to: value)
    }
    let short = Profile()
    short.resize(to: 1)
    short.sum(around: 0)
    attempt(short, edges, from: 0, to: 1)
  }
}
