import Testing

@testable import BarReader
@testable import FoodScan

@Suite struct PhotoFrameTests {
  /// A letter F, stored in each of the eight ways that EXIF knows, by the value: what a viewer sees is always the same.
  private static let upright = ["FFF", "F..", "FF.", "F.."]
  private static let stored: [Int: [String]] = [
    1: ["FFF", "F..", "FF.", "F.."], 2: ["FFF", "..F", ".FF", "..F"], 3: ["..F", ".FF", "..F", "FFF"], 4: ["F..", "FF.", "F..", "FFF"],
    5: ["FFFF", "F.F.", "F..."], 6: ["F...", "F.F.", "FFFF"], 7: ["...F", ".F.F", "FFFF"], 8: ["FFFF", ".F.F", "...F"],
  ]

  @Test(arguments: Orientation.allCases)
  func everyOrientationIsTurnedUpright(orientation: Orientation) throws {
    let rows = try #require(Self.stored[orientation.rawValue])
    let turned = picture(rows).turned(orientation)
    #expect(turned.width == 3 && turned.height == 4)
    let shown = (0..<4).map { y in (0..<3).map { turned[$0, y].x == 255 ? "F" : "." }.joined() }
    #expect(shown == Self.upright)
  }

  /// A point goes where its pixel goes.
  @Test(arguments: Orientation.allCases)
  func pointsGoWithTheirPixels(orientation: Orientation) throws {
    let (width, height) = (5, 3)
    for spot in 0..<width * height {
      let image = ColorImage(width: width, height: height) { pixels in
        for i in 0..<width * height { pixels.advanced(by: 3 * i).update(repeating: i == spot ? 255 : 0, count: 3) }
      }
      let frame = PhotoFrame(size: PixelSize(width: width, height: height), orientation: orientation)
      let point = frame.upright(SIMD2(Float(spot % width) + 0.5, Float(spot / width) + 0.5))
      let turned = image.turned(orientation)
      #expect((turned.width, turned.height) == frame.uprightSize)
      #expect(turned[Int(point.x), Int(point.y)].x == 255)
    }
  }

  /// The first and the last pixel's middles of looks at full size, and at a half and a quarter of sides that can't be divided.
  @Test(
    arguments: [(400, 300, 400, 300, 1), (400, 300, 200, 150, 2), (3199, 2391, 1600, 1196, 2), (2391, 6399, 598, 1600, 4)]
      as [(Int, Int, Int, Int, Float)])
  func placesOfALookArePointsOfTheStoredPicture(width: Int, height: Int, seenWidth: Int, seenHeight: Int, step: Float) {
    let frame = PhotoFrame(size: PixelSize(width: width, height: height), orientation: .left)
    let look = ReadingTrace.Look(width: seenWidth, height: seenHeight, detectorSide: 800, regions: [])
    let last = SIMD2(Float(seenWidth - 1), Float(seenHeight - 1))
    let middles: [SIMD2<Float>] = [SIMD2(step, step) / 2, (last + 0.5) * step]
    #expect(frame.stored([SIMD2(0, 0), last], in: look) == middles)
  }

  @Test(arguments: Orientation.allCases)
  func thePicturesCornersStayItsCorners(orientation: Orientation) {
    let frame = PhotoFrame(size: PixelSize(width: 400, height: 300), orientation: orientation)
    let size = SIMD2(Float(frame.uprightSize.width), Float(frame.uprightSize.height))
    let corners = [SIMD2(0, 0), SIMD2(400, 0), SIMD2(400, 300), SIMD2(0, 300)].map { frame.upright($0) }
    #expect(Set(corners) == [SIMD2(0, 0), SIMD2(size.x, 0), size, SIMD2(0, size.y)])
  }

  private func picture(_ rows: [String]) -> ColorImage {
    let bytes = rows.joined().utf8.flatMap { [UInt8](repeating: $0 == UInt8(ascii: "F") ? 255 : 0, count: 3) }
    return ColorImage(width: rows[0].utf8.count, height: rows.count) { $0.update(from: bytes, count: bytes.count) }
  }
}
