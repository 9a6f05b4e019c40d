import DrawnCodes
import TestSupport
import Testing

@testable import BarReader

/// Codes that were drawn, and so are known: each is read right or not at all. The same ones in each run.
@Suite struct DrawnReadingTests {
  /// Enough that a reader that guesses is found out: of as many, zbarimg and zxing-cpp get some wrong.
  private static let count = 150

  @Test(arguments: DrawnCode.Kind.allCases)
  func everyCodeIsReadRightOrNotAtAll(kind: DrawnCode.Kind) {
    let reader = SymbolReader()
    var random = SeededGenerator(seed: 11)
    var right = 0
    for seed in 0..<Self.count {
      let code = DrawnCode(kind, using: &random)
      let texts = reader.texts(in: code.picture(seed: UInt64(seed)))
      #expect(texts.subtracting([code.text]).isEmpty, "\(code) seed=\(seed)")
      right += texts.isEmpty ? 0 : 1
    }
    // Many are blurred beyond hope, or oblique and noisy at a pixel and a half a module.
    #expect(right >= Self.count / 2, "\(right) of \(Self.count)")
  }

  /// The check digit refuses codes; it must not help to make one.
  @Test(arguments: DrawnCode.Kind.allCases)
  func noCodeWithAWrongCheckDigitIsRead(kind: DrawnCode.Kind) {
    let reader = SymbolReader()
    var random = SeededGenerator(seed: 12)
    for seed in 0..<Self.count {
      let code = DrawnCode(kind, hasRightCheckDigit: false, using: &random)
      #expect(reader.texts(in: code.picture(seed: UInt64(seed))).isEmpty, "\(code) seed=\(seed)")
    }
  }

  /// One thing at a time is bad, and as bad as it often is: such codes are read.
  @Test(arguments: Fault.common)
  func commonFaultsAreNoHindrance(fault: Fault) {
    let reader = SymbolReader()
    for (kind, digits) in [(DrawnCode.Kind.ean13, "4006381333931"), (.ean8, "96385074"), (.upce, "01234565")] {
      for value in fault.values {
        var code = DrawnCode(kind, digits)
        code[keyPath: fault.part] = value
        #expect(reader.texts(in: code.picture()) == [code.text], "\(code)")
      }
    }
  }

  /// Bars that run into one another are read where a symbol has digits enough: each beside its neighbours.
  @Test(arguments: [("4006381333931", 0.8), ("4006381333931", 1), ("96385074", 0.8)])
  func barsMayRunIntoOneAnother(digits: String, blur: Double) {
    var code = DrawnCode(digits.count == 8 ? .ean8 : .ean13, digits)
    (code.blur, code.module) = (blur, 3)
    #expect(SymbolReader().texts(in: code.picture()) == [code.text], "\(code)")
  }

  /// EAN-8 of 8 pixels a module and more, as barcode generators draw it: its widest bars are wider than a block, which sees nothing in them.
  @Test(arguments: [("5901234123457", 8.0), ("96385074", 8), ("96385074", 16)])
  func largeCodesFillThePicture(digits: String, module: Double) {
    var code = DrawnCode(digits.count == 8 ? .ean8 : .ean13, digits)
    (code.module, code.blur, code.noise, code.quietZone, code.height) = (module, 0.05, 0, 9, 20)
    #expect(SymbolReader().texts(in: code.picture()) == [code.text], "\(code)")
  }

  /// A picture read earlier must not affect the next one.
  @Test func pictureIsReadTheSameAfterOthers() {
    let used = SymbolReader()
    var random = SeededGenerator(seed: 13)
    for seed in 0..<20 {
      let picture = DrawnCode(DrawnCode.Kind.allCases[seed % 3], using: &random).picture(seed: UInt64(seed))
      #expect(used.findings(in: picture).readings == SymbolReader().findings(in: picture).readings, "\(seed)")
    }
  }
}

/// One property of a picture, and values that it often has.
struct Fault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let part: WritableKeyPath<DrawnCode, Double> & Sendable
  let values: [Double]

  static let common: [Fault] = [
    Fault(testDescription: "tilt", part: \.tilt, values: Array(stride(from: 0, to: 360, by: 15))),
    Fault(testDescription: "blur", part: \.blur, values: [0.1, 0.4, 0.6, 0.7]),
    Fault(testDescription: "ink", part: \.ink, values: [-0.4, -0.2, 0.2, 0.4]),
    Fault(testDescription: "noise", part: \.noise, values: [0, 5, 10]),
    Fault(testDescription: "perspective", part: \.perspective, values: [-0.1, 0.1]),
    Fault(testDescription: "bend", part: \.bend, values: [0.4, 0.7]),
    Fault(testDescription: "shade", part: \.shade, values: [0.3, 0.6]),
    Fault(testDescription: "module", part: \.module, values: [1.3, 1.7, 2.3, 4, 7]),
    Fault(testDescription: "quiet zone", part: \.quietZone, values: [7]),
    Fault(testDescription: "height", part: \.height, values: [12, 60]),
    Fault(testDescription: "black", part: \.black, values: [0, 120, 180]),
  ]
}

extension DrawnCode {
  /// The kind and the digits, to compare with a reading's.
  fileprivate var text: String { "\(kind) \(digits)" }
}

extension SymbolReader {
  fileprivate func findings(in picture: DrawnPicture) -> BarFindings {
    var trace: ReadingTrace?
    return picture.withPaddedPixels {
      read(Luma(pixels: $0, width: picture.width, height: picture.height), detectorSide: 800, trace: &trace)
    }
  }

  fileprivate func texts(in picture: DrawnPicture) -> Set<String> {
    Set(findings(in: picture).readings.map { "\($0.code.kind == .upcE ? "upce" : "\($0.code.kind)") \($0.code)" })
  }
}
