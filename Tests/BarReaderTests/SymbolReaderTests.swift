import DrawnCodes
import Foundation
import TestSupport
import Testing

@testable import BarReader

@Suite struct SymbolReaderTests {
  private static let codes: [(DrawnCode.Kind, String)] = [(.ean13, "5901234123457"), (.ean8, "96385074"), (.upce, "01234565")]

  @Test(arguments: codes) func everyKindIsReadInEveryDirection(kind: DrawnCode.Kind, digits: String) {
    let reader = SymbolReader()
    for degrees in [0, 8, 45, 90, 135, 172, 180, 200, 270, 315] as [Double] {
      var code = DrawnCode(kind, digits)
      (code.module, code.tilt, code.noise) = (2.6, degrees, 3)
      let picture = code.picture()
      #expect(Self.codes(in: picture, reader) == [digits], "\(degrees) degrees")
      #expect(Self.codes(in: picture.mirrored, reader) == [digits], "\(degrees) degrees, mirrored")
    }
  }

  @Test(arguments: codes) func hardPrintsAreRead(kind: DrawnCode.Kind, digits: String) {
    let reader = SymbolReader()
    var inky = DrawnCode(kind, digits)
    (inky.ink, inky.blur) = (0.35, 0.4)
    var blurred = DrawnCode(kind, digits)
    (blurred.blur, blurred.noise) = (0.65, 1)
    var oblique = DrawnCode(kind, digits)
    (oblique.module, oblique.perspective) = (3, 0.1)
    var can = DrawnCode(kind, digits)
    (can.module, can.bend) = (3, kind == .upce ? 0.4 : 0.7)
    var inverse = DrawnCode(kind, digits)
    (inverse.white, inverse.black) = (40, 230)
    for (name, code) in [("ink", inky), ("blur", blurred), ("perspective", oblique), ("bend", can), ("white on black", inverse)] {
      #expect(Self.codes(in: code.picture(), reader) == [digits], "\(name)")
    }
  }

  /// The outline is where the bars were drawn: 95 modules of 3 pixels in the picture's middle, and 30 modules high.
  @Test(arguments: [0, 20, 90, 250] as [Double]) func outlineIsThatOfTheBars(degrees: Double) throws {
    var code = DrawnCode(.ean13, "5901234123457")
    (code.module, code.tilt) = (3, degrees)
    let picture = code.picture()
    let found = Self.findings(in: picture, SymbolReader()).readings
    let reading = try #require(found.first)
    let region = reading.region
    let middle = SIMD2(Float(picture.width), Float(picture.height)) / 2
    #expect((region.center - middle).length < 8)
    let corners = region.corners
    #expect(abs((corners[1] - corners[0]).length - 285) < 9)
    #expect(abs((corners[2] - corners[1]).length - 90) < 20)
  }

  @Test func codesAboveEachOtherAreAllFound() {
    let first = DrawnCode(.ean13, "5901234123457").picture()
    let second = DrawnCode(.ean8, "96385074").picture()
    let third = DrawnCode(.ean13, "4006381333931").picture()
    let width = first.width
    let pictures = [first, second, third]
    var pixels: [UInt8] = []
    for picture in pictures {
      for y in 0..<picture.height {
        pixels += picture.pixels[y * picture.width..<(y + 1) * picture.width]
        pixels += [UInt8](repeating: 230, count: max(0, width - picture.width))
      }
    }
    let all = DrawnPicture(width: width, height: pixels.count / width, pixels: pixels)
    #expect(Set(Self.codes(in: all, SymbolReader())) == ["5901234123457", "96385074", "4006381333931"])
  }

  @Test func wrongCheckDigitIsNeverRepaired() {
    var random = SeededGenerator(seed: 11)
    let reader = SymbolReader()
    for index in 0..<60 {
      let kind = DrawnCode.Kind.allCases[index % 3]
      let code = DrawnCode(kind, hasRightCheckDigit: false, using: &random)
      let found = Self.codes(in: code.picture(seed: UInt64(index)), reader)
      #expect(found.isEmpty, "\(code.digits) was read as \(found)")
    }
  }

  @Test func whatIsReadOfRandomPrintsIsRight() {
    var random = SeededGenerator(seed: 5)
    let reader = SymbolReader()
    var right = 0
    for index in 0..<90 {
      let code = DrawnCode(DrawnCode.Kind.allCases[index % 3], using: &random)
      let found = Self.codes(in: code.picture(seed: UInt64(index)), reader)
      #expect(found.isEmpty || found == [code.digits], "\(code.digits) was read as \(found)")
      if !found.isEmpty { right += 1 }
    }
    #expect(right > 30)
  }

  /// Pictures of any size and content are looked at without a trap, and nothing is read in them.
  @Test(arguments: [
    (1, 1), (1, 40), (40, 1), (9, 9), (10, 10), (11, 300), (300, 11), (20_000, 1), (1, 20_000), (20_001, 2), (3000, 12), (64, 64),
    (333, 777),
  ]) func garbageIsRead(width: Int, height: Int) {
    var random = SeededGenerator(seed: 3)
    let count = width * height
    let reader = SymbolReader(lineProposer: Liar())
    let contents: [[UInt8]] = [
      .init(repeating: 0, count: count), .init(repeating: 255, count: count),
      (0..<count).map { UInt8(truncatingIfNeeded: $0 / 2 % 2 * 255) },
      (0..<count).map { _ in .random(in: 0...255, using: &random) }, (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) },
      // Bars of one pixel and of random widths, standing and lying.
      (0..<count).map { UInt8(($0 % width) & 1 * 255) }, (0..<count).map { UInt8(($0 / width) & 1 * 255) },
      (0..<count).map { ($0 % width * 7919) % 13 < 6 ? 0 : 255 }, (0..<count).map { ($0 / width * 7919) % 13 < 6 ? 0 : 255 },
    ]
    for (index, pixels) in contents.enumerated() {
      for side in [800, 1600] {
        let picture = DrawnPicture(width: width, height: height, pixels: pixels)
        #expect(Self.findings(in: picture, reader, detectorSide: side).readings.isEmpty, "content \(index)")
      }
    }
  }

  @Test func lineOfAScannerIsRead() {
    var code = DrawnCode(.ean8, "96385074")
    (code.module, code.noise) = (2, 0)
    let picture = code.picture()
    let row = Array(picture.pixels[picture.height / 2 * picture.width..<(picture.height / 2 + 1) * picture.width])
    #expect(Self.codes(in: DrawnPicture(width: row.count, height: 1, pixels: row), SymbolReader()) == ["96385074"])
    #expect(Self.codes(in: DrawnPicture(width: 1, height: row.count, pixels: row), SymbolReader()) == ["96385074"])
  }

  @Test func traceTellsWhatWasSeen() throws {
    let picture = DrawnCode(.ean13, "5901234123457").picture()
    var trace: ReadingTrace? = ReadingTrace()
    picture.withPaddedPixels {
      _ = SymbolReader().read(Luma(pixels: $0, width: picture.width, height: picture.height), detectorSide: 800, trace: &trace)
    }
    let look = try #require(trace?.looks.first)
    #expect(!look.regions.isEmpty)
    #expect(look.attempts.contains { $0.fit.code.description == "5901234123457" && $0.verdict != .refused(.poorFit) })
    #expect(trace?.times.contains { $0.step == .profile } == true)
  }

  private static func codes(in picture: DrawnPicture, _ reader: SymbolReader) -> [String] {
    findings(in: picture, reader).readings.map(\.code.description)
  }

  private static func findings(in picture: DrawnPicture, _ reader: SymbolReader, detectorSide: Int = 800) -> BarFindings {
    var trace: ReadingTrace?
    return picture.withPaddedPixels {
      reader.read(Luma(pixels: $0, width: picture.width, height: picture.height), detectorSide: detectorSide, trace: &trace)
    }
  }
}

/// Names a valid code on every line: the judge must not believe it.
private final class Liar: LineProposer {
  func codes(in samples: UnsafeBufferPointer<UInt8>, _ found: (SymbolCode, ClosedRange<Int>?) -> Void) {
    guard let code = SymbolCode(.ean8, "96385074") else { return }
    found(code, 0...samples.count - 1)
    found(code, samples.count / 4...samples.count / 2)
    found(code, nil)
  }
}

extension DrawnPicture {
  /// Seen in a mirror.
  fileprivate var mirrored: DrawnPicture {
    DrawnPicture(
      width: width, height: height,
      pixels: (0..<height).flatMap { y in pixels[y * width..<(y + 1) * width].reversed() })
  }
}
