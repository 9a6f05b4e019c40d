import Foundation
import TestSupport

/// A grey picture that was drawn.
package struct DrawnPicture: Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// Row-major, 0 = black, `width * height` bytes.
  package let pixels: [UInt8]

  /// A picture of these pixels.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The picture as a PGM file: a header of three lines, then the pixels.
  package var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }

  /// A part of the picture. The ranges are within it.
  package func cropped(x: Range<Int>, y: Range<Int>) -> DrawnPicture {
    DrawnPicture(width: x.count, height: y.count, pixels: y.flatMap { pixels[$0 * width + x.lowerBound..<$0 * width + x.upperBound] })
  }

  /// The picture with rows and columns exchanged.
  package var transposed: DrawnPicture {
    DrawnPicture(width: height, height: width, pixels: (0..<width).flatMap { x in (0..<height).map { pixels[$0 * width + x] } })
  }

  /// The picture in the middle of a larger one of one brightness.
  package func framed(by border: Int, of grey: UInt8) -> DrawnPicture {
    let side = [UInt8](repeating: grey, count: border)
    let outside = [UInt8](repeating: grey, count: border * (width + 2 * border))
    let rows = (0..<height).flatMap { side + pixels[$0 * width..<($0 + 1) * width] + side }
    return DrawnPicture(width: width + 2 * border, height: height + 2 * border, pixels: outside + rows + outside)
  }

  /// Pictures in rows and columns, each in the upper left corner of a cell as large as the largest; white beside them.
  package static func sheet(_ pictures: [DrawnPicture], columns: Int) -> DrawnPicture {
    let (cellWidth, cellHeight) = (pictures.map(\.width).max() ?? 1, pictures.map(\.height).max() ?? 1)
    let (width, height) = (cellWidth * columns, cellHeight * ((pictures.count + columns - 1) / columns))
    var pixels = [UInt8](repeating: 230, count: width * height)
    for (index, picture) in pictures.enumerated() {
      let first = index / columns * cellHeight * width + index % columns * cellWidth
      for y in 0..<picture.height {
        pixels.replaceSubrange(
          first + y * width..<first + y * width + picture.width, with: picture.pixels[y * picture.width..<(y + 1) * picture.width])
      }
    }
    return DrawnPicture(width: width, height: height, pixels: pixels)
  }

  /// Lends the pixels with 64 readable bytes behind them, as readers that load whole vectors want them.
  package func withPaddedPixels<R>(_ body: (UnsafePointer<UInt8>) throws -> R) rethrows -> R {
    try (pixels + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { buffer in
      // An array of 64 bytes or more has a base address.
      guard let base = buffer.baseAddress else { preconditionFailure() }
      return try body(base)
    }
  }
}

extension DrawnCode {
  /// The code's picture, with a margin of a few pixels around the label. The same seed draws the same noise.
  package func picture(seed: UInt64 = 1) -> DrawnPicture {
    var random = SeededGenerator(seed: seed)
    let bars = modules
    let cover = BarCover(bars, ink: ink, blur: blur)
    let (halfWidth, halfHeight) = (Double(bars.count) / 2 + quietZone, height / 2 + 3)
    let turn = tilt * .pi / 180
    let (sine, cosine) = (sin(turn), cos(turn))
    // The near end of a code seen obliquely is larger.
    let growth = 1 / (1 - abs(perspective))
    let (spanX, spanY) = (halfWidth * module * growth, halfHeight * module * growth)
    let pictureWidth = Int(2 * (spanX * abs(cosine) + spanY * abs(sine))) + 8
    let pictureHeight = Int(2 * (spanX * abs(sine) + spanY * abs(cosine))) + 8
    let barHalf = Double(bars.count) / 2
    var pixels: [UInt8] = []
    pixels.reserveCapacity(pictureWidth * pictureHeight)
    for y in 0..<pictureHeight {
      for x in 0..<pictureWidth {
        let (dx, dy) = ((Double(x) + 0.5 - Double(pictureWidth) / 2) / module, (Double(y) + 0.5 - Double(pictureHeight) / 2) / module)
        // Turned back, seen from the front, unrolled: where on the label, in modules from its middle, this pixel looks.
        let (turnedX, turnedY) = (dx * cosine + dy * sine, dy * cosine - dx * sine)
        let depth = 1 - perspective * turnedX / halfWidth
        let (flatX, v) = (turnedX / depth, turnedY / depth)
        let (smoothU, stretch) = unrolled(flatX, halfWidth: barHalf)
        let u = smoothU + wave.shift(smoothU, v)
        // du/dx along the code is 1 / depth², times that of the bend; a turned pixel is taken for an upright one.
        let ink = cover.mean(at: u + barHalf, over: stretch / (depth * depth * module)) * rowCover(v)
        let light = 1 - shade * Double(x) / Double(pictureWidth)
        let value = (white + (black - white) * ink) * light + noise * random.normal()
        pixels.append(UInt8(max(0, min(255, value.rounded()))))
      }
    }
    return DrawnPicture(width: pictureWidth, height: pictureHeight, pixels: pixels)
  }

  /// A label around a can: a point at the angle a from the middle is seen at sin a. The scale is such that the code's middle keeps its
  /// module; behind the horizon there is only paper.
  private func unrolled(_ x: Double, halfWidth: Double) -> (u: Double, stretch: Double) {
    guard bend > 0 else { return (x, 1) }
    let radius = halfWidth / bend
    guard abs(x) < 0.99 * radius else { return (x < 0 ? -1e6 : 1e6, 1) }
    return (radius * asin(x / radius), 1 / (1 - x * x / (radius * radius)).squareRoot())
  }

  /// Returns the coverage of a bar at `v` modules from the middle of its height, 0…1: its ends are as blurred as its sides.
  private func rowCover(_ v: Double) -> Double {
    let softness = max(blur, 0.1) * 2.0.squareRoot()
    return (erf((v + height / 2) / softness) - erf((v - height / 2) / softness)) / 2
  }
}

/// The ink at each place across a code, blurred, as a table of running sums, so that the mean over a pixel costs two lookups.
private struct BarCover {
  private static let perModule = 32.0
  /// Modules before the first bar that the table begins with, and as many behind the last.
  private static let border = 8.0

  /// `sums[i]` is the ink before the place `i / perModule - border`, in modules.
  private let sums: [Double]

  init(_ modules: [Bool], ink: Double, blur: Double) {
    let count = Int((Double(modules.count) + 2 * Self.border) * Self.perModule)
    var cover = [Double](repeating: 0, count: count)
    let softness = max(blur, 0.02)
    var next = 0
    while let start = modules[next...].firstIndex(of: true) {
      let end = modules[start...].firstIndex(of: false) ?? modules.count
      let (left, right) = (Double(start) - ink / 2, Double(end) + ink / 2)
      // Farther away the blur leaves less than a millionth.
      let reach = 5 * softness + 1
      let first = max(0, Int((left - reach + Self.border) * Self.perModule))
      let last = min(count, Int((right + reach + Self.border) * Self.perModule))
      for i in first..<last {
        let place = (Double(i) + 0.5) / Self.perModule - Self.border
        cover[i] += (erf((place - left) / (softness * 2.0.squareRoot())) - erf((place - right) / (softness * 2.0.squareRoot()))) / 2
      }
      next = end
      if next >= modules.count { break }
    }
    var sum = 0.0
    sums =
      [0]
      + cover.map { part in
        sum += part / Self.perModule
        return sum
      }
  }

  /// The share of ink, 0…1, in `width` modules around `place` modules behind the first bar's left side.
  func mean(at place: Double, over width: Double) -> Double { (sum(before: place + width / 2) - sum(before: place - width / 2)) / width }

  private func sum(before place: Double) -> Double {
    let position = max(0, min(Double(sums.count - 1), (place + Self.border) * Self.perModule))
    let index = min(Int(position), sums.count - 2)
    return sums[index] + (sums[index + 1] - sums[index]) * (position - Double(index))
  }
}

extension SeededGenerator {
  /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
