import Testing

@testable import FoodScan

@Suite struct MarkupTests {
  private let corners: [SIMD2<Float>] = [SIMD2(100, 80), SIMD2(300, 80), SIMD2(300, 180), SIMD2(100, 180)]

  private func barcode(_ text: String = "9521234543213") throws -> Barcode { try #require(Barcode(symbology: .ean13, text: text)) }

  private func sighting(_ corners: [SIMD2<Float>]?) throws -> Sighting { Sighting(try barcode(), by: .fit, corners: corners) }

  private func drawn(_ reading: PhotoReading, width: Int = 640, height: Int = 480, orientation: Orientation = .up) -> ColorImage {
    let frame = PhotoFrame(size: PixelSize(width: width, height: height), orientation: orientation)
    let gray = ColorImage(width: width, height: height) { $0.update(repeating: 180, count: 3 * width * height) }
    return Markup.drawing(of: Mark.all(of: reading, in: frame), on: gray.turned(orientation), frame)
  }

  private func pixel(_ ink: Ink) -> SIMD3<UInt8> { SIMD3(UInt8(ink.color.x), UInt8(ink.color.y), UInt8(ink.color.z)) }

  @Test func aCodeIsOutlinedAndItsDigitsStandBelow() throws {
    let picture = drawn(PhotoReading(sightings: [try sighting(corners)]))
    for place in [(200, 80), (200, 180), (100, 130), (299, 130)] {
      let isThere = near(picture, place.0, place.1, .green)
      #expect(isThere)
    }
    let bars = picture[200, 130]
    #expect(bars == SIMD3(repeating: 180), "the bars stay as they are")
    let white = (195..<250).contains { y in (100..<300).contains { picture[$0, y] == SIMD3(repeating: 255) } }
    #expect(white, "type")
  }

  @Test(arguments: Orientation.allCases)
  func theOutlineIsTurnedWithThePhoto(orientation: Orientation) throws {
    let picture = drawn(PhotoReading(sightings: [try sighting(corners)]), orientation: orientation)
    let frame = PhotoFrame(size: PixelSize(width: 640, height: 480), orientation: orientation)
    #expect((picture.width, picture.height) == frame.uprightSize)
    for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let place = frame.upright((corner + next) / 2)
      let isThere = near(picture, Int(place.x), Int(place.y), .green)
      #expect(isThere)
    }
  }

  @Test func whatIsNotUsedHasAnotherColor() throws {
    let rival = try barcode("9521234543220")
    let call = CloseCall(barcode: try barcode(), rival: rival, reason: .closeRival, corners: corners)
    let picture = drawn(PhotoReading(sightings: [], closeCalls: [call]))
    let hasRed = near(picture, 200, 80, .vermilion)
    let hasGreen = picture.contains(pixel(.green))
    #expect(hasRed && !hasGreen)
  }

  /// Other print on a package is nearly some code, too.
  @Test func whereACodeWasReadNothingIsSaidOfSuspects() throws {
    let call = CloseCall(barcode: try barcode("9521234543220"), rival: nil, reason: .poorFit, corners: corners)
    let reading = PhotoReading(sightings: [try sighting(corners)], closeCalls: [call])
    #expect(reading.closestCalls.isEmpty)
    #expect(drawn(reading).pixels == drawn(PhotoReading(sightings: [try sighting(corners)])).pixels)
  }

  @Test func aCodeWhosePlaceNobodyKnowsIsSaidInTheCorner() throws {
    let picture = drawn(PhotoReading(sightings: [try sighting(nil)]))
    let isThere = (0..<60).contains { y in (0..<300).contains { picture[$0, y] == pixel(.green) } }
    #expect(isThere)
  }

  @Test func nothingReadLeavesThePhotoAsItIs() {
    let isSame = drawn(PhotoReading(sightings: [])).pixels.allSatisfy { $0 == 180 }
    #expect(isSame)
  }

  @Test func smallPhotosAreMagnifiedSoThatTypeFits() throws {
    let picture = drawn(
      PhotoReading(sightings: [try sighting([SIMD2(10, 10), SIMD2(150, 10), SIMD2(150, 60), SIMD2(10, 60)])]), width: 170, height: 100)
    #expect(picture.width == 510 && picture.height == 300)
    let isThere = near(picture, 30, 30, .green)
    #expect(isThere)
  }

  @Test(arguments: [(1, 1), (1, 3000), (3000, 1)])
  func anySizeIsDrawn(width: Int, height: Int) throws {
    let wild: [SIMD2<Float>] = [SIMD2(-9e9, 0), SIMD2(9e9, .nan), SIMD2(3, 3), SIMD2(0, 0)]
    for corners in [corners, wild, nil] {
      #expect(drawn(PhotoReading(sightings: [try sighting(corners)]), width: width, height: height).pixels.count >= 3)
    }
  }

  /// A whole photo: turned, in colour, encoded.
  @Test(arguments: [Markup.Format.png, .jpeg])
  func aPhotoIsWrittenUpright(format: Markup.Format) throws {
    let photo = try Fixture.photo(Fixture.bytes("turned.jpg"), named: "turned.jpg")
    let stored = try Fixture.picture("turned.jpg").size
    let bytes = try Markup(format: format).bytes(of: photo, showing: PhotoReading(sightings: []), limits: PhotoLimits())
    let written = try Fixture.photo(bytes)
    #expect(written.format == (format == .png ? .png : .jpeg))
    #expect(written.orientation == .up)
    let size = try Picture(written, limits: PhotoLimits()).size
    #expect(size.width == stored.height && size.height == stored.width)
  }

  @Test func digitsStandInTheGroupsOfTheLabel() throws {
    let texts: [(Symbology, String, String)] = [
      (.ean13, "9521234543213", "9 521234 543213"), (.ean8, "95212340", "9521 2340"), (.upca, "012345678905", "0 12345 67890 5"),
      (.upce, "01234565", "0 123456 5"),
    ]
    for (symbology, text, spaced) in texts { #expect(Barcode(symbology: symbology, text: text)?.spacedText ?? spaced == spaced) }
  }

  /// Whether one of the pixels around has about that colour: a line of two pixels rarely covers one whole.
  private func near(_ picture: ColorImage, _ x: Int, _ y: Int, _ ink: Ink) -> Bool {
    (max(0, y - 1)...min(picture.height - 1, y + 1)).contains { y in
      (max(0, x - 1)...min(picture.width - 1, x + 1)).contains { x in
        let pixel = picture[x, y]
        return (0..<3).allSatisfy { abs(Float(pixel[$0]) - ink.color[$0]) < 60 }
      }
    }
  }
}

extension ColorImage {
  fileprivate func contains(_ pixel: SIMD3<UInt8>) -> Bool {
    (0..<width * height).contains { self[$0 % width, $0 / width] == pixel }
  }
}
