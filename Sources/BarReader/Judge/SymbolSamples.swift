/// A profile seen on a symbol's own grid: mean brightness over each quarter of a module, for a guess of where the modules lie.
///
/// The mean over a stretch is the difference of the profile's cumulative sum at its ends, divided by its length. That is exact for any width of
/// module, wider or narrower than the profile's samples, and costs the same. Scratch inside: belongs to one thread.
final class SymbolSamples {
  /// `count` means of brightness, from `SymbolModel.margin` modules before the symbol to as many after it; less the profile's middle grey.
  let values: UnsafeMutablePointer<Float>
  /// Ends of the quarters in the profile, in samples: `count + 1`.
  private let ends: UnsafeMutablePointer<Float>
  /// The profile's sum up to them.
  private let sums: UnsafeMutablePointer<Float>
  private let scratch: UnsafeMutablePointer<Float>
  /// The number of samples, a multiple of four.
  private(set) var count = 0

  init() {
    // One more end than quarters, and whole vectors.
    let capacity = SymbolModel.maximumSamples + 8
    values = .allocate(capacity: capacity)
    ends = .allocate(capacity: capacity)
    sums = .allocate(capacity: capacity)
    scratch = .allocate(capacity: capacity)
    for pointer in [values, ends, sums, scratch] { pointer.initialize(repeating: 0, count: capacity) }
  }

  deinit {
    for pointer in [values, ends, sums, scratch] { pointer.deallocate() }
  }

  /// Resamples a profile, of two samples at least, for a symbol whose modules are at `geometry` (see
  /// `SymbolFit.geometry`).
  ///
  /// Beyond the profile its first and last samples are repeated. With a geometry that isn't finite the samples have no
  /// meaning.
  func resample(_ profile: Profile, _ kind: SymbolKind, geometry: SIMD4<Double>) {
    count = SymbolModel.sampleCount(kind)
    // Sample i of the profile is its mean over i - ½ … i + ½, so its sums are those up to i - ½: half a sample is added.
    let g = SIMD4<Float>(Float(geometry[0] + 0.5), Float(geometry[1]), Float(geometry[2]), Float(geometry[3]))
    let step = 2 / (Float(SymbolModel.samplesPerModule) * Float(kind.moduleCount))
    let lanes = SIMD4<Float>(0, 1, 2, 3)
    let first = -1 - 2 * Float(SymbolModel.margin) / Float(kind.moduleCount)
    let cumulative = UnsafePointer(profile.sums)
    let last = Float(profile.count) - 0.5
    var index = 0
    while index <= count {
      let u = (lanes + Float(index)) * step + first
      let position = g[0] + u * (g[1] + u * (g[2] + u * g[3]))
      // The sample below, without a conversion that could trap: adding 2^23 leaves an integer in the low bits. A position that isn't a number
      // becomes the first one.
      let inside = position.replacing(with: 0.5, where: .!(position .> 0.5)).replacing(with: last, where: position .> last)
      let below = unsafeBitCast(inside - 0.5 + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
      var lower = SIMD4<Float>()
      var upper = SIMD4<Float>()
      for lane in 0..<4 {
        let at = cumulative + Int(below[lane])
        lower[lane] = at[0]
        upper[lane] = at[1]
      }
      ends.setQuad(index, position)
      sums.setQuad(index, lower + (upper - lower) * (position - SIMD4<Float>(truncatingSmall: below)))
      index &+= 4
    }
    index = 0
    while index < count {
      let width = ends.quad(index &+ 1) - ends.quad(index)
      let mean = (sums.quad(index &+ 1) - sums.quad(index)) / width
      // There is nothing to average if a geometry folds back on itself.
      values.setQuad(index, mean.replacing(with: 0, where: .!(width * width .> 1e-12)))
      index &+= 4
    }
  }

  /// The brightness below which a 25th of the symbol's samples lie, and above which a 25th do: black and white, about.
  func extremes(_ kind: SymbolKind) -> (black: Float, white: Float) {
    let first = SymbolModel.margin * SymbolModel.samplesPerModule
    let inner = kind.moduleCount * SymbolModel.samplesPerModule
    scratch.update(from: values + first, count: inner)
    return (Self.value(of: scratch, inner, rank: inner / 25), Self.value(of: scratch, inner, rank: inner * 24 / 25))
  }

  /// The value that `rank` others lie below (quickselect, which reorders). Partitions in one direction, so that values that aren't numbers can't
  /// lead out of bounds.
  private static func value(of values: UnsafeMutablePointer<Float>, _ count: Int, rank: Int) -> Float {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      let pivot = values[middle]
      values[middle] = values[high]
      var boundary = low
      for index in low..<high where values[index] < pivot {
        let value = values[index]
        values[index] = values[boundary]
        values[boundary] = value
        boundary += 1
      }
      values[high] = values[boundary]
      values[boundary] = pivot
      if boundary == rank { break }
      if boundary < rank { low = boundary + 1 } else { high = boundary - 1 }
    }
    return values[rank]
  }
}

extension SIMD4<Float> {
  /// Integers below 2^23 as floats.
  @inline(__always)
  fileprivate init(truncatingSmall integers: SIMD4<UInt32>) {
    self = unsafeBitCast(integers | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}
