/// Finds the positions of a blurred symbol's modules, before any digit is known.
///
/// A curved or slanted surface bends the line of modules; between a start and an end that are only roughly known,
/// digits may be some modules away from where equal widths would put them. Each digit's stretch is compared with all
/// digits at every quarter of a module around its place (the lowest cost shows how much the place looks like *any*
/// digit), the guards likewise with their own pattern. Then the smooth bend is searched that passes through the
/// cheapest places of all of them together: with u = -1…1 along the symbol, and in quarters of a module,
///
///     d(u) = p0 (1 - u²) + 2.6 p1 u (1 - u²) + p2 (1 - u) / 2 + p3 (1 + u) / 2
///
/// p0 bends, p1 skews (2.6 makes both of them the greatest shift they cause), p2 and p3 move the ends.
///
/// Contains scratch memory: use from one thread only.
final class BendAligner {
  /// The furthest that a part is looked for, in samples: 3.5 modules.
  private static let reach = 14
  /// Again, once the bend is known.
  private static let closeReach = 5
  private static let columns = 2 * reach + 1
  /// Twelve digits and three guards.
  private static let maximumParts = 15
  /// The costs of a part that can't be compared, and of a bend that leads out of reach.
  private static let costOutside: Float = 9
  private static let costBeyond: Float = 5
  /// The cost factor for the square of a bend: smaller bends are likelier.
  private static let bendPenalty: Float = 0.004
  /// The cost of a part above which there is no symbol; twice as much before the bend is well known.
  private static let largestCost: Float = 1.1 * 0.25
  private static let firstAllowance: Float = 1.8

  private let samples: SymbolSamples
  private let matcher = DigitMatcher()
  private let kernels = EdgeKernels.shared
  /// `[part][shift]`
  private let costs: UnsafeMutablePointer<Float>
  /// By part: where it lies, u, and from that what p0…p3 move it.
  private let weights: UnsafeMutablePointer<SIMD4<Float>>
  private let drawing: UnsafeMutablePointer<Float>
  private var parts = 0

  /// Shares the samples with the next step of the refinement.
  init(samples: SymbolSamples) {
    self.samples = samples
    costs = .allocate(capacity: Self.maximumParts * Self.columns)
    costs.initialize(repeating: 0, count: Self.maximumParts * Self.columns)
    weights = .allocate(capacity: Self.maximumParts)
    weights.initialize(repeating: SIMD4(), count: Self.maximumParts)
    drawing = .allocate(capacity: Self.drawingCapacity)
    drawing.initialize(repeating: 0, count: Self.drawingCapacity)
  }

  deinit {
    costs.deallocate()
    weights.deallocate()
    drawing.deallocate()
  }

  /// Returns the fit with a bent geometry, `nil` when nothing there looks like digits. Requires a fit with known light.
  ///
  /// The first pass tries every half module and coarse bends, because most stretches aren't symbols; the second refines
  /// the best of them at every quarter.
  func align(_ rough: SymbolFit, _ profile: Profile) -> SymbolFit? {
    var fit = rough
    for reach in [Self.reach, Self.closeReach] {
      let isFirst = reach == Self.reach
      samples.resample(profile, fit.code.kind, geometry: fit.geometry)
      fillCosts(fit, reach: reach, every: isFirst ? 2 : 1)
      var bend = SIMD4<Float>()
      var least = cost(bend, reach: reach, limit: .infinity)
      if isFirst { searchGrid(&bend, &least, reach: reach) }
      descend(&bend, &least, reach: reach)
      apply(bend, to: &fit)
      guard least <= Self.largestCost * Float(parts) * (isFirst ? Self.firstAllowance : 1) else { return nil }
    }
    return fit
  }

  // MARK: - Costs of the parts

  private func fillCosts(_ fit: SymbolFit, reach: Int, every step: Int) {
    let kind = fit.code.kind
    parts = 0
    for place in 0..<kind.barDigitCount {
      let isRight = place >= kind.firstRightDigit
      let module = kind.firstModule(ofDigit: place)
      let first = samples.values + (module + SymbolModel.margin) * SymbolModel.samplesPerModule
      let row = beginPart(atModule: Float(module) + 3.5, kind)
      // Three modules and more of margin or of other digits lie around each: every shift is within the samples.
      for shift in stride(from: -reach, through: reach, by: step) {
        var least = Float.infinity
        for set in 0...(isRight || kind == .ean8 ? 0 : 1) {
          let cost = matcher.costs(
            first + shift, set: set, isRight: isRight, blur: fit.blurIndex, ink: fit.inkIndex, black: fit.black[0],
            contrast: fit.contrast[0], gainTolerance: DigitMatcher.blurredGainTolerance)
          least = min(least, cost.least)
        }
        row[shift + reach] = least
      }
      if step == 2 { fillGaps(row, count: 2 * reach + 1) }
    }
    fillGuards(fit, reach: reach)
  }

  /// Fills every second element from those beside it, by the cubic through four of them: (-1, 9, 9, -1) / 16.
  private func fillGaps(_ row: UnsafeMutablePointer<Float>, count: Int) {
    for index in Swift.stride(from: 1, to: count - 1, by: 2) {
      let (before, after) = (row[index - 1], row[index + 1])
      let (first, last) = (index > 2 ? row[index - 3] : before, index + 3 < count ? row[index + 3] : after)
      row[index] = max(0, (9 * (before + after) - first - last) / 16)
    }
  }

  /// Fills the guards, each with its known surroundings: the quiet zone outside, a digit's last or first bar inside.
  private func fillGuards(_ fit: SymbolFit, reach: Int) {
    let modules = Int32(fit.code.kind.moduleCount)
    addGuard(fit, reach, window: -2..<3, edges: [0, 1, 2, 3, Int32.max, Int32.max, Int32.max], middle: 1.5)
    switch fit.code.kind {
    case .ean13, .ean8:
      // Dark until the middle guard and after it.
      let middle = fit.code.kind == .ean13 ? Int32(45) : 31
      let ends = [middle - 9, middle, middle + 1, middle + 2, middle + 3, middle + 4, middle + 5] as InlineArray<7, Int32>
      addGuard(fit, reach, window: middle..<middle + 5, edges: ends, middle: Float(modules) / 2)
      addGuard(
        fit, reach, window: modules - 3..<modules + 2,
        edges: [modules - 3, modules - 2, modules - 1, modules, Int32.max, Int32.max, Int32.max], middle: Float(modules) - 1.5)
    case .upcE:
      addGuard(
        fit, reach, window: modules - 4..<modules + 2,
        edges: [modules - 5, modules - 4, modules - 3, modules - 2, modules - 1, modules, Int32.max], middle: Float(modules) - 1.5)
    }
  }

  /// Room for a window, in samples, and for curves that reach beyond it on either side.
  private static let drawingRoom = 2 * EdgeKernels.reach + 40
  private static let drawingCapacity = 2 * drawingRoom + 32

  /// Compares the samples with edges (in modules, the first of which falls; `Int32.max` = none) drawn over a window of modules.
  private func addGuard(_ fit: SymbolFit, _ reach: Int, window: Range<Int32>, edges: InlineArray<7, Int32>, middle: Float) {
    let kind = fit.code.kind
    let perModule = SymbolModel.samplesPerModule
    let length = window.count * perModule
    drawing.update(repeating: 1, count: Self.drawingCapacity)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 7) { positions in
      var count = 0
      for index in 0..<7 where edges[index] != Int32.max {
        let position = (edges[index] - window.lowerBound) * Int32(perModule) + Int32(Self.drawingRoom)
        positions[count] = position
        count += 1
        (drawing + Int(position)).update(repeating: count & 1 == 1 ? 0 : 1, count: Self.drawingCapacity - Int(position))
      }
      guard let base = positions.baseAddress else { return }
      kernels.blur(drawing, edges: base, count: count, pair: SymbolModel.pair(blur: fit.blurIndex, ink: fit.inkIndex))
    }
    let expected = drawing + Self.drawingRoom
    let row = beginPart(atModule: middle, kind)
    let first = (Int(window.lowerBound) + SymbolModel.margin) * perModule
    let inverse = 1 / fit.contrast[0]
    for shift in -reach...reach {
      guard first + shift >= 0, first + shift + length <= samples.count else {
        row[shift + reach] = Self.costOutside
        continue
      }
      var sum = SIMD4<Float>()
      for index in stride(from: 0, to: length, by: 4) {
        let difference = (samples.values.quad(first + shift + index) - fit.black[0]) * inverse - expected.quad(index)
        sum += difference * difference
      }
      row[shift + reach] = sum.sum() / Float(perModule)
    }
  }

  /// Adds a part whose middle is at a module; its row of costs.
  private func beginPart(atModule module: Float, _ kind: SymbolKind) -> UnsafeMutablePointer<Float> {
    let u = 2 * module / Float(kind.moduleCount) - 1
    let w = 1 - u * u
    weights[parts] = SIMD4(w, 2.6 * u * w, (1 - u) / 2, (1 + u) / 2)
    parts += 1
    return costs + (parts - 1) * Self.columns
  }

  // MARK: - The bend

  /// Sum of the parts' costs along a bend, and the bend's price. Stops above `limit`: costs only grow.
  private func cost(_ bend: SIMD4<Float>, reach: Int, limit: Float) -> Float {
    let price = bend * bend
    var sum = Self.bendPenalty * (price[0] * 0.3 + price[1] + price[2] + price[3])
    let last = Float(2 * reach)
    for part in 0..<parts {
      let x = (weights[part] * bend).sum() + Float(reach)
      guard x >= 0, x <= last else {
        sum += Self.costBeyond
        continue
      }
      let below = min(Int(x), 2 &* reach &- 1)
      let row = costs + (part &* Self.columns &+ below)
      sum += row[0] + (row[1] - row[0]) * (x - Float(below))
      if sum > limit { break }
    }
    return sum
  }

  /// Tries bends, by half a module, and skews, by a quarter, with the ends where they are.
  private func searchGrid(_ bend: inout SIMD4<Float>, _ least: inout Float, reach: Int) {
    for p0 in stride(from: -12, through: 12, by: 2) as StrideThrough<Float> {
      for p1 in stride(from: -5, through: 5, by: 1) as StrideThrough<Float> {
        offer(SIMD4(p0, p1, 0, 0), &bend, &least, reach)
      }
    }
  }

  /// Improves one parameter after another, by a quarter of a module first and then by less.
  private func descend(_ bend: inout SIMD4<Float>, _ least: inout Float, reach: Int) {
    for step in [1, 0.5, 0.25] as [Float] {
      for _ in 0..<3 {
        let before = least
        for parameter in 0..<4 {
          for change in [-step, step] {
            var candidate = bend
            candidate[parameter] += change
            offer(candidate, &bend, &least, reach)
          }
        }
        if least == before { break }
      }
    }
  }

  @inline(__always)
  private func offer(_ candidate: SIMD4<Float>, _ bend: inout SIMD4<Float>, _ least: inout Float, _ reach: Int) {
    let cost = cost(candidate, reach: reach, limit: least)
    if cost < least {
      least = cost
      bend = candidate
    }
  }

  /// d(u) by powers of u, times the samples of the profile in a quarter module at the symbol's middle, is what the geometry lacks.
  private func apply(_ bend: SIMD4<Float>, to fit: inout SymbolFit) {
    let (p0, p1) = (Double(bend[0]), 2.6 * Double(bend[1]))
    let (start, end) = (Double(bend[2]), Double(bend[3]))
    let quarter: Double = fit.geometry[1] * 2 / Double(fit.code.kind.moduleCount * SymbolModel.samplesPerModule)
    let powers = SIMD4<Double>(p0 + (start + end) / 2, p1 + (end - start) / 2, -p0, -p1)
    fit.geometry += quarter * powers
  }
}
