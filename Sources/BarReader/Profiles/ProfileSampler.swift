/// Lines across bars, side by side, whose mean is to be a profile.
struct Strip {
  /// As in `BarRegion`: pixels to the left per pixel down.
  let slope: Double
  /// The range across the bars, in pixels. Parts outside the picture are left out.
  let across: ClosedRange<Double>
  /// The first and the last line's place along the bars, in pixels; there is a line every pixel.
  let along: ClosedRange<Double>
  /// Whether there are two samples a pixel rather than one.
  let hasHalfSteps: Bool
}

/// Makes profiles without turning the picture. Belongs to one thread.
///
/// A sample at t across and w along the bars lies at y = w + t * slope / (1 + slope²), rounded to a row, and on that row exactly at
/// x = t - slope * y: the bar's own line is followed to the row's middle, so that rounding y moves nothing across the bars. Between pixels of
/// the row brightness is interpolated by a cubic (Catmull and Rom 1974). As long as the row stays the same, x goes on by whole pixels: its
/// fraction, and with it the four weights, are constant, and the profile is a plain filter of the row. Nothing is mixed across rows but by
/// the mean of the lines.
final class ProfileSampler {
  /// Shorter profiles are none: UPC-E has 51 modules.
  static let fewestSamples = 40

  private var whole = Scratch<Float>()
  private var halves = Scratch<Float>()
  private var numbers = Scratch<Float>()

  /// Fills the profile. `false` when too little of the strip lies in the picture.
  func sample(_ picture: Luma, _ strip: Strip, into profile: Profile) -> Bool {
    let slope = strip.slope
    let lean = slope / (1 + slope * slope)
    guard let across = Self.part(of: strip, in: picture) else { return false }
    let count = Int(across.upperBound - across.lowerBound)
    guard count >= Self.fewestSamples else { return false }
    let whole = whole.room(for: count)
    let halves = halves.room(for: count)
    whole.update(repeating: 0, count: count + 8)
    halves.update(repeating: 0, count: count + 8)
    var lines = 0
    while true {
      let w = strip.along.lowerBound + Double(lines)
      guard w <= strip.along.upperBound + 1e-6 else { break }
      let firstY = w + across.lowerBound * lean
      var j = 0
      while j < count {
        let y = (firstY + Double(j) * lean + 0.5).rounded(.down)
        let end = Self.end(ofRunAt: j, firstY: firstY, lean: lean, row: y, count: count)
        let row = min(max(Int(y), 0), picture.height - 1)
        let x = across.lowerBound + Double(j) - slope * Double(row)
        interpolate(picture.row(row), from: x, count: end - j, addingTo: whole + j, strip.hasHalfSteps ? halves + j : nil)
        j = end
      }
      lines += 1
    }
    guard lines > 0 else { return false }
    let scale = 1 / Float(lines)
    profile.start = across.lowerBound
    if strip.hasHalfSteps {
      profile.step = 0.5
      profile.resize(to: 2 * count - 1)
      let samples = profile.samples
      // The last half sample lies behind the end; the profile has room for it.
      for j in 0..<count { (samples[2 * j], samples[2 * j + 1]) = (whole[j] * scale, halves[j] * scale) }
    } else {
      profile.step = 1
      profile.resize(to: count)
      let samples = profile.samples
      for j in 0..<count { samples[j] = whole[j] * scale }
    }
    return true
  }

  /// The part of a strip for which all lines lie in the picture, with two pixels of room for the interpolation.
  private static func part(of strip: Strip, in picture: Luma) -> ClosedRange<Double>? {
    let slope = strip.slope
    let squared = 1 + slope * slope
    let lean = slope / squared
    // Rounding y moves x by up to half the slope.
    let slack = abs(slope) / 2
    var (low, high) = (strip.across.lowerBound, strip.across.upperBound)
    for w in [strip.along.lowerBound, strip.along.upperBound] {
      // x = t / (1 + slope²) - slope * w, from 1.01 to the width less 3.51
      low = max(low, (1.01 + slack + slope * w) * squared)
      high = min(high, (Double(picture.width) - 3.51 - slack + slope * w) * squared)
      // y = w + t * lean, from a half to the height less one and a half
      let (top, bottom) = (0.5 - w, Double(picture.height) - 1.5 - w)
      if lean > 1e-4 {
        (low, high) = (max(low, top / lean), min(high, bottom / lean))
      } else if lean < -1e-4 {
        (low, high) = (max(low, bottom / lean), min(high, top / lean))
      } else if w < 0 || w > Double(picture.height - 1) {
        return nil
      }
    }
    return low < high ? low...high : nil
  }

  /// The first sample behind `j` that lies on another row.
  private static func end(ofRunAt j: Int, firstY: Double, lean: Double, row: Double, count: Int) -> Int {
    guard abs(lean) > 1e-6 else { return count }
    let change = lean > 0 ? ((row + 0.5 - firstY) / lean).rounded(.up) : ((row - 0.5 - firstY) / lean).rounded(.down) + 1
    return change >= Double(count) ? count : max(Int(change), j + 1)
  }

  /// Interpolates `count` pixels, a pixel apart from `x` on, and those half a pixel further, and adds them to the sums.
  private func interpolate(
    _ row: UnsafePointer<UInt8>, from x: Double, count: Int, addingTo whole: UnsafeMutablePointer<Float>,
    _ halves: UnsafeMutablePointer<Float>?
  ) {
    let first = max(1, Int(x))
    let phase = Float(x - Double(first))
    let pixels = converted(row + first - 1, count: count)
    Self.add(pixels, Self.weights(at: phase), count: count, to: whole)
    guard let halves else { return }
    // Half a pixel further: between the same pixels, or between the next ones.
    let isNext = phase >= 0.5
    Self.add(pixels + (isNext ? 1 : 0), Self.weights(at: isNext ? phase - 0.5 : phase + 0.5), count: count, to: halves)
  }

  /// The pixels of a run as numbers, and those behind it that its last ones are interpolated with.
  private func converted(_ pixels: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<Float> {
    let numbers = numbers.room(for: count + 8)
    let bytes = UnsafeRawPointer(pixels)
    var i = 0
    while i < count &+ 4 {
      let eight = bytes.loadUnaligned(fromByteOffset: i, as: SIMD8<UInt8>.self)
      UnsafeMutableRawPointer(numbers + i).storeBytes(of: SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: eight)), as: SIMD8<Float>.self)
      i &+= 8
    }
    return UnsafePointer(numbers)
  }

  /// Adds the run, filtered by four weights, to the sums.
  @inline(__always)
  private static func add(_ pixels: UnsafePointer<Float>, _ weights: SIMD4<Float>, count: Int, to sums: UnsafeMutablePointer<Float>) {
    var i = 0
    while i &+ 4 <= count {
      sums.setQuad(i, sums.quad(i) + mean(pixels + i, weights))
      i &+= 4
    }
    guard i < count else { return }
    let rest = mean(pixels + i, weights)
    for lane in 0..<(count &- i) { sums[i &+ lane] += rest[lane] }
  }

  @inline(__always)
  private static func mean(_ pixels: UnsafePointer<Float>, _ weights: SIMD4<Float>) -> SIMD4<Float> {
    let left = pixels.quad(0) * weights[0] + pixels.quad(1) * weights[1]
    let right = pixels.quad(2) * weights[2] + pixels.quad(3) * weights[3]
    return left + right
  }

  /// Catmull and Rom's cubic through four samples, `t` of the way from the second to the third.
  private static func weights(at t: Float) -> SIMD4<Float> {
    SIMD4(((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1, ((-1.5 * t + 2) * t + 0.5) * t, (0.5 * t - 0.5) * t * t)
  }
}
