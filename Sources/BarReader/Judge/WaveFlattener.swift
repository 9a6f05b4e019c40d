/// Takes the waves out of a profile: shows a symbol on a bag or a crumpled label as it would look if that were flat.
///
/// Which digits a symbol has doesn't matter. Every digit is seven modules wide, so that the edges at which digits and guards begin lie at the
/// same modules in all codes of a kind: at 0, 3, 10, 17 … 45, 50, 57 … 92 and 95 in an EAN-13. A natural cubic spline through those edges tells
/// where each module lies in the profile. So no code is favoured: what is between the edges decides, as ever.
///
/// A spline through edges seven modules apart follows a wave of amplitude A and period P to within A (7 · 2π / P)⁴ · 5 / 384: .06 A at 30 modules.
/// UPC-E isn't flattened: with a single guard, parts of other symbols come too near to one.
///
/// Contains scratch memory: use from one thread only.
final class WaveFlattener {
  /// Modules shown on each side of the symbol: those that a fit takes into account, and room for its shifts.
  private static let margin = SymbolModel.margin + 1
  /// Modules between two such edges may be so much narrower or wider than the symbol's mean.
  private static let stretch: ClosedRange<Float> = 0.6...1.6
  /// The most edges that the spline passes through: those of EAN-13.
  private static let mostKnots = 17

  /// The symbol as if flat, with sums only: the mean of sample `i` is the difference of `sums[i + 1]` and `sums[i]`.
  let flat = Profile()
  private var count = 0
  /// Modules, ascending, and where they are in the profile, in samples.
  private var modules = [Float](repeating: 0, count: mostKnots)
  private var positions = [Float](repeating: 0, count: mostKnots)
  /// The spline's second derivatives.
  private var bends = [Float](repeating: 0, count: mostKnots)
  private var weights = [Float](repeating: 0, count: mostKnots)

  /// Fills `flat` with the symbol, from left to right in the order of its code. Returns its ends there, in samples; `nil` if the edges are no
  /// wave's.
  ///
  /// - edges: `edgeCount` positions in samples, ascending. A reversed code is read from right to left.
  /// - ink: by how much bars seem wider than drawn, in modules.
  func flatten(
    _ profile: Profile, _ kind: SymbolKind, edges: UnsafePointer<Float>, isReversed: Bool, ink: Float
  ) -> (start: Float, end: Float)? {
    guard kind != .upcE else { return nil }
    collect(kind, edges, isReversed: isReversed, ink: ink)
    let perModule = abs(positions[count - 1] - positions[0]) / (modules[count - 1] - modules[0])
    guard perModule.isFinite, perModule > 0, isGentle(isReversed ? -perModule : perModule) else { return nil }
    bend()
    let margin = Float(Self.margin)
    let length = Int((Float(kind.moduleCount) + 2 * margin) * perModule) + 1
    flat.resize(to: length)
    var last = position(ofModule: -0.5 / perModule - margin)
    var sum: Float = 0
    flat.sums[0] = 0
    for sample in 0..<length {
      let next = position(ofModule: (Float(sample) + 0.5) / perModule - margin)
      sum += Self.mean(of: profile, from: last, to: next)
      flat.sums[sample + 1] = sum
      last = next
    }
    return (margin * perModule, (margin + Float(kind.moduleCount)) * perModule)
  }

  /// The edges at which digits and guards begin. Ink moves those that turn black to the left and the others to the right.
  private func collect(_ kind: SymbolKind, _ edges: UnsafePointer<Float>, isReversed: Bool, ink: Float) {
    count = 0
    func add(_ edge: Int, module: Int) {
      modules[count] = Float(module) + (edge & 1 == 0 ? -ink : ink) / 2
      positions[count] = edges[isReversed ? kind.edgeCount - 1 - edge : edge]
      count += 1
    }
    add(0, module: 0)
    for digit in 0...kind.firstRightDigit { add(3 + 4 * digit, module: 3 + 7 * digit) }
    for digit in kind.firstRightDigit...kind.barDigitCount {
      add(3 + 4 * digit + 5, module: 3 + 7 * digit + 5)
    }
    add(kind.edgeCount - 1, module: kind.moduleCount)
  }

  /// Whether modules are nowhere much narrower or wider than `mean` samples.
  private func isGentle(_ mean: Float) -> Bool {
    (1..<count).allSatisfy { Self.stretch.contains((positions[$0] - positions[$0 - 1]) / (modules[$0] - modules[$0 - 1]) / mean) }
  }

  // MARK: - The spline

  /// Solves for the second derivatives, which are 0 at both ends (Press et al., Numerical Recipes, 3.3).
  private func bend() {
    bends[0] = 0
    weights[0] = 0
    for i in 1..<count - 1 {
      let (before, after) = (modules[i] - modules[i - 1], modules[i + 1] - modules[i])
      let share = before / (before + after)
      let pivot = share * bends[i - 1] + 2
      let turn = (positions[i + 1] - positions[i]) / after - (positions[i] - positions[i - 1]) / before
      bends[i] = (share - 1) / pivot
      weights[i] = (6 * turn / (before + after) - share * weights[i - 1]) / pivot
    }
    bends[count - 1] = 0
    for i in (1..<count - 1).reversed() { bends[i] = bends[i] * bends[i + 1] + weights[i] }
  }

  /// The position of a module in the profile, in samples; beyond the symbol's ends, modules are as wide as there.
  private func position(ofModule module: Float) -> Float {
    let last = count - 1
    if module <= modules[0] { return positions[0] + (module - modules[0]) * slope(0, 1, bends[1]) }
    if module >= modules[last] { return positions[last] + (module - modules[last]) * slope(last - 1, last, -bends[last - 1]) }
    let next = (1..<last).first { module < modules[$0] } ?? last
    let width = modules[next] - modules[next - 1]
    let (a, b) = ((modules[next] - module) / width, (module - modules[next - 1]) / width)
    let line = a * positions[next - 1] + b * positions[next]
    return line + ((a * a * a - a) * bends[next - 1] + (b * b * b - b) * bends[next]) * width * width / 6
  }

  /// The spline's slope at its first or its last end, whose second derivative is 0: that of the chord, less a sixth of the bend at the other end.
  private func slope(_ left: Int, _ right: Int, _ bend: Float) -> Float {
    let width = modules[right] - modules[left]
    return (positions[right] - positions[left]) / width - bend * width / 6
  }

  /// The mean brightness between two places in a profile, less its middle grey. Beyond its ends, the first and the last sample are repeated.
  private static func mean(of profile: Profile, from a: Float, to b: Float) -> Float {
    guard abs(b - a) > 1e-6 else { return 0 }
    return (sum(of: profile, before: b) - sum(of: profile, before: a)) / (b - a)
  }

  /// The sum of the samples before a place: sample `i` covers `i - ½ … i + ½`.
  private static func sum(of profile: Profile, before place: Float) -> Float {
    let inside = min(max(place + 0.5, 0), Float(profile.count))
    let below = min(Int(inside), profile.count - 1)
    let step = profile.sums[below + 1] - profile.sums[below]
    let (first, last) = (profile.sums[1], profile.sums[profile.count] - profile.sums[profile.count - 1])
    return profile.sums[below] + (inside - Float(below)) * step + min(place + 0.5, 0) * first
      + max(place + 0.5 - Float(profile.count), 0) * last
  }
}
