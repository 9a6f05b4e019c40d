/// The edges of a profile between dark and bright, in ascending order; they fall and rise in turn. Belongs to one thread.
///
/// Extremes of brightness are taken in turn, each at least `threshold` from the last (hysteresis, so that noise makes none); between two of
/// them lies one edge, where the profile is steepest. It is placed to a fraction of a sample by the parabola through the three differences
/// around the steepest.
final class EdgeFinder {
  /// The positions of the edges, in samples: 2.5 is halfway between samples 2 and 3.
  private(set) var positions: UnsafeMutablePointer<Float>
  /// The number of them.
  private(set) var count = 0
  /// Whether the first one falls, from white to black; the others alternate.
  private(set) var firstFalls = false
  private var memory = Scratch<Float>()

  init() { positions = memory.room(for: 0) }

  /// Whether an edge falls, from white to black.
  @inline(__always)
  func falls(_ edge: Int) -> Bool { (edge & 1 == 0) == firstFalls }

  /// Exchanges black and white.
  func invert() { firstFalls.toggle() }

  /// Finds the edges of at least `threshold` grey levels.
  func find(in profile: Profile, threshold: Float) {
    let samples = UnsafePointer(profile.samples)
    let total = profile.count
    positions = memory.room(for: total)
    count = 0
    guard total > 2 else { return }
    var (lowest, highest, last) = (0, 0, 0)
    // Until the first edge is known both extremes are looked for.
    var i = 1
    while i < total {
      if samples[i] < samples[lowest] { lowest = i }
      if samples[i] > samples[highest] { highest = i }
      if samples[i] - samples[lowest] > threshold || samples[highest] - samples[i] > threshold { break }
      i += 1
    }
    guard i < total else { return }
    var rises = samples[i] - samples[lowest] > threshold
    firstFalls = !rises
    last = rises ? lowest : highest
    if rises { highest = i } else { lowest = i }
    i += 1
    while i < total {
      let value = samples[i]
      if rises {
        if value > samples[highest] {
          highest = i
        } else if samples[highest] - value > threshold {
          place(samples, total, from: last, to: highest, sign: 1)
          (last, lowest, rises) = (highest, i, false)
        }
      } else {
        if value < samples[lowest] {
          lowest = i
        } else if value - samples[lowest] > threshold {
          place(samples, total, from: last, to: lowest, sign: -1)
          (last, highest, rises) = (lowest, i, true)
        }
      }
      i += 1
    }
    if rises {
      if samples[highest] - samples[last] > threshold { place(samples, total, from: last, to: highest, sign: 1) }
    } else {
      if samples[last] - samples[lowest] > threshold { place(samples, total, from: last, to: lowest, sign: -1) }
    }
  }

  /// Adds the edge between two extremes.
  @inline(__always)
  private func place(_ samples: UnsafePointer<Float>, _ total: Int, from first: Int, to end: Int, sign: Float) {
    var steepest = first
    var slope: Float = -1
    for i in first..<end {
      let difference = sign * (samples[i + 1] - samples[i])
      if difference > slope { (slope, steepest) = (difference, i) }
    }
    let before = steepest > 0 ? sign * (samples[steepest] - samples[steepest - 1]) : 0
    let after = steepest + 2 < total ? sign * (samples[steepest + 2] - samples[steepest + 1]) : 0
    // The vertex of the parabola through (-1, before), (0, slope), (1, after).
    let bend = before - 2 * slope + after
    let offset = bend < -1e-6 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0
    positions[count] = Float(steepest) + 0.5 + offset
    count += 1
  }
}
