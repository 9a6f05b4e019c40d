import Glibc

/// The inverse cosine transform of a block's lowest coefficients: a picture of 1 to 4 pixels a side of what the block shows with 8.
///
/// JPEG's transform (ITU-T T.81, A.3.3) is orthonormal: each coefficient is how much there is of a wave of length 1. A picture with N pixels a side
/// has N x N such waves, which show what the lowest N x N of the block's do; a wave of the same brightness is N/8 times as long in it. So
///
///     pixel(x, y) = 128 + Σ F(u, v) / 8 · a(u) cos((2x + 1) u π / 2N) · a(v) cos((2y + 1) v π / 2N),  a(0) = 1, else √2
///
/// A block of luma 200 has F(0, 0) = 8 · 72 and nothing else, and each pixel is 128 + 72.
struct SmallBlock {
  /// Numbers of a block: N x N coefficients, N of each frequency down the block, and one to which those go that aren't asked for.
  let room: Int
  /// By coefficient in zigzag order, and 16 more (so far a run of zeros may lead): its place among the numbers.
  let places: [UInt8]
  /// The last coefficient that is asked for.
  let last: Int
  /// Numbers behind the last block that are read, too.
  static let slack = 4

  /// Pixels a side.
  private let side: Int
  /// By frequency down the block: what its coefficients are multiplied with.
  private let factors: [SIMD4<Float>]
  /// By frequency from 1 on, by pixel: cos((2x + 1) u π / 2N); 0 from N on.
  private let waves: [SIMD4<Float>]

  /// - Parameters:
  ///   - side: N, 1–4.
  ///   - steps: What coefficients are multiples of, in zigzag order.
  init(side: Int, steps: [UInt16]) {
    self.side = side
    room = side * side + 1
    var places = [UInt8](repeating: UInt8(side * side), count: 64 + 16)
    var factors = [SIMD4<Float>](repeating: .zero, count: 4)
    for (index, natural) in Self.zigzag.enumerated() {
      let (v, u) = (Int(natural) >> 3, Int(natural) & 7)
      guard u < side, v < side else { continue }
      places[index] = UInt8(side * v + u)
      let root = Float(2).squareRoot()
      factors[v][u] = Float(steps[index]) / 8 * (u == 0 ? 1 : root) * (v == 0 ? 1 : root)
    }
    last = places.lastIndex { $0 < side * side } ?? 0
    (self.places, self.factors) = (places, factors)
    waves = (1..<4).map { frequency in
      var wave = SIMD4<Float>.zero
      for x in 0..<4 where frequency < side {
        wave[x] = Float(cos(Double((2 * x + 1) * frequency) * .pi / Double(2 * side)))
      }
      return wave
    }
  }

  /// Draws a row of blocks.
  ///
  /// - Parameters:
  ///   - groups: How many groups of `count` blocks there are, whose first ones are `step` numbers apart.
  ///   - pixels: The upper left pixel's place. Three bytes to the right of all may be written, too.
  ///   - stride: Bytes to the next row.
  func draw(
    groups: Int, of count: Int, step: Int, _ blocks: UnsafePointer<Int16>, into pixels: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    // With a constant the loops over pixels and frequencies are unrolled.
    switch side {
    case 1: draw(1, groups, count, step, blocks, pixels, stride)
    case 2: draw(2, groups, count, step, blocks, pixels, stride)
    case 3: draw(3, groups, count, step, blocks, pixels, stride)
    default: draw(4, groups, count, step, blocks, pixels, stride)
    }
  }

  @inline(__always)
  private func draw(
    _ side: Int, _ groups: Int, _ count: Int, _ step: Int, _ blocks: UnsafePointer<Int16>, _ pixels: UnsafeMutablePointer<UInt8>,
    _ stride: Int
  ) {
    let (wave1, wave2, wave3) = (waves[0], waves[1], waves[2])
    let (factor0, factor1, factor2, factor3) = (factors[0], factors[1], factors[2], factors[3])
    var pixel = pixels
    for group in 0..<groups {
      var block = blocks + group &* step
      for _ in 0..<count {
        // By frequency down the block, those across it.
        let row0 = block.quad(0) * factor0
        let row1 = side > 1 ? block.quad(side) * factor1 : .zero
        let row2 = side > 2 ? block.quad(2 &* side) * factor2 : .zero
        let row3 = side > 3 ? block.quad(3 &* side) * factor3 : .zero
        for y in 0..<side {
          var across = row0
          if side > 1 { across += row1 * wave1[y] }
          if side > 2 { across += row2 * wave2[y] }
          if side > 3 { across += row3 * wave3[y] }
          var line = SIMD4(repeating: across[0] + 128)
          if side > 1 { line += wave1 * across[1] }
          if side > 2 { line += wave2 * across[2] }
          if side > 3 { line += wave3 * across[3] }
          (pixel + y &* stride).setBytes(line)
        }
        block += side &* side &+ 1
        pixel += side
      }
    }
  }

  /// By place in the zigzag, 8 v + u (T.81, figure A.6).
  private static let zigzag: [UInt8] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56,
    57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  ]
}

extension UnsafePointer<Int16> {
  /// Four numbers, as others.
  @inline(__always)
  fileprivate func quad(_ index: Int) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Int16>.self)))
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes four numbers, each rounded to the nearest of 0…255.
  @inline(__always)
  fileprivate func setBytes(_ numbers: SIMD4<Float>) {
    let low = numbers.replacing(with: 0, where: numbers .< 0)
    let inside = low.replacing(with: 255, where: low .> 255)
    // From 2²³ on floats are whole numbers, which stand in their lowest bits.
    let bits = unsafeBitCast(inside + 8_388_608, to: SIMD4<UInt32>.self)
    UnsafeMutableRawPointer(self).storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: bits), as: SIMD4<UInt8>.self)
  }
}
