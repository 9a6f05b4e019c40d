/// Finds the blur, ink, light and position with which a code's symbol explains a profile best.
///
/// Each round (Gauss–Newton):
/// 1. The samples are taken where the modules are believed to be.
/// 2. Blur and ink walk one step on their grid to the neighbour whose drawing m correlates best with the samples q.
/// 3. Light and place, ten unknowns, follow from one linear least squares,
///
///        q(u) ≈ b0 + b1 u + b2 u² + (a0 + a1 u + a2 u²) m + a(u) m'(u) (s0 + s1 u + s2 u² + s3 u³)
///
///    where u = -1…1 along the symbol, b is the black level, a the contrast and s the shift in modules: to first order m(x + s) = m(x) + s m'(x).
/// 4. The shift goes into the geometry.
///
/// The sums that the least squares needs are moments Σ f(u) u^k of a handful of products f, and every block of its matrix is made of them:
/// 39 sums over the samples instead of 65.
///
/// Contains scratch memory: use from one thread only.
final class SymbolRefiner {
  /// Shifts are held back by this share of the contrast's square a sample: one that the samples hardly speak for stays near 0.
  private static let shiftRidge = 0.0004
  /// The curvature of light and contrast is held back a little, being the least certain. (A fit without curvature reads 9 photos fewer.)
  private static let curvatureRidge = 0.002
  /// Keeps the equations solvable.
  private static let smallRidge = 1e-3
  /// The maximum shift of a power in a round, in modules.
  private static let largestShift = 1.0
  /// Grey levels between black and white below which a symbol can't be told from noise.
  static let smallestContrast: Float = 2
  /// The share of its contrast that a symbol must keep at its darker end.
  private static let smallestShare: Float = 0.12

  private let rendering = SymbolRendering()
  private let equations = NormalEquations()
  /// u at each sample that counts.
  private let positions: UnsafeMutablePointer<Float>
  private let ones: UnsafeMutablePointer<Float>
  /// a(u) m'(u)
  private let slopes: UnsafeMutablePointer<Float>
  /// Σ u^k, k = 0…6.
  private var powerSums = SIMD8<Double>()
  private var kind: SymbolKind?

  init() {
    positions = .allocate(capacity: SymbolModel.maximumSamples)
    ones = .allocate(capacity: SymbolModel.maximumSamples)
    slopes = .allocate(capacity: SymbolModel.maximumSamples)
    positions.initialize(repeating: 0, count: SymbolModel.maximumSamples)
    ones.initialize(repeating: 1, count: SymbolModel.maximumSamples)
    slopes.initialize(repeating: 0, count: SymbolModel.maximumSamples)
  }

  deinit {
    positions.deallocate()
    ones.deallocate()
    slopes.deallocate()
  }

  /// Refines everything but the code in so many rounds. False when the profile can't be this symbol: no contrast, or more than a part of it.
  /// The last round leaves the geometry, so that the residual is that of the fit returned.
  func refine(_ fit: inout SymbolFit, _ profile: Profile, _ samples: SymbolSamples, rounds: Int) -> Bool {
    begin(fit.code)
    for round in 0..<rounds {
      samples.resample(profile, fit.code.kind, geometry: fit.geometry)
      let data = UnsafePointer(samples.values + SymbolRendering.first)
      walk(&fit, data, isFirst: round == 0)
      let drawing = rendering.drawing(blur: fit.blurIndex, ink: fit.inkIndex).samples
      guard fitLight(&fit, data, drawing) else { return false }
      fit.residual = residual(fit, data, drawing)
      if round < rounds - 1 { move(&fit) }
    }
    return true
  }

  private func begin(_ code: SymbolCode) {
    rendering.begin(code)
    guard code.kind != kind else { return }
    kind = code.kind
    let samples = Float(SymbolModel.samplesPerModule)
    for index in 0..<rendering.count {
      let module = (Float(SymbolRendering.first + index) + 0.5) / samples - Float(SymbolModel.margin)
      positions[index] = 2 * module / Float(code.kind.moduleCount) - 1
    }
    powerSums = moments(ones, ones)
  }

  // MARK: - Blur and ink

  /// Moves blur and ink one step at most to where the drawing explains the data best, at any brightness and contrast: where
  /// cov(m, q)² / var m is greatest. After the first round one of the two moves, not both.
  private func walk(_ fit: inout SymbolFit, _ data: UnsafePointer<Float>, isFirst: Bool) {
    let count = Float(rendering.count)
    var sum = SIMD4<Float>()
    var index = 0
    while index < rendering.count {
      sum += data.quad(index)
      index &+= 4
    }
    let mean = sum.sum() / count
    var greatest: Float = 0
    let (blur, ink) = (fit.blurIndex, fit.inkIndex)
    for b in max(0, blur - 1)...min(SymbolModel.blurs.count - 1, blur + 1) {
      for i in max(0, ink - 1)...min(SymbolModel.inks.count - 1, ink + 1) where isFirst || b == blur || i == ink {
        let drawing = rendering.drawing(blur: b, ink: i)
        let covariance = product(drawing.samples, data) - drawing.sum * mean
        let variance = drawing.squares - drawing.sum * drawing.sum / count
        let explained = covariance > 0 ? covariance * covariance / variance : 0
        if explained > greatest {
          greatest = explained
          fit.blurIndex = b
          fit.inkIndex = i
        }
      }
    }
  }

  @inline(__always)
  private func product(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>) -> Float {
    var even = SIMD4<Float>()
    var odd = SIMD4<Float>()
    var index = 0
    // An odd number of modules: the last is taken by itself.
    while index &+ 4 < rendering.count {
      even += x.quad(index) * y.quad(index)
      odd += x.quad(index &+ 4) * y.quad(index &+ 4)
      index &+= 8
    }
    if index < rendering.count { even += x.quad(index) * y.quad(index) }
    return (even + odd).sum()
  }

  // MARK: - Light and place

  /// Solves for contrast, black and shift; the shift stays in the equations' vector, elements 6…9. Returns false when
  /// there is no valid contrast.
  private func fitLight(_ fit: inout SymbolFit, _ data: UnsafePointer<Float>, _ drawing: UnsafePointer<Float>) -> Bool {
    fillSlopes(fit)
    // Blocks by basis: 1 (unknowns 0…2), m (3…5), a m' (6…9).
    let m = moments(drawing, ones)
    let mm = moments(drawing, drawing)
    let g = moments(slopes, ones)
    let mg = moments(drawing, slopes)
    let gg = moments(slopes, slopes)
    for i in 0..<3 {
      for j in 0..<3 {
        equations[i, j] = powerSums[i &+ j]
        equations[3 &+ i, j] = m[i &+ j]
        equations[3 &+ i, 3 &+ j] = mm[i &+ j]
      }
    }
    for i in 0..<4 {
      for j in 0..<3 {
        equations[6 &+ i, j] = g[i &+ j]
        equations[6 &+ i, 3 &+ j] = mg[i &+ j]
      }
      for j in 0..<4 { equations[6 &+ i, 6 &+ j] = gg[i &+ j] }
    }
    let q = moments(data, ones)
    let mq = moments(drawing, data)
    let gq = moments(slopes, data)
    for i in 0..<3 {
      equations.vector[i] = q[i]
      equations.vector[3 &+ i] = mq[i]
    }
    for i in 0..<4 { equations.vector[6 &+ i] = gq[i] }

    let count = Double(rendering.count)
    let contrast = Double(max(fit.contrast[0], 1))
    for i in 0..<6 { equations[i, i] += i % 3 == 2 ? Self.curvatureRidge * count : Self.smallRidge }
    for i in 6..<10 { equations[i, i] += Self.shiftRidge * count * contrast * contrast }
    guard equations.solve(10) else { return false }
    let x = equations.vector
    fit.black = SIMD3(Float(x[0]), Float(x[1]), Float(x[2]))
    fit.contrast = SIMD3(Float(x[3]), Float(x[4]), Float(x[5]))
    let a = fit.contrast
    return a[0] >= Self.smallestContrast && min(a[0] + a[2] - abs(a[1]), a[0]) >= Self.smallestShare * a[0]
  }

  /// a(u) m'(u), with the contrast of the round before.
  private func fillSlopes(_ fit: SymbolFit) {
    let drawn = rendering.slopes(blur: fit.blurIndex, ink: fit.inkIndex)
    let a = fit.contrast
    let least = SIMD4(repeating: 0.1 * a[0])
    var index = 0
    while index < rendering.count {
      let u = positions.quad(index)
      let contrast = greater(least, a[0] + u * (a[1] + u * a[2]))
      slopes.setQuad(index, contrast * drawn.quad(index))
      index &+= 4
    }
  }

  /// Σ x y u^k over the samples, k = 0…6.
  private func moments(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>) -> SIMD8<Double> {
    var (s0, s1, s2, s3) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var (s4, s5, s6) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var index = 0
    while index < rendering.count {
      let u = positions.quad(index)
      var term = x.quad(index) * y.quad(index)
      s0 += term
      term *= u
      s1 += term
      term *= u
      s2 += term
      term *= u
      s3 += term
      term *= u
      s4 += term
      term *= u
      s5 += term
      term *= u
      s6 += term
      index &+= 4
    }
    return SIMD8(
      Double(s0.sum()), Double(s1.sum()), Double(s2.sum()), Double(s3.sum()), Double(s4.sum()), Double(s5.sum()), Double(s6.sum()), 0)
  }

  /// 1 - R²: the squares that light and drawing leave, without the shift, in proportion to the data's variance.
  private func residual(_ fit: SymbolFit, _ data: UnsafePointer<Float>, _ drawing: UnsafePointer<Float>) -> Float {
    let a = fit.contrast
    let b = fit.black
    var left = SIMD4<Float>()
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    var index = 0
    while index < rendering.count {
      let u = positions.quad(index)
      let q = data.quad(index)
      let black: SIMD4<Float> = b[0] + u * (b[1] + u * b[2])
      let contrast: SIMD4<Float> = a[0] + u * (a[1] + u * a[2])
      let difference = q - black - contrast * drawing.quad(index)
      left += difference * difference
      sum += q
      squares += q * q
      index &+= 4
    }
    let total = sum.sum()
    return left.sum() / (squares.sum() - total * total / Float(rendering.count))
  }

  /// Modules of a part, a digit's width…
  private static let partModules = 7
  /// …which may lie by so many samples beside its place: the fit's geometry is smooth, print and paper aren't.
  private static let partReach = 1
  /// A part's contrast as a share of the fit's: shadows and reflections have edges, and light is smooth in the fit. What is outside is no light
  /// on the code but something over it.
  private static let partContrast: ClosedRange<Float> = 0.6...1.6

  /// Returns the misfit of the part of the symbol, a digit's width anywhere, that the fit explains worst: the mean squared difference from its
  /// drawing, in the part's own light, in squared contrast. 0 = every part explained. Needs the samples of the fit's geometry.
  func worstPart(of fit: SymbolFit, _ samples: SymbolSamples) -> Float {
    begin(fit.code)
    let drawing = rendering.drawing(blur: fit.blurIndex, ink: fit.inkIndex).samples
    let modules = rendering.count / SymbolModel.samplesPerModule
    var worst: Float = 0
    var sums = InlineArray<3, PartSums>(repeating: PartSums())
    for module in 0..<modules {
      var least = Float.infinity
      for index in 0...2 * Self.partReach {
        let data = UnsafePointer(samples.values + SymbolRendering.first + index - Self.partReach)
        sums[index].add(fit, data, drawing, positions, module: module, sign: 1)
        if module >= Self.partModules { sums[index].add(fit, data, drawing, positions, module: module - Self.partModules, sign: -1) }
        if module >= Self.partModules - 1 { least = min(least, sums[index].misfit(Self.partContrast)) }
      }
      // Written so that what isn't a number is kept.
      if module >= Self.partModules - 1, !(least <= worst) { worst = least }
    }
    return worst
  }

  /// Sums over the samples of a part, of the data x in the fit's light (0 black, 1 white) and the drawing y.
  private struct PartSums {
    private var x: Float = 0
    private var y: Float = 0
    private var xx: Float = 0
    private var xy: Float = 0
    private var yy: Float = 0

    /// Adds a module, or takes it away again.
    @inline(__always)
    mutating func add(
      _ fit: SymbolFit, _ data: UnsafePointer<Float>, _ drawing: UnsafePointer<Float>, _ positions: UnsafePointer<Float>, module: Int,
      sign: Float
    ) {
      let index = module &* SymbolModel.samplesPerModule
      let (a, b, u) = (fit.contrast, fit.black, positions.quad(index))
      let black: SIMD4<Float> = b[0] + u * (b[1] + u * b[2])
      let contrast: SIMD4<Float> = a[0] + u * (a[1] + u * a[2])
      let (seen, drawn) = ((data.quad(index) - black) / contrast, drawing.quad(index))
      x += sign * seen.sum()
      y += sign * drawn.sum()
      xx += sign * (seen * seen).sum()
      xy += sign * (seen * drawn).sum()
      yy += sign * (drawn * drawn).sum()
    }

    /// The residual of the drawing at its best contrast and brightness, in squares of that contrast.
    func misfit(_ contrasts: ClosedRange<Float>) -> Float {
      let count = Float(SymbolRefiner.partModules * SymbolModel.samplesPerModule)
      let (varianceX, varianceY, covariance) = (xx - x * x / count, yy - y * y / count, xy - x * y / count)
      let contrast = min(contrasts.upperBound, max(contrasts.lowerBound, covariance / max(varianceY, 1e-3)))
      return (varianceX - 2 * contrast * covariance + contrast * contrast * varianceY) / (count * contrast * contrast)
    }
  }

  /// Takes the shift into the geometry: sample position x(u) becomes x(u - 2 s(u) / modules), to first order x - 2 s x' / modules, where products
  /// beyond the third power of u are dropped.
  private func move(_ fit: inout SymbolFit) {
    func shift(_ power: Int) -> Double { max(-Self.largestShift, min(Self.largestShift, equations.vector[6 + power])) }
    let s = SIMD4(shift(0), shift(1), shift(2), shift(3))
    let g = fit.geometry
    let derivative = SIMD3(g[1], 2 * g[2], 3 * g[3])
    let change = SIMD4(
      s[0] * derivative[0],
      s[1] * derivative[0] + s[0] * derivative[1],
      s[2] * derivative[0] + s[1] * derivative[1] + s[0] * derivative[2],
      s[3] * derivative[0] + s[2] * derivative[1] + s[1] * derivative[2])
    fit.geometry -= 2 / Double(fit.code.kind.moduleCount) * change
  }
}
