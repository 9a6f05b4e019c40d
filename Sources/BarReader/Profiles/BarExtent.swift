/// Finds how far bars reach along themselves: line by line away from a place where they are known, as long as one line looks like the last.
/// Belongs to one thread.
final class BarExtent {
  /// Lines are so many modules apart; a symbol is 60 to 80 modules high.
  private static let stepInModules = 3.0
  /// The least correlation of two lines of the same bars. Noise and glare lower it; a digit or a rim has none.
  private static let leastLikeness: Float = 0.5
  /// The same behind lines that are torn or hidden: another code printed below begins and ends with the same bars.
  private static let leastLikenessBehind: Float = 0.85
  /// So many lines in a row may be torn or hidden.
  private static let mostUnlike = 2
  /// Bars end after so many lines at the latest.
  private static let mostLines = 100

  private let sampler = ProfileSampler()
  private var known = Profile()
  private var next = Profile()

  /// The first and the last line of the bars that a strip crosses, in pixels along them. `across`: of the symbol, in pixels; `module`: in pixels.
  func along(_ picture: Luma, _ strip: Strip, across: ClosedRange<Double>, module: Double) -> ClosedRange<Double> {
    let middle = (strip.along.lowerBound + strip.along.upperBound) / 2
    let step = max(1, module * Self.stepInModules)
    let up = end(picture, strip, across, from: middle, step: -step)
    let down = end(picture, strip, across, from: middle, step: step)
    return min(up, strip.along.lowerBound)...max(down, strip.along.upperBound)
  }

  private func end(_ picture: Luma, _ strip: Strip, _ across: ClosedRange<Double>, from middle: Double, step: Double) -> Double {
    guard sample(picture, strip, across, at: middle, into: known) else { return middle }
    var last = middle
    var unlike = 0
    for line in 1...Self.mostLines {
      let w = middle + Double(line) * step
      guard sample(picture, strip, across, at: w, into: next) else { return last }
      if Self.likeness(of: next, to: known) >= (unlike == 0 ? Self.leastLikeness : Self.leastLikenessBehind) {
        // Bars that aren't quite parallel to the strip's are followed.
        swap(&known, &next)
        (last, unlike) = (w, 0)
      } else {
        unlike += 1
        if unlike > Self.mostUnlike { return last }
      }
    }
    return last
  }

  private func sample(_ picture: Luma, _ strip: Strip, _ across: ClosedRange<Double>, at w: Double, into profile: Profile) -> Bool {
    let line = Strip(slope: strip.slope, across: across, along: w...w, hasHalfSteps: false)
    return sampler.sample(picture, line, into: profile)
  }

  /// The correlation of two lines over the part that both have, -1…1.
  private static func likeness(of a: Profile, to b: Profile) -> Float {
    let start = max(a.start, b.start)
    let (firstA, firstB) = (Int((start - a.start).rounded()), Int((start - b.start).rounded()))
    let count = min(a.count - firstA, b.count - firstB)
    guard count > ProfileSampler.fewestSamples / 2 else { return 0 }
    let (x, y) = (a.samples + firstA, b.samples + firstB)
    var (sumX, sumY, xx, yy, xy) = (Float(0), Float(0), Float(0), Float(0), Float(0))
    for i in 0..<count {
      sumX += x[i]
      sumY += y[i]
      xx += x[i] * x[i]
      yy += y[i] * y[i]
      xy += x[i] * y[i]
    }
    let n = Float(count)
    let varianceX = xx - sumX * sumX / n
    let varianceY = yy - sumY * sumY / n
    guard varianceX > n, varianceY > n else { return 0 }  // less than a grey level is nothing
    return (xy - sumX * sumY / n) / (varianceX * varianceY).squareRoot()
  }
}
