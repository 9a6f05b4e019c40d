import DrawnCodes
import Foundation
import TestSupport
import Testing

@testable import BarReader

@Suite struct RegionDetectorTests {
  /// A drawn code lies in the middle of its picture: the first region must cover it, at its angle.
  @Test(arguments: stride(from: 0, to: 180, by: 12).map { Double($0) })
  func barsAreFoundAtAnyAngle(degrees: Double) throws {
    var code = DrawnCode(.ean13, "5901234123457")
    (code.module, code.tilt, code.noise) = (3, degrees, 4)
    let picture = code.picture()
    let regions = picture.withPaddedPixels {
      RegionDetector().regions(in: Luma(pixels: $0, width: picture.width, height: picture.height), longSide: 800)
    }
    let region = try #require(regions.first)
    let middle = SIMD2(Float(picture.width), Float(picture.height)) / 2
    #expect(region.contains(middle))
    let corners = region.corners
    // The long side's direction is the code's.
    let side = corners[1] - corners[0]
    let angle = Double(side.angle) * 180 / .pi
    let difference = (angle - degrees).remainder(dividingBy: 180)
    #expect(abs(difference) < 3, "\(angle) for \(degrees)")
    // 95 modules of 3 pixels, and at most a block of 8 pixels and its halo at each end.
    #expect((270...350).contains(side.length))
  }

  /// Two parts of a row of bars with a gap between them are found as parts and as one; bars at another height are another row's.
  @Test func partsOfOneRowAreJoined() throws {
    let left = BarRegion(isTransposed: false, slope: 0.1, across: 100...200, along: 50...100, score: 2)
    var right = BarRegion(isTransposed: false, slope: 0.12, across: 220...300, along: 55...103, score: 1)
    let both = try #require(left.joined(to: right))
    #expect(both == right.joined(to: left))
    #expect(both.across == 100...300 && both.along == 55...100 && both.slope == 0.1)
    right.along = 90...138
    #expect(left.joined(to: right) == nil)
    (right.along, right.slope) = (55...103, 0.2)
    #expect(left.joined(to: right) == nil)
    (right.slope, right.across) = (0.1, 300...400)
    #expect(left.joined(to: right) == nil)
    // One within the other is no neighbour.
    right.across = 120...150
    #expect(left.joined(to: right) == nil)
  }

  /// The direction is the bars' own: a plain difference would make 15 degrees 18.
  @Test(arguments: [5.0, 10, 15, 25, 40]) func leanIsNotExaggerated(degrees: Double) throws {
    var code = DrawnCode(.ean13, "5901234123457")
    (code.module, code.tilt, code.height) = (3, degrees, 40)
    let picture = code.picture()
    let region = try #require(
      picture.withPaddedPixels {
        RegionDetector().regions(in: Luma(pixels: $0, width: picture.width, height: picture.height), longSide: 800)
      }.first)
    let found = abs(atan(Double(region.slope)) * 180 / .pi)
    #expect(abs(found - degrees) < 1, "\(found)")
  }

  /// Bars that lean by 17 degrees, and below them, without a gap, what leans more and more, up to 45 degrees, as a curled page's text would. The
  /// region's slope is that of the bars, not the mean of all.
  @Test func whatIsBesideACodeDoesNotBendIt() throws {
    let (width, height) = (320, 300)
    var pixels = [UInt8](repeating: 128, count: width * height + Luma.padding)
    var shift = 0.0
    for y in 0..<height {
      shift += 0.3 + max(0, 0.7 * Double(y - 200) / 100)
      for x in 0..<width { pixels[y * width + x] = (Double(x) + shift).remainder(dividingBy: 8) < 0 ? 30 : 220 }
    }
    let region = try #require(regions(pixels, width, height).first)
    #expect(!region.isTransposed)
    let (degrees, right) = (atan(Double(region.slope)) * 180 / .pi, atan(0.3) * 180 / .pi)
    #expect(abs(degrees - right) < 7, "\(degrees) for \(right)")
  }

  @Test func textAndFlatnessHaveNoBars() {
    let flat = [UInt8](repeating: 128, count: 300 * 200 + Luma.padding)
    #expect(regions(flat, 300, 200).isEmpty)
    // A chequerboard changes in two directions.
    var board = flat
    for y in 0..<200 { for x in 0..<300 { board[y * 300 + x] = (x / 6 + y / 6) % 2 == 0 ? 30 : 220 } }
    #expect(regions(board, 300, 200).isEmpty)
  }

  @Test func thinPictureIsOneRegion() {
    let line = [UInt8](repeating: 128, count: 300 * 3 + Luma.padding)
    #expect(regions(line, 300, 3).map(\.isTransposed) == [false])
    #expect(regions(line, 3, 300).map(\.isTransposed) == [true])
  }

  @Test(arguments: 2...5) func shrunkPictureIsTheMeanOfSquares(factor: Int) throws {
    let (width, height) = (67, 23)
    let pixels = (0..<width * height + Luma.padding).map { UInt8($0 * 73 % 251) }
    try pixels.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      let shrinker = AreaShrinker()
      let small = try #require(shrinker.shrunk(Luma(pixels: base, width: width, height: height), by: factor))
      #expect(small.width == width / factor && small.height == height / factor)
      for y in 0..<small.height {
        for x in 0..<small.width {
          var sum = 0
          for j in 0..<factor { for i in 0..<factor { sum += Int(pixels[(y * factor + j) * width + x * factor + i]) } }
          #expect(abs(Double(small.row(y)[x]) - Double(sum) / Double(factor * factor)) <= 1)
        }
      }
    }
  }

  private func regions(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [BarRegion] {
    pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { RegionDetector().regions(in: Luma(pixels: $0, width: width, height: height), longSide: 800) } ?? []
    }
  }
}
