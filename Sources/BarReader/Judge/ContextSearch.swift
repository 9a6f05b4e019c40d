/// Ranks codes by the whole symbol's squared difference from the profile, each digit beside its neighbours.
///
/// Above a blur of half a module a digit's samples show its neighbours' bars as much as its own, and templates of single digits no longer fit
/// anything well. Here nothing is left out: with light, place, blur and ink as fitted, the squared difference of every code follows from
/// `DigitShadows`, and the cheapest of all valid codes is found exactly.
///
/// EAN-13 and EAN-8 only: UPC-E, having few digits and no middle guard, isn't read at such blurs. Scratch inside: belongs to one thread.
final class ContextSearch {
  /// The cheapest two codes, and what the cheapest digits cost regardless of the check digit.
  struct Result {
    var ranking: CheckDigitSearch.Ranking
    var costRegardless: Float
  }

  private let trellis = ContextTrellis()
  private let kernels = EdgeKernels.shared
  private var shadows = [DigitShadows?](repeating: nil, count: SymbolModel.pairs)
  /// Darkness that the guards don't explain, with room on both sides.
  private var remaining = Scratch<Float>()
  /// The guards alone, black on white, with room on both sides.
  private var guards = Scratch<Float>()
  /// The guards that are drawn.
  private var drawn: (kind: SymbolKind, pair: Int)?
  /// `[place][set A or C, B][digit]`
  private let costs = DigitCosts()

  private static var room: Int { EdgeKernels.reach }
  private static var length: Int { SymbolModel.maximumSamples + 2 * room }

  /// The ranking for samples that were taken with the fit's geometry. Costs are in squared contrast times modules, as everywhere.
  func ranking(_ fit: SymbolFit, _ samples: SymbolSamples) -> Result? {
    let kind = fit.code.kind
    let shadows = shadows(fit)
    let energy = fillCosts(fit, samples, shadows)
    return kind == .ean13 ? rankEAN13(shadows, energy) : rankEAN8(shadows, energy)
  }

  /// Returns the cost of the cheapest digits, ignoring the check digit: how much the samples look like any symbol of
  /// the kind.
  func costRegardless(_ fit: SymbolFit, _ samples: SymbolSamples) -> Float {
    let shadows = shadows(fit)
    let energy = fillCosts(fit, samples, shadows)
    var least = Float.infinity
    if fit.code.kind == .ean13 {
      // The halves don't meet: the right one is the same for each first digit.
      setRightHalf(shadows, places: 12, first: 6)
      for first in 0..<10 {
        setLeftHalf(first, shadows)
        least = min(least, trellis.costRegardless(0..<6))
      }
      least += trellis.costRegardless(6..<12)
    } else {
      setEAN8(shadows)
      least = trellis.costRegardless(0..<8)
    }
    return (energy + least) / Float(SymbolModel.samplesPerModule)
  }

  /// Fills the digits' costs, and returns what no digits at all would cost.
  private func fillCosts(_ fit: SymbolFit, _ samples: SymbolSamples, _ shadows: DigitShadows) -> Float {
    let kind = fit.code.kind
    let energy = fillRemaining(fit, samples)
    let remaining = remaining.room(for: Self.length) + Self.room
    for place in 0..<kind.barDigitCount {
      let first = remaining + (kind.firstModule(ofDigit: place) + SymbolModel.margin) * SymbolModel.samplesPerModule
      if place < kind.firstRightDigit {
        shadows.costs(.a, on: first).store(to: costs.row(place, isSetB: false))
        if kind == .ean13 { shadows.costs(.b, on: first).store(to: costs.row(place, isSetB: true)) }
      } else {
        shadows.costs(.c, on: first).store(to: costs.row(place, isSetB: false))
      }
    }
    return energy
  }

  private func shadows(_ fit: SymbolFit) -> DigitShadows {
    let pair = SymbolModel.pair(blur: fit.blurIndex, ink: fit.inkIndex)
    if let known = shadows[pair] { return known }
    let new = DigitShadows(blur: fit.blurIndex, ink: fit.inkIndex)
    shadows[pair] = new
    return new
  }

  /// The samples as darkness, 0 = white and 1 = black at the fit's light, less the guards' shadows. Returns the sum of squares.
  private func fillRemaining(_ fit: SymbolFit, _ samples: SymbolSamples) -> Float {
    let kind = fit.code.kind
    drawGuards(kind, pair: SymbolModel.pair(blur: fit.blurIndex, ink: fit.inkIndex))
    // Beyond what counts nothing is known: there `remaining` is 0 and stays so.
    let first = SymbolRendering.first
    let end = samples.count - first
    let target = remaining.room(for: Self.length) + Self.room
    let guards = guards.room(for: Self.length) + Self.room
    (target + end).update(repeating: 0, count: Self.room)
    let step = 2 / Float(kind.moduleCount * SymbolModel.samplesPerModule)
    var u = (SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(first - SymbolModel.margin * SymbolModel.samplesPerModule)) * step - 1
    let (b, a) = (fit.black, fit.contrast)
    let leastContrast = SIMD4<Float>(repeating: 1)
    var energy = SIMD4<Float>()
    var index = first
    while index < end {
      let black: SIMD4<Float> = b[0] + u * (b[1] + u * b[2])
      let contrast: SIMD4<Float> = a[0] + u * (a[1] + u * a[2])
      // Guards drawn white on black would be 1 - guards: what they leave of the darkness is 1 - brightness - (1 - guards).
      let left = guards.quad(index) - (samples.values.quad(index) - black) / greater(contrast, leastContrast)
      target.setQuad(index, left)
      energy += left * left
      u += 4 * step
      index &+= 4
    }
    return energy.sum()
  }

  /// Draws the guards black on white, unless they are there.
  private func drawGuards(_ kind: SymbolKind, pair: Int) {
    guard drawn?.kind != kind || drawn?.pair != pair else { return }
    drawn = (kind, pair)
    let guards = guards.room(for: Self.length)
    guards.update(repeating: 1, count: Self.length)
    let middle = Int32(kind == .ean13 ? 45 : 31)
    let end = Int32(kind.moduleCount)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 12) { edges in
      let bars = [0, 2, middle + 1, middle + 3, end - 3, end - 1] as InlineArray<6, Int32>
      for index in bars.indices {
        let start = (bars[index] + Int32(SymbolModel.margin)) * Int32(SymbolModel.samplesPerModule) + Int32(Self.room)
        edges[2 * index] = start
        edges[2 * index + 1] = start + Int32(SymbolModel.samplesPerModule)
        (guards + Int(start)).update(repeating: 0, count: SymbolModel.samplesPerModule)
      }
      if let base = edges.baseAddress { kernels.blur(guards, edges: base, count: 12, pair: pair) }
    }
  }

  // MARK: - Kinds

  private func rankEAN13(_ shadows: DigitShadows, _ energy: Float) -> Result? {
    setRightHalf(shadows, places: 12, first: 6)
    trellis.begin(places: 12, start: 0)
    setLeftHalf(0, shadows)
    trellis.sweepBackward(to: 5)
    var (first, cost) = (0, Float.infinity)
    var (second, secondCost) = (0, Float.infinity)
    var regardless = Float.infinity
    let rightRegardless = trellis.costRegardless(6..<12)
    for digit in 0..<10 {
      setLeftHalf(digit, shadows)
      trellis.sweepForward(to: 6)
      let least = trellis.cost(through: 5)
      if least < cost {
        (second, secondCost) = (first, cost)
        (first, cost) = (digit, least)
      } else if least < secondCost {
        (second, secondCost) = (digit, least)
      }
      regardless = min(regardless, trellis.costRegardless(0..<6) + rightRegardless)
    }
    guard secondCost < .infinity else { return nil }
    func code(_ first: Int, _ digits: UInt64) -> SymbolCode { SymbolCode(.ean13, packed: UInt64(first) << 48 | digits) }
    solve(first, shadows)
    let best = trellis.cheapestDigits()
    let other = trellis.cheapestDigits(otherThan: best.digits)
    var rival: (code: SymbolCode, cost: Float)
    if let other, other.cost <= secondCost {
      rival = (code(first, other.digits), other.cost)
    } else {
      solve(second, shadows)
      let other = trellis.cheapestDigits()
      rival = (code(second, other.digits), other.cost)
    }
    return result(code(first, best.digits), best.cost, rival.code, rival.cost, regardless, energy)
  }

  private func rankEAN8(_ shadows: DigitShadows, _ energy: Float) -> Result? {
    setEAN8(shadows)
    trellis.sweepForward(to: 8)
    trellis.sweepBackward(to: 0)
    let best = trellis.cheapestDigits()
    guard best.cost < .infinity, let other = trellis.cheapestDigits(otherThan: best.digits) else { return nil }
    return result(
      SymbolCode(.ean8, packed: best.digits), best.cost, SymbolCode(.ean8, packed: other.digits), other.cost, trellis.costRegardless(0..<8),
      energy)
  }

  private func setEAN8(_ shadows: DigitShadows) {
    trellis.begin(places: 8, start: 0)
    for place in 0..<4 {
      trellis.setPlace(
        place, row: costs.row(place, isSetB: false), pairs: place == 0 ? nil : shadows.pairCosts(.a, .a), weight: place & 1 == 0 ? 3 : 1)
    }
    setRightHalf(shadows, places: 8, first: 4)
  }

  private func result(
    _ best: SymbolCode, _ bestCost: Float, _ second: SymbolCode, _ secondCost: Float, _ regardless: Float, _ energy: Float
  ) -> Result {
    let scale = 1 / Float(SymbolModel.samplesPerModule)
    return Result(
      ranking: CheckDigitSearch.Ranking(
        best: best, bestCost: (energy + bestCost) * scale, second: second, secondCost: (energy + secondCost) * scale),
      costRegardless: (energy + regardless) * scale)
  }

  private func solve(_ first: Int, _ shadows: DigitShadows) {
    setLeftHalf(first, shadows)
    trellis.sweepForward(to: 12)
    trellis.sweepBackward(to: 0)
  }

  private func setLeftHalf(_ first: Int, _ shadows: DigitShadows) {
    trellis.begin(places: 12, start: first)
    let parity = DigitPattern.parityOfFirstDigit[first]
    func set(_ place: Int) -> DigitShadows.Set { parity >> (5 - place) & 1 == 1 ? .b : .a }
    for place in 0..<6 {
      trellis.setPlace(
        place, row: costs.row(place, isSetB: set(place) == .b), pairs: place == 0 ? nil : shadows.pairCosts(set(place - 1), set(place)),
        weight: place & 1 == 0 ? 3 : 1)
    }
  }

  /// The middle guard keeps the halves' shadows apart.
  private func setRightHalf(_ shadows: DigitShadows, places: Int, first: Int) {
    for place in first..<places {
      trellis.setPlace(
        place, row: costs.row(place, isSetB: false), pairs: place == first ? nil : shadows.pairCosts(.c, .c), weight: place & 1 == 0 ? 3 : 1
      )
    }
  }
}
