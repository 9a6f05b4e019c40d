import TestSupport
import Testing

@testable import FoodScan
@testable import JPEGSkim

/// A JPEG that is skimmed shows what the library shows, smaller; and where anything is unusual or wrong, it is left to the library.
@Suite struct JPEGSkimTests {
  private func skimmed(_ bytes: [UInt8], side: Int, leastHalved: Int = JPEGSkim.Halves.leastBytes) -> GrayImage? {
    bytes.withUnsafeBytes { raw in
      BaselineJPEG(raw).flatMap { JPEGSkim($0, raw.bindMemory(to: UInt8.self)).luma(side: side, leastHalved: leastHalved) }
    }
  }

  /// The library's picture at full size, or at a size that it decodes to.
  private func decoded(_ bytes: [UInt8], eighths: Int = 8) throws -> GrayImage {
    try bytes.withUnsafeBufferPointer { buffer in
      let decoder = try JPEGDecoder(buffer, of: .file("a"))
      let (width, height) = ((decoder.size.width * eighths + 7) / 8, (decoder.size.height * eighths + 7) / 8)
      var damage: String?
      let image = try GrayImage(width: width, height: height) { pixels throws(ScanError) in
        damage = try decoder.gray(into: pixels, width, height, .file("a"))
      }
      #expect(damage == nil)
      return image
    }
  }

  /// Restarts, chroma at half size in none, one or both directions, codes made for the picture, a tail behind it, none but luma.
  private static let plain = [
    "gray.jpg", "color.jpg", "restarts.jpg", "422.jpg", "optimized.jpg", "tail.jpg", "turned.jpg", "thumbnail.jpg",
  ]

  @Test(arguments: plain)
  func anEighthIsTheLibrarys(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let image = try #require(skimmed(bytes, side: 1))
    let expected = try decoded(bytes, eighths: 1)
    #expect((image.width, image.height) == (expected.width, expected.height))
    // The mean of a block is a number of eighths, which may be rounded up or down.
    for (pixel, other) in zip(image.pixels, expected.pixels) { #expect(abs(Int(pixel) - Int(other)) <= 1) }
  }

  @Test(arguments: plain, 2...4)
  func itShowsWhatTheLibraryShows(name: String, side: Int) throws {
    let bytes = try Fixture.bytes(name)
    let image = try #require(skimmed(bytes, side: side))
    let full = try decoded(bytes)
    #expect(image.width == (full.width * side + 7) / 8)
    #expect(image.height == (full.height * side + 7) / 8)
    let differences = differences(image, full, side: side)
    // Bars of two pixels are finer than three of eight.
    #expect(differences.reduce(0, +) / Double(differences.count) < 8)
  }

  /// A picture without fine detail is the same at each size, to the last pixel of its edges.
  @Test(arguments: [(8, 8), (1, 1), (7, 17), (61, 40), (129, 3), (200, 133)], 1...4)
  func whatIsSmoothStaysAsItIs(size: (width: Int, height: Int), side: Int) throws {
    let (width, height) = size
    let bytes = try JPEGEncoder.bytes(
      of: ColorImage(width: width, height: height) { pixels in
        for y in 0..<height {
          for x in 0..<width { (pixels + 3 * (y * width + x)).update(repeating: UInt8(90 + (x + y) * 60 / (width + height)), count: 3) }
        }
      }, quality: 100)
    let (image, full) = (try #require(skimmed(bytes, side: side)), try decoded(bytes))
    #expect((image.width, image.height) == ((width * side + 7) / 8, (height * side + 7) / 8))
    // The blocks that reach beyond the edge were filled up by the encoder with the last pixels.
    let worst = differences(image, full, side: side).max() ?? 0
    #expect(worst <= 2.5)
  }

  /// Many data are read in two halves at once, the second from where nobody knows what its bits mean.
  @Test(arguments: [1, 2, 3, 4])
  func twoHalvesAreOnePicture(side: Int) throws {
    let bytes = Self.large
    try bytes.withUnsafeBytes { raw in
      let jpeg = try #require(BaselineJPEG(raw))
      #expect(raw.count - jpeg.dataStart > JPEGSkim.Halves.leastBytes)
      let skim = JPEGSkim(jpeg, raw.bindMemory(to: UInt8.self))
      let (halved, whole) = (try #require(skim.luma(side: side)), try #require(skim.luma(side: side, leastHalved: .max)))
      #expect(halved.pixels == whole.pixels)
      for count in [bytes.count / 3, bytes.count * 2 / 3, bytes.count - 2] {
        #expect(skimmed(Array(bytes.prefix(count)), side: side) == nil)
      }
    }
  }

  /// A second half without valid codes never synchronises: the first reader then reads all of it, and finds the fault.
  @Test func aSecondHalfWithoutMeaningIsLeft() throws {
    var bytes = try Fixture.bytes("gray.jpg")
    // No DC code has nine ones (ITU-T T.81, table K.3); 0xFF is written with a 0 behind it.
    for at in Swift.stride(from: bytes.count / 2 & ~1, to: bytes.count - 4, by: 2) { (bytes[at], bytes[at + 1]) = (0xFF, 0x00) }
    for side in 1...4 { #expect(skimmed(bytes, side: side, leastHalved: 8) == nil) }
  }

  /// A copy that broke off, and the whole picture behind it: bits that are made up at the first one's end lead nobody into the second one.
  @Test func nothingIsInStepWithBitsThatAreMadeUp() throws {
    let bytes = try Fixture.bytes("gray.jpg")
    for cut in bytes.count / 4..<bytes.count / 3 where bytes[cut - 1] != 0xFF {
      #expect(skimmed(bytes[..<cut] + bytes, side: 1, leastHalved: 8) == nil, "\(cut)")
    }
  }

  /// And who reads the second half does fall into step, wherever it begins.
  @Test func theSecondHalfFallsIntoStep() throws {
    try Self.large.withUnsafeBytes { raw in
      let buffer = raw.bindMemory(to: UInt8.self)
      let jpeg = try #require(BaselineJPEG(raw))
      let (codes, block) = (ScanCodes(jpeg.components), SmallBlock(side: 2, steps: jpeg.lumaSteps))
      let units = (jpeg.size.width + 7) / 8 * ((jpeg.size.height + 7) / 8)
      codes.withLookup { codes in
        block.places.withUnsafeBufferPointer { places in
          for share in [3, 4, 5, 7] {
            func reader(from start: Int) -> BlockReader {
              BlockReader(jpeg, codes, block, places: places.baseAddress!, JPEGBits(buffer, from: start))
            }
            let middle = raw.count * share / 8
            let start = raw[middle - 1] == 0xFF ? middle + 1 : middle
            let tail = JPEGTail(reader(from: start), most: units, row: (jpeg.size.width + 7) / 8, onThread: WorkerThread.start)
            tail.finish()
            var first = reader(from: jpeg.dataStart)
            var numbers = [Int16](repeating: 0, count: first.unitRoom)
            var isInStep = false
            for left in Swift.stride(from: units, to: 0, by: -1) where !isInStep {
              isInStep = first.position >= 8 * middle && tail.units(from: first.position, wanted: left, dc: first.dc) != nil
              first.readUnits(1, into: &numbers)
            }
            #expect(isInStep, "\(share) eighths")
          }
        }
      }
    }
  }

  /// More than half a megabyte: waves and noise.
  private static let large: [UInt8] = {
    var random = SeededGenerator(seed: 3)
    let picture = ColorImage(width: 1203, height: 901) { pixels in
      for i in 0..<1203 * 901 {
        let light = 128 + 60 * (i % 1203 / 40 % 2 * 2 - 1) + Int.random(in: -40...40, using: &random)
        (pixels + 3 * i).update(repeating: UInt8(light), count: 3)
      }
    }
    return (try? JPEGEncoder.bytes(of: picture, quality: 92)) ?? []
  }()

  @Test(arguments: ["progressive.jpg", "cmyk.jpg", "rgb.jpg", "arithmetic.jpg", "12-bit.jpg", "lossless.jpg"])
  func otherKindsAreTheLibrarys(name: String) throws {
    let bytes = try Fixture.bytes(name)
    #expect(bytes.withUnsafeBytes { BaselineJPEG($0) == nil })
  }

  @Test func whatIsCutOffIsTheLibrarys() throws {
    for name in ["gray.jpg", "restarts.jpg"] {
      let bytes = try Fixture.bytes(name)
      for count in Swift.stride(from: 0, to: bytes.count - 1, by: 7) {
        #expect(skimmed(Array(bytes.prefix(count)), side: 3) == nil, "\(count)")
      }
      let picture = try Picture(Fixture.photo(Array(bytes.prefix(bytes.count * 2 / 3))), limits: PhotoLimits())
      #expect(try picture.luma(longSide: 50).width == (picture.size.width * 2 + 7) / 8)
      #expect(picture.damage != nil)
    }
  }

  /// Any byte may be wrong: then it is a picture of the same size, or none.
  @Test func wrongBytesDoNoHarm() throws {
    var random = SeededGenerator(seed: 7)
    for name in ["restarts.jpg", "422.jpg", "optimized.jpg"] {
      let bytes = try Fixture.bytes(name)
      for _ in 0..<400 {
        var wrong = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          wrong[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        // A header that claims another size is right, too, as long as the data last.
        guard let size = wrong.withUnsafeBytes({ BaselineJPEG($0)?.size }), size.pixels < 1 << 20 else { continue }
        for side in 1...4 {
          // Two halves make of it what one makes, however short they are.
          let image = skimmed(wrong, side: side)
          #expect(skimmed(wrong, side: side, leastHalved: 100)?.pixels == image?.pixels)
          guard let image else { continue }
          #expect((image.width, image.height) == ((size.width * side + 7) / 8, (size.height * side + 7) / 8))
        }
      }
    }
  }

  /// By pixel that covers only some of the full picture's, how far it is from their mean.
  private func differences(_ image: GrayImage, _ full: GrayImage, side: Int) -> [Double] {
    let (small, pixels) = (image.pixels, full.pixels)
    func shares(_ i: Int) -> [(place: Int, share: Double)] {
      let (begin, end) = (Double(i * 8) / Double(side), Double((i + 1) * 8) / Double(side))
      return (Int(begin)..<Int(end.rounded(.up))).map { ($0, (min(Double($0 + 1), end) - max(Double($0), begin)) * Double(side) / 8) }
    }
    let columns = (0..<full.width * side / 8).map(shares)
    return (0..<full.height * side / 8).flatMap { y in
      let rows = shares(y)
      return columns.enumerated().map { x, columns in
        var mean = 0.0
        for row in rows {
          for column in columns { mean += Double(pixels[row.place * full.width + column.place]) * row.share * column.share }
        }
        return abs(Double(small[y * image.width + x]) - mean)
      }
    }
  }
}
