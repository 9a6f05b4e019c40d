import DrawnCodes
import TestSupport
import Testing

@testable import BarReader

/// Codes where they are hard to read: on wavy bags, cropped to the bars, many in one picture, light on dark, rough. Each is drawn.
@Suite struct HardPlacesTests {
  private static let kinds: [(DrawnCode.Kind, String)] = [(.ean13, "9520123456788"), (.ean8, "95201238")]

  // MARK: Waves

  /// Waves along the code, along its bars, and along both: 36.
  @Test(arguments: Wave.all) func wavyCodeIsRead(wave: Wave) {
    var code = DrawnCode.numbered(wave.index, .ean13)
    (code.module, code.noise, code.wave) = (4, 2, wave.wave)
    #expect(Self.codes(in: code.picture(seed: UInt64(wave.index))) == [code.digits], "\(wave)")
  }

  /// In every direction, and with eight digits.
  @Test(arguments: [0, 20, 90, 180, 250] as [Double]) func wavyCodeIsReadInEveryDirection(degrees: Double) {
    for kind in [DrawnCode.Kind.ean13, .ean8] {
      var code = DrawnCode.numbered(7, kind)
      (code.module, code.tilt, code.wave) = (4, degrees, DrawnCode.Wave(amplitude: 0.8, across: 45, phase: 0.2))
      #expect(Self.codes(in: code.picture()) == [code.digits], "\(kind)")
    }
  }

  /// A wavy code whose check digit is wrong isn't read.
  @Test func wavyCodeIsNotRepaired() {
    var random = SeededGenerator(seed: 21)
    for index in 0..<60 {
      var code = DrawnCode(index % 2 == 0 ? .ean13 : .ean8, hasRightCheckDigit: false, using: &random)
      code.wave = DrawnCode.Wave(amplitude: .random(in: 0.2...1, using: &random), across: .random(in: 25...80, using: &random))
      #expect(Self.codes(in: code.picture(seed: UInt64(index))).isEmpty, "\(code)")
    }
  }

  // MARK: Quiet zones

  /// Cropped so close that so many modules of white remain, on one side or both, standing and lying.
  @Test(arguments: [0, 0.5, 1, 2], [Side.left, .right, .both])
  func pictureMayEndBesideTheBars(quietZone: Double, side: Side) {
    for module in [2.0, 3, 4, 7] {
      for kind in [DrawnCode.Kind.ean13, .ean8] {
        var code = DrawnCode.numbered(Int(module), kind)
        code.module = module
        let picture = code.cropped(to: quietZone, side)
        #expect(Self.codes(in: picture) == [code.digits], "\(kind), \(module) pixels a module")
        #expect(Self.codes(in: picture.transposed) == [code.digits], "\(kind), \(module) pixels a module, lying")
      }
    }
  }

  /// White beyond the border doesn't make a code of a part of one. (Half of an EAN-13 has the bars of a UPC-E of number system 1.)
  @Test(arguments: DrawnCode.Kind.allCases) func partOfACodeIsNoCode(kind: DrawnCode.Kind) {
    for index in 0..<4 {
      var code = DrawnCode.numbered(index, kind)
      code.module = 3
      let picture = code.cropped(to: 0, .both)
      for cut in stride(from: 3, to: picture.width - 150, by: 4) {
        for part in [cut..<picture.width, 0..<picture.width - cut] {
          let found = Self.codes(in: picture.cropped(x: part, y: 0..<picture.height)).filter { $0.count != 8 || $0.first != "1" }
          #expect(found.isEmpty, "\(code), columns \(part)")
        }
      }
    }
  }

  // MARK: Many codes

  /// Sheets of so many columns and rows, each fourth code one of eight digits.
  @Test(arguments: [(2, 4), (3, 4), (5, 8), (4, 10), (1, 40)]) func everyCodeOfASheetIsRead(columns: Int, rows: Int) {
    let codes = (0..<columns * rows).map { index in
      var code = DrawnCode.numbered(index, index % 4 == 3 ? .ean8 : .ean13)
      (code.module, code.height) = (columns == 1 ? 3 : 2, 24)
      return code
    }
    let pictures = codes.enumerated().map { $1.picture(seed: UInt64($0)).framed(by: 8, of: 230) }
    let sheet = DrawnPicture.sheet(pictures, columns: columns)
    #expect(Set(Self.codes(in: sheet, detectorSide: 1600)) == Set(codes.map(\.digits)))
  }

  // MARK: Light on dark

  /// White bars on a black label, on a page of each brightness. The cubic that pixels are interpolated with draws lines beside such bars, which are
  /// edges at the first threshold.
  @Test(arguments: [0, 10, 18, 30, 50, 70, 120] as [UInt8]) func lightBarsOnDarkAreRead(page: UInt8) {
    for (kind, digits) in Self.kinds {
      for module in [2.0, 3, 5] {
        var code = DrawnCode(kind, digits)
        (code.module, code.blur, code.noise, code.white, code.black) = (module, 0.02, 0, 0, 255)
        let picture = code.picture().framed(by: 60, of: page)
        #expect(Self.codes(in: picture) == [digits], "\(kind), \(module) pixels a module")
      }
    }
  }

  // MARK: Rough bars

  /// Large, sharp and flat, but with so much noise in each pixel that it makes edges of its own.
  @Test(arguments: [30, 40] as [Double]) func noiseInLargeCodesIsSmoothed(noise: Double) {
    for module in [8.0, 11] {
      var code = DrawnCode(.ean13, "9520123456788")
      (code.module, code.noise, code.blur, code.height) = (module, noise, 0.1, 50)
      #expect(Self.codes(in: code.picture()) == ["9520123456788"], "\(module) pixels a module")
    }
  }

  private static func codes(in picture: DrawnPicture, detectorSide: Int = 800) -> [String] {
    var trace: ReadingTrace?
    let findings = picture.withPaddedPixels {
      SymbolReader().read(Luma(pixels: $0, width: picture.width, height: picture.height), detectorSide: detectorSide, trace: &trace)
    }
    return findings.readings.map(\.code.description)
  }
}

/// A wave of a bag.
struct Wave: Sendable, CustomTestStringConvertible {
  let index: Int
  let testDescription: String
  let wave: DrawnCode.Wave

  static let all: [Wave] = [0.25, 0.5, 0.75, 1].flatMap { amplitude in
    [30.0, 45, 70].flatMap { period in
      ["across", "along", "both"].map { (amplitude, period, $0) }
    }
  }.enumerated().map { index, wave in
    let (amplitude, period, direction) = wave
    return Wave(
      index: index, testDescription: "\(amplitude) modules, period \(period) \(direction)",
      wave: DrawnCode.Wave(
        amplitude: amplitude, across: direction == "along" ? .infinity : period, along: direction == "across" ? .infinity : period,
        phase: Double(index) / 7))
  }
}

/// The sides of a code that a picture is cropped at.
enum Side: Sendable, CaseIterable { case left, right, both }

extension DrawnCode {
  /// The code of a number, with the right check digit.
  fileprivate static func numbered(_ number: Int, _ kind: Kind) -> DrawnCode {
    let digits = String((number + 1) * 7_654_321 % 1_000_000_000 + 1_000_000_000).dropFirst()
    switch kind {
    case .ean13:
      let start = "952" + digits
      return DrawnCode(kind, start + String(checkDigit(of: start)))
    case .ean8:
      let start = "952" + digits.suffix(4)
      return DrawnCode(kind, start + String(checkDigit(of: start)))
    case .upce:
      let start = "0" + digits.suffix(6)
      return DrawnCode(kind, start + String(checkDigit(of: expanded(start))))
    }
  }

  /// Its picture, cropped at a side to so many modules beside the bars, and to the bars' height.
  fileprivate func cropped(to quietZone: Double, _ side: Side) -> DrawnPicture {
    let picture = picture()
    let half = (Double(modules.count) / 2 + quietZone) * module
    let middle = Double(picture.width) / 2
    let rows = picture.height / 2 - Int(height * module / 2) + 2..<picture.height / 2 + Int(height * module / 2) - 2
    return picture.cropped(
      x: (side == .right ? 0 : Int((middle - half).rounded()))..<(side == .left ? picture.width : Int((middle + half).rounded())), y: rows)
  }
}
