import Testing

@testable import FoodScan

@Suite struct PixelsTests {
  /// The reference is what the script drew: table 120, label 235, bars 35.
  @Test(arguments: [
    "ean13.png", "16-bit.png", "gray.jpg", "gray.heic", "rgb.png", "palette.png", "lossless.webp", "lossy.webp", "color.jpg",
    "progressive.jpg", "cmyk.jpg", "photo.heic", "photo.avif", "second.heic",
    "rgb.jpg", "restarts.jpg", "arithmetic.jpg", "thumbnail.jpg", "two.mpo", "tail.jpg",
    "gray.tif", "lzw.tif", "palette.tif", "cmyk.tif", "4-bit.tif", "16-bit.tif", "big-endian.tif", "tiles.tif", "planes.tif", "jpeg.tif",
    "white-is-zero.tif", "two-pages.tif",
    "24-bit.bmp", "8-bit.bmp", "4-bit.bmp", "rle4.bmp", "rle8.bmp", "16-bit.bmp", "565.bmp", "top-down.bmp", "os2.bmp",
    "p2.pgm", "p3.ppm", "p5.pgm", "p6.ppm", "16-bit.pgm", "gray.gif", "interlaced.gif", "moving.gif", "moving.webp",
  ])
  func everyFormatShowsTheSamePicture(name: String) throws {
    let reference = try Fixture.picture("ean13.png").luma(longSide: 10_000)
    let image = try Fixture.picture(name).luma(longSide: 10_000)
    #expect(image.width == reference.width)
    #expect(image.height == reference.height)
    #expect(image.pixels.count == reference.pixels.count)
    // Coloured ones were tinted, up to 15 % darker in blue, and WebP's luma ends at 235: 18 grey levels on average cover that.
    let difference = zip(image.pixels, reference.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference / reference.pixels.count < 18)
  }

  /// Those that the fixtures' script drew with nothing but black and white.
  @Test(arguments: ["1-bit.tif", "g4.tif", "1-bit.bmp", "p1.pbm", "p4.pbm", "transparent.gif"])
  func bilevelPicturesAreBlackAndWhite(name: String) throws {
    let reference = try Fixture.picture("ean13.png").luma(longSide: 10_000)
    let image = try Fixture.picture(name).luma(longSide: 10_000)
    // The table's 120 is on the dark side, but white in the GIF, where it is see-through only above 128.
    for (pixel, gray) in zip(image.pixels, reference.pixels) {
      #expect(pixel == (gray > 128 || name == "transparent.gif" && gray >= 128 ? 255 : 0))
    }
  }

  @Test(arguments: ["alpha.png", "alpha.webp", "alpha.tif", "alpha.bmp", "moving-alpha.webp"])
  func nothingIsWhite(name: String) throws {
    let image = try Fixture.picture(name).luma(longSide: 10_000)
    let reference = try Fixture.picture("ean13.png").luma(longSide: 10_000)
    for (pixel, expected) in zip(image.pixels, reference.pixels) { #expect(abs(Int(pixel) - Int(expected)) <= 1) }
  }

  @Test func jpegIsDecodedNoLargerThanNeeded() throws {
    let picture = try Fixture.picture("gray.jpg")
    let (width, height) = (picture.size.width, picture.size.height)
    for (target, eighths) in [(width, 8), (width / 2, 4), (width / 2 + 1, 8), (width / 4, 2), (1, 1)] {
      let image = try Fixture.picture("gray.jpg").luma(longSide: target)
      #expect(image.width == (width * eighths + 7) / 8)
      #expect(image.height == (height * eighths + 7) / 8)
    }
  }

  @Test func decodedPictureIsKeptWhileItIsLargeEnough() throws {
    let picture = try Fixture.picture("gray.jpg")
    let small = try picture.luma(longSide: 50)
    #expect(try picture.luma(longSide: picture.size.width).width == picture.size.width)
    #expect(try picture.luma(longSide: 50).width == picture.size.width)
    #expect(small.width < picture.size.width)
  }

  @Test func shrinkingTakesTheMeanOfTheArea() {
    let image = gray(4, 2, [0, 100, 200, 200, 100, 200, 0, 0])
    let half = image.shrunk(toLongSide: 2)
    #expect(half.width == 2 && half.height == 1)
    #expect(half.pixels == [100, 100])
    // Three old pixels for each two new ones: (2 * 30 + 90) / 3 and (90 + 2 * 150) / 3, to within rounding.
    let uneven = gray(3, 1, [30, 90, 150]).shrunk(toLongSide: 2)
    #expect(uneven.pixels.map { Int($0) }.elementsEqual([50, 130]) { abs($0 - $1) <= 1 })
  }

  @Test(arguments: [(1, 5000), (5000, 1), (1, 300_000), (300_000, 2), (3001, 2003), (1281, 1280), (1280, 1), (2, 2)])
  func scalingAFlatPictureKeepsItsValue(width: Int, height: Int) {
    for value in [0, 1, 128, 254, 255] as [UInt8] {
      let shrunk = GrayImage(width: width, height: height) { $0.update(repeating: value, count: width * height) }.shrunk(toLongSide: 1280)
      #expect(max(shrunk.width, shrunk.height) <= 1280)
      #expect(shrunk.pixels.allSatisfy { $0 == value })
    }
  }

  @Test func shrinkingReachesTheLastColumnAndRow() {
    // Each pixel is its column's (then row's) number over the width: the shrunk ramp must end as high as it began low.
    let ramp = GrayImage(width: 2001, height: 2) { pixels in for i in 0..<4002 { pixels[i] = UInt8(i % 2001 * 255 / 2000) } }
    let shrunk = ramp.shrunk(toLongSide: 1280)
    #expect(shrunk.pixels.first == 0 && shrunk.pixels[1279] == 255)
    #expect(ramp.transposed().shrunk(toLongSide: 1280).pixels.last == 255)
  }

  @Test(arguments: [(1, 1), (1, 7), (7, 1), (2, 3), (33, 65)])
  func enhancingAFlatPictureKeepsItsValue(width: Int, height: Int) {
    for value in [0, 77, 255] as [UInt8] {
      let image = gray(width, height, Array(repeating: value, count: width * height))
      for enhanced in [image.doubled(), image.sharpened(), image.averagedAlongUprightBars(), image.transposed()] {
        #expect(enhanced.pixels.count == enhanced.width * enhanced.height)
        #expect(enhanced.pixels.allSatisfy { $0 == value })
      }
    }
  }

  @Test func doublingGoesHalfAQuarterWayBetweenPixels() {
    // At a quarter of the way from 0 to 128 between flat neighbours: (29 * 128 - 3 * 128) / 128 = 26, and 128 - 26 from the other side.
    let image = gray(4, 1, [0, 0, 128, 128]).doubled()
    #expect(image.width == 8 && image.height == 2)
    #expect(Array(image.pixels[3...4]) == [26, 102])
  }

  @Test func sharpeningSteepensAnEdge() {
    let image = gray(6, 1, [100, 100, 100, 130, 130, 130]).sharpened(radius: 1, amount: 3)
    // 100 - 3 * (110 - 100) and 130 + 3 * (130 - 120)
    #expect(image.pixels == [100, 100, 70, 160, 130, 130])
  }

  @Test func transposingExchangesRowsAndColumns() {
    #expect(gray(3, 2, [1, 2, 3, 4, 5, 6]).transposed().pixels == [1, 4, 2, 5, 3, 6])
    let large = GrayImage(width: 70, height: 45) { pixels in for i in 0..<70 * 45 { pixels[i] = UInt8(i * 31 % 251) } }
    #expect(large.transposed().transposed().pixels == large.pixels)
  }

  private func gray(_ width: Int, _ height: Int, _ values: [UInt8]) -> GrayImage {
    GrayImage(width: width, height: height) { $0.update(from: values, count: values.count) }
  }
}
