import DrawnCodes
import TestSupport
import Testing

@testable import BarReader

/// Codes that something hides, tears, doubles or lights badly are read right or not at all.
@Suite struct DamagedCodeTests {
  /// EAN-13 whose left half is a UPC-E of number system 1, check digit included, one for each last digit of the six: what remains when the
  /// right half is hidden. All were read as that UPC-E.
  private static let lookalikes = [
    "9520380854211", "9528751231630", "9524692259054", "9523373670362", "9524384336421", "9523925547562", "9529176849202", "9525187045114",
    "9527998762495", "9521169255526",
  ]

  @Test(arguments: lookalikes) func leftHalfIsNoCode(digits: String) {
    for (tone, start) in [(UInt8(230), 51.0), (255, 51.5), (230, 52), (200, 51)] {
      for tilt in [0.0, 180] {
        var code = DrawnCode(.ean13, digits)
        (code.module, code.tilt) = (3, tilt)
        let hidden = code.hiding(start...120, tone: tone, in: code.picture())
        #expect(Self.texts(in: hidden).isEmpty, "\(digits) from \(start), \(tone), \(tilt) degrees")
      }
    }
  }

  @Test(arguments: lookalikes) func upceOfNumberSystemOneIsNoCode(digits: String) {
    // The same bars printed alone, with quiet zones.
    let code = DrawnCode(.upce, "1" + digits.dropFirst().prefix(6) + "9")
    #expect(Self.texts(in: code.picture()).isEmpty, "\(digits)")
  }

  @Test(arguments: Damage.all) func readsWhatIsPrintedOrNothing(damage: Damage) {
    for (kind, digits) in [(DrawnCode.Kind.ean13, "9520380854211"), (.ean13, "9529176849202"), (.ean8, "95200002"), (.upce, "01234565")] {
      for tilt in [0.0, 5, 180] {
        var code = DrawnCode(kind, digits)
        (code.module, code.tilt) = (3, tilt)
        let texts = Self.texts(in: damage.apply(code, code.picture()))
        #expect(texts.subtracting([digits]).isEmpty, "\(damage.id), \(code)")
        if damage.isReadable { #expect(texts == [digits], "\(damage.id), \(code)") }
      }
    }
  }

  private static func texts(in picture: DrawnPicture) -> Set<String> {
    var trace: ReadingTrace?
    let findings = picture.withPaddedPixels {
      SymbolReader().read(Luma(pixels: $0, width: picture.width, height: picture.height), detectorSide: 800, trace: &trace)
    }
    return Set(findings.readings.map(\.code.description))
  }
}

/// What happened to a code.
struct Damage: Sendable, CustomTestStringConvertible {
  let id: String
  /// Whether enough is left for every strip, or for most of them.
  let isReadable: Bool
  let apply: @Sendable (DrawnCode, DrawnPicture) -> DrawnPicture

  var testDescription: String { id }

  private init(_ id: String, isReadable: Bool = false, _ apply: @escaping @Sendable (DrawnCode, DrawnPicture) -> DrawnPicture) {
    (self.id, self.isReadable, self.apply) = (id, isReadable, apply)
  }

  /// A cover over these shares of the width of the bars, as bright as `tone`, and over these rows, as shares of the picture's height.
  private static func cover(
    _ id: String, _ part: ClosedRange<Double>, _ tone: UInt8, rows: ClosedRange<Double> = 0...1, isReadable: Bool = false
  ) -> Self {
    Self(id, isReadable: isReadable) { code, picture in
      let count = Double(code.modules.count)
      return code.hiding(part.lowerBound * count...part.upperBound * count, tone: tone, rows: rows, in: picture)
    }
  }

  static let all: [Damage] = [
    cover("white label over the right half", 0.53...1.3, 230), cover("white label over the left half", -0.3...0.47, 230),
    cover("white label over the middle", 0.35...0.65, 230), cover("black label over the right half", 0.53...1.3, 20),
    cover("black label over the left half", -0.3...0.47, 20), cover("grey label over the right third", 0.66...1.3, 130),
    cover("grey label over the left third", -0.3...0.34, 130), cover("white label over the last two digits", 0.8...1.3, 230),
    cover("white label over the first two digits", -0.3...0.2, 230), cover("white label over a digit", 0.3...0.37, 230),
    cover("black label over a digit", 0.6...0.67, 20), cover("glare over the right half", 0.54...1.3, 255),
    cover("glare over the middle", 0.4...0.6, 255), cover("label over the end guard", 0.97...1.3, 230),
    cover("label over the start guard", -0.3...0.03, 230),
    cover("label over the upper half of the right half", 0.53...1.3, 230, rows: 0...0.4, isReadable: true),
    cover("label over the lower third of the left half", -0.3...0.47, 20, rows: 0.7...1, isReadable: true),
    cover("scratch across the bars", -0.3...1.3, 230, rows: 0.48...0.52, isReadable: true),
    Self("a third of the bars doubled to the right") { code, picture in code.copying(0...0.33, to: 0.5, in: picture) },
    Self("a half of the bars doubled to the left") { code, picture in code.copying(0.5...1, to: 0.05, in: picture) },
    Self("a digit doubled over another") { code, picture in code.copying(0.1...0.174, to: 0.247, in: picture) },
    Self("the left half doubled beside the right end") { code, picture in code.copying(0...0.5, to: 1.04, in: picture) },
    Self("the right half doubled before the left end") { code, picture in code.copying(0.5...1, to: -0.53, in: picture) },
    Self("torn and shifted by half its width", isReadable: true) { code, picture in code.shifting(rowsUpTo: 0.4, by: 0.5, in: picture) },
    Self("torn and shifted by a digit", isReadable: true) { code, picture in code.shifting(rowsUpTo: 0.35, by: 0.074, in: picture) },
    Self("cut off behind the middle guard") { code, picture in code.cropping(-0.3...0.54, in: picture) },
    Self("cut off before the middle guard") { code, picture in code.cropping(0.46...1.3, in: picture) },
    Self("cut off in the last digit") { code, picture in code.cropping(-0.3...0.95, in: picture) },
    Self("half in a hard shadow") { code, picture in code.darkening(0.5...1.5, to: 0.35, in: picture) },
    Self("a digit in a hard shadow") { code, picture in code.darkening(0.4...0.47, to: 0.4, in: picture) },
    Self("seen twice, half as strong") { code, picture in code.ghost(of: 0.13, in: picture) },
  ]
}

extension DrawnCode {
  /// The picture's column at which a module of an upright code begins.
  private func column(_ module: Double, in picture: DrawnPicture) -> Int {
    max(0, min(picture.width, Int((Double(picture.width) / 2 + (module - Double(modules.count) / 2) * self.module).rounded())))
  }

  private func columns(_ part: ClosedRange<Double>, in picture: DrawnPicture) -> Range<Int> {
    let count = Double(modules.count)
    return column(part.lowerBound * count, in: picture)..<column(part.upperBound * count, in: picture)
  }

  private func changed(_ picture: DrawnPicture, _ change: (_ x: Int, _ y: Int) -> UInt8) -> DrawnPicture {
    DrawnPicture(
      width: picture.width, height: picture.height,
      pixels: (0..<picture.height).flatMap { y in (0..<picture.width).map { x in change(x, y) } })
  }

  /// Covers modules, in all rows or those shares of the height.
  fileprivate func hiding(_ modules: ClosedRange<Double>, tone: UInt8, rows: ClosedRange<Double> = 0...1, in picture: DrawnPicture)
    -> DrawnPicture
  {
    let columns = column(modules.lowerBound, in: picture)..<column(modules.upperBound, in: picture)
    return changed(picture) { x, y in
      columns.contains(x) && rows.contains(Double(y) / Double(picture.height)) ? tone : picture.pixels[y * picture.width + x]
    }
  }

  /// Copies a part of the bars over what begins at another place; both are shares of the width.
  fileprivate func copying(_ part: ClosedRange<Double>, to goal: Double, in picture: DrawnPicture) -> DrawnPicture {
    let from = columns(part, in: picture)
    let start = column(goal * Double(modules.count), in: picture)
    return changed(picture) { x, y in
      let old = x - start + from.lowerBound
      return picture.pixels[y * picture.width + (x >= start && from.contains(old) ? old : x)]
    }
  }

  /// Shifts the upper rows by a share of the width; what comes from beyond is paper.
  fileprivate func shifting(rowsUpTo share: Double, by part: Double, in picture: DrawnPicture) -> DrawnPicture {
    let shift = Int(part * Double(modules.count) * module)
    return changed(picture) { x, y in
      guard Double(y) < share * Double(picture.height) else { return picture.pixels[y * picture.width + x] }
      return x < shift ? 230 : picture.pixels[y * picture.width + x - shift]
    }
  }

  /// Leaves a part of the bars; the picture ends there.
  fileprivate func cropping(_ part: ClosedRange<Double>, in picture: DrawnPicture) -> DrawnPicture {
    let left = columns(part, in: picture)
    return DrawnPicture(
      width: left.count, height: picture.height,
      pixels: (0..<picture.height).flatMap { y in left.map { picture.pixels[y * picture.width + $0] } })
  }

  /// Leaves so much of the light on a part.
  fileprivate func darkening(_ part: ClosedRange<Double>, to light: Double, in picture: DrawnPicture) -> DrawnPicture {
    let columns = columns(part, in: picture)
    return changed(picture) { x, y in
      let pixel = picture.pixels[y * picture.width + x]
      return columns.contains(x) ? UInt8(Double(pixel) * light) : pixel
    }
  }

  /// Adds the same picture shifted by a share of the width, each half as strong.
  fileprivate func ghost(of part: Double, in picture: DrawnPicture) -> DrawnPicture {
    let shift = Int(part * Double(modules.count) * module)
    return changed(picture) { x, y in
      let row = y * picture.width
      return UInt8((Int(picture.pixels[row + x]) + Int(picture.pixels[row + max(0, x - shift)])) / 2)
    }
  }
}
