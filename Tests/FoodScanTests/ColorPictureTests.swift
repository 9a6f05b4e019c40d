import Testing

@testable import FoodScan

@Suite struct ColorPictureTests {
  /// The colours' luma (ITU-R BT.601) is what the grey decoders give.
  @Test(arguments: [
    "ean13.png", "16-bit.png", "gray.jpg", "gray.heic", "rgb.png", "palette.png", "1-bit.png", "alpha.png", "alpha.webp", "lossless.webp",
    "lossy.webp", "color.jpg", "progressive.jpg", "cmyk.jpg", "photo.heic", "photo.avif",
  ])
  func colorsAgreeWithTheGrayPicture(name: String) throws {
    let gray = try Fixture.picture(name).luma(longSide: 10_000)
    let colors = try Fixture.picture(name).colors(longSide: 10_000)
    #expect(colors.width == gray.width && colors.height == gray.height)
    let old = gray.pixels
    var difference = 0
    for y in 0..<gray.height {
      for x in 0..<gray.width {
        let pixel = colors[x, y]
        let luma = (77 * Int(pixel.x) + 150 * Int(pixel.y) + 29 * Int(pixel.z)) >> 8
        difference += abs(luma - Int(old[y * gray.width + x]))
      }
    }
    // Video's range of 16…235 is stretched for colours, not for the luma alone: 20 levels at the ends.
    #expect(difference / (gray.width * gray.height) < (name.hasSuffix("webp") || name.hasSuffix("ic") || name.hasSuffix("if") ? 20 : 4))
  }

  @Test func tintsAreKept() throws {
    let colors = try Fixture.picture("color.jpg").colors(longSide: 10_000)
    let sums = (0..<colors.width).reduce(SIMD3<Int>.zero) { sum, x in
      let pixel = colors[x, colors.height / 2]
      return sum &+ SIMD3(Int(pixel.x), Int(pixel.y), Int(pixel.z))
    }
    #expect(sums.x > sums.z, "the fixture is darker in blue")
  }

  @Test func pngGivesBackEachPixel() throws {
    for (width, height) in [(1, 1), (3, 700), (513, 2), (40, 30)] {
      let image = noise(width, height)
      let bytes = try PNGEncoder.bytes(of: image)
      let again = try Picture(Fixture.photo(bytes, named: "out.png"), limits: PhotoLimits()).colors(longSide: 10_000)
      #expect(again.width == width && again.height == height)
      #expect(again.pixels == image.pixels)
    }
  }

  @Test func jpegGivesBackNearlyEachPixel() throws {
    for (width, height) in [(1, 1), (3, 70), (513, 2), (64, 48)] {
      let image = ColorImage(width: width, height: height) { pixels in
        for i in 0..<width * height {
          pixels[3 * i] = UInt8(i % width * 255 / width)
          pixels[3 * i + 1] = UInt8(i / width * 255 / height)
          pixels[3 * i + 2] = 90
        }
      }
      let bytes = try JPEGEncoder.bytes(of: image)
      let again = try Picture(Fixture.photo(bytes), limits: PhotoLimits()).colors(longSide: 10_000)
      #expect(again.width == width && again.height == height)
      #expect(zip(again.pixels, image.pixels).allSatisfy { abs(Int($0) - Int($1)) < 24 })
    }
  }

  @Test func tooLongForJPEGIsSaid() throws {
    let image = ColorImage(width: 70_000, height: 1) { $0.update(repeating: 9, count: 210_000) }
    #expect { try JPEGEncoder.bytes(of: image) } throws: { ($0 as? ScanError)?.code == .tooManyPixels }
    #expect(try PNGEncoder.bytes(of: image).count > 100)
  }

  @Test(arguments: [(1, 1, 2000), (4000, 2, 2000), (2, 4001, 2000), (30, 20, 30), (301, 200, 10)])
  func shrinkingKeepsColors(width: Int, height: Int, target: Int) {
    let image = ColorImage(width: width, height: height) { pixels in
      for i in 0..<width * height { (pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]) = (200, 100, 3) }
    }
    let small = image.shrunk(toLongSide: target)
    #expect(small.longSide <= max(target, 1))
    for i in 0..<small.width * small.height { #expect(small[i % small.width, i / small.width] == SIMD3(200, 100, 3)) }
  }

  @Test func magnifyingRepeatsPixels() {
    let image = noise(3, 2).magnified(4)
    #expect(image.width == 12 && image.height == 8)
    for y in 0..<8 { for x in 0..<12 { #expect(image[x, y] == noise(3, 2)[x / 4, y / 4]) } }
  }

  private func noise(_ width: Int, _ height: Int) -> ColorImage {
    ColorImage(width: width, height: height) { pixels in for i in 0..<3 * width * height { pixels[i] = UInt8(i * i * 31 % 251) } }
  }
}
