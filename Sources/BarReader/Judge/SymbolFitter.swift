/// Fits the model of a whole symbol to a profile: which code it is, how sure that is, and how the symbol lies there.
///
/// The digits' costs depend on blur, ink, light and place, and these are found by fitting a code's drawing. So both take turns until the code
/// stays: a search over all valid codes at the present fit, then a fit for the cheapest.
///
/// Scratch inside: belongs to one thread. Every function takes a profile with its sums, and anything for the other arguments: positions that are
/// far outside or not numbers give no fit.
final class SymbolFitter {
  /// Turns of search and fit at most; nearly all codes stay in the second.
  private static let turns = 3
  /// Rounds of refinement in the first turn, when the blur is still unknown, and later.
  private static let firstRounds = 4
  private static let laterRounds = 3
  /// The residual above which a turn gives up. A symbol is below .12 in the end; the first turn's code and blur may still be wrong.
  private static let largestResidual: Float = 0.15
  private static let firstTurnAllowance: Float = 1.6
  /// Grey levels between a profile's black and white below which no fit is tried.
  private static let smallestRange: Float = 4
  /// Samples of the shortest profile that could hold a symbol: UPC-E at less than a sample a module.
  private static let smallestProfile = 40
  /// Blur of clear bars to begin with, among `SymbolModel.blurs`: .42 modules.
  private static let clearBlur = 2
  /// Of bars that edges can't be read from: .55.
  private static let blurredBlur = 3
  /// Costs a digit, where the ends are at first, above which not even a bent symbol is looked for: of 25,000 stretches of drawn and photographed
  /// codes none that was read had more than .56.
  private static let hopelessCost: Float = 0.65
  /// Blur beyond the sharpest edges, that the digits' costs at a place may be shifted by, in samples of a quarter module: half a module when
  /// the geometry is only roughly known.
  private static let blurredReach = 2
  private static let clearReach = 1
  /// The cost of a shift by one sample, in squared contrast times modules; the square of the shift counts.
  private static let shiftPenalty: Float = 0.15
  /// An edge reading seconds the fit when it is ahead of the other codes by this much, in squared modules…
  private static let secondingLead: Float = 0.8
  /// …and its widths are off by less than this a digit.
  private static let secondingCost: Float = 0.4

  /// Blur from which on digits are read beside their neighbours: .55 modules.
  private static let contextBlur = 3

  private let search: CheckDigitSearch
  private let samples = SymbolSamples()
  private let refiner = SymbolRefiner()
  private let equations = NormalEquations()
  private let costs = DigitCosts()
  private let context = ContextSearch()
  private let matcher = DigitMatcher()
  private let straightener: StraightAligner
  private let bender: BendAligner
  private let flattener = WaveFlattener()
  private let edgeModules: UnsafeMutablePointer<Int32>

  init(search: CheckDigitSearch) {
    self.search = search
    straightener = StraightAligner(samples: samples, context: context)
    bender = BendAligner(samples: samples)
    edgeModules = .allocate(capacity: SymbolKind.ean13.edgeCount)
    edgeModules.initialize(repeating: 0, count: SymbolKind.ean13.edgeCount)
  }

  deinit { edgeModules.deallocate() }

  // MARK: - What is known beforehand

  /// Fits from a reading of the edges: a code, and where its edges are.
  ///
  /// - edges: `edgeCount` positions in samples, ascending. A reversed code is read from right to left.
  /// - ink: by how much bars seem wider than drawn, in modules.
  func fit(
    _ profile: Profile, reading: CheckDigitSearch.Ranking, edges: UnsafePointer<Float>, isReversed: Bool, ink: Float
  ) -> SymbolFit? {
    let kind = reading.best.kind
    guard isUsable(profile), let geometry = geometry(of: reading.best, edges, isReversed: isReversed) else { return nil }
    let isClear =
      reading.secondCost - reading.bestCost > Self.secondingLead && reading.bestCost < Self.secondingCost * Float(kind.barDigitCount)
    var rough = SymbolFit(code: reading.best, geometry: geometry, blurIndex: Self.clearBlur, inkIndex: SymbolModel.inkIndex(for: ink))
    var fit = settled(rough, profile, isBlurred: false)
    // A wave is tried where the edges are a symbol's and its model doesn't explain what is between them.
    if isClear, fit.map({ $0.residual >= Judge.clearResidual }) ?? true,
      let ends = flattener.flatten(profile, kind, edges: edges, isReversed: isReversed, ink: ink), isUsable(flattener.flat)
    {
      rough.geometry = SymbolFit(code: rough.code, from: ends.start, to: ends.end, blurIndex: rough.blurIndex).geometry
      if var flat = settled(rough, flattener.flat, isBlurred: false), flat.residual < fit?.residual ?? 1 {
        flat.geometry = geometry
        flat.isFlattened = true
        fit = flat
      }
    }
    if let best = fit?.code { fit?.isSeconded = isClear && reading.best == best }
    return fit
  }

  /// Fits a blurred symbol between its two ends, in samples, read one way and the other: no fit, one or two.
  func align(_ profile: Profile, kind: SymbolKind, from start: Float, to end: Float) -> [SymbolFit] {
    guard isUsable(profile), start.isFinite, end.isFinite, start != end else { return [] }
    var fit = SymbolFit(code: SymbolCode(kind, packed: 0), from: start, to: end, blurIndex: Self.blurredBlur)
    samples.resample(profile, kind, geometry: fit.geometry)
    guard estimateLight(&fit) else { return [] }
    var reversed = fit
    reversed.geometry[1].negate()
    return [fit, reversed].compactMap { aligned($0, profile) }
  }

  /// The fit, whose ends and light are known, laid over the samples: flat, or bent where that explains too little.
  private func aligned(_ fit: SymbolFit, _ profile: Profile) -> SymbolFit? {
    let straight = straightener.align(fit, profile)
    let flat = straight.fit.flatMap { settled($0, profile, isBlurred: true, isInContext: true) }
    if let flat, flat.residual < Judge.clearResidual { return flat }
    guard straight.roughCost <= Self.hopelessCost else { return flat }
    return bender.align(fit, profile).flatMap { settled($0, profile, isBlurred: true) } ?? flat
  }

  /// The least cubic through the edges of a code.
  private func geometry(of code: SymbolCode, _ edges: UnsafePointer<Float>, isReversed: Bool) -> SIMD4<Double>? {
    let count = code.kind.edgeCount
    code.writeEdges(to: edgeModules)
    equations.clear()
    for index in 0..<count {
      let u = 2 * Double(edgeModules[index]) / Double(code.kind.moduleCount) - 1
      let powers = SIMD4(1, u, u * u, u * u * u)
      let position = Double(edges[isReversed ? count - 1 - index : index])
      for row in 0..<4 {
        for column in 0...row { equations[row, column] += powers[row] * powers[column] }
        equations.vector[row] += powers[row] * position
      }
    }
    guard equations.solve(4) else { return nil }
    let g = equations.vector
    let geometry = SIMD4(g[0], g[1], g[2], g[3])
    return geometry.sum().isFinite ? geometry : nil
  }

  /// Whether the profile is long enough and finite: a finite sum implies finite samples.
  private func isUsable(_ profile: Profile) -> Bool { profile.count >= Self.smallestProfile && profile.sums[profile.count].isFinite }

  // MARK: - Search and fit in turns

  private func settled(_ rough: SymbolFit, _ profile: Profile, isBlurred: Bool, isInContext: Bool = false) -> SymbolFit? {
    let kind = rough.code.kind
    var fit = rough
    samples.resample(profile, kind, geometry: fit.geometry)
    guard fit.contrast[0] > 0 || estimateLight(&fit) else { return nil }
    for turn in 0..<Self.turns {
      guard let (ranking, regardless) = rank(fit, turn, isBlurred: isBlurred, isInContext: isInContext), let second = ranking.second,
        ranking.secondCost.isFinite
      else { return nil }
      let isSettled = turn > 0 && ranking.best == fit.code
      fit.code = ranking.best
      fit.rival = second
      fit.cost = ranking.bestCost
      fit.margin = ranking.secondCost - ranking.bestCost
      fit.repair = ranking.bestCost - regardless
      if isSettled || turn == Self.turns - 1 {
        fit.worstPart = refiner.worstPart(of: fit, samples)
        return fit
      }
      guard refiner.refine(&fit, profile, samples, rounds: turn == 0 ? Self.firstRounds : Self.laterRounds) else { return nil }
      guard fit.residual <= Self.largestResidual * (turn == 0 ? Self.firstTurnAllowance : 1) else { return nil }
      samples.resample(profile, kind, geometry: fit.geometry)
    }
    return fit
  }

  private func rank(_ fit: SymbolFit, _ turn: Int, isBlurred: Bool, isInContext: Bool) -> (CheckDigitSearch.Ranking, Float)? {
    let kind = fit.code.kind
    if isInContext || (turn > 0 && kind != .upcE && fit.blurIndex >= Self.contextBlur) {
      return context.ranking(fit, samples).map { ($0.ranking, $0.costRegardless) }
    }
    fillCosts(fit, isLoose: isBlurred && turn < 2)
    return search.ranking(kind, costs).map { ($0, search.cheapestRegardless(kind, costs)) }
  }

  /// Takes contrast and black from the samples' extremes.
  private func estimateLight(_ fit: inout SymbolFit) -> Bool {
    let (black, white) = samples.extremes(fit.code.kind)
    guard white - black >= Self.smallestRange else { return false }
    fit.contrast = SIMD3(white - black, 0, 0)
    fit.black = SIMD3(black, 0, 0)
    return true
  }

  /// Fills the costs of every digit at every place for the present fit.
  ///
  /// Each place may shift by a quarter of a module either way (two, when loose) at a price, as the geometry is smooth and the print isn't.
  private func fillCosts(_ fit: SymbolFit, isLoose: Bool) {
    let kind = fit.code.kind
    let reach = isLoose ? Self.blurredReach : Self.clearReach
    let penalty = isLoose ? Self.shiftPenalty / 2 : Self.shiftPenalty
    let tolerance = isLoose ? DigitMatcher.blurredGainTolerance : DigitMatcher.clearGainTolerance
    for place in 0..<kind.barDigitCount {
      let isRight = place >= kind.firstRightDigit
      let module = kind.firstModule(ofDigit: place)
      let first = samples.values + (module &+ SymbolModel.margin) &* SymbolModel.samplesPerModule
      let light = fit.light(atModule: Float(module) + 3.5)
      // Only the left half of EAN-13, and UPC-E, use set B.
      for set in 0...(isRight || kind == .ean8 ? 0 : 1) {
        var least = TenFloats(repeating: .infinity)
        for shift in -reach...reach {
          let cost = matcher.costs(
            first + shift, set: set, isRight: isRight, blur: fit.blurIndex, ink: fit.inkIndex, black: light.black,
            contrast: max(light.contrast, 1), gainTolerance: tolerance)
          least.lower(to: cost + penalty * Float(shift &* shift))
        }
        least.store(to: costs.row(place, isSetB: set == 1))
      }
    }
  }
}
