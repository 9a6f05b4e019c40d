import BarReader
import TestSupport
import Testing

@testable import FoodScan

@Suite struct ZBarLineScannerTests {
  /// A row of a fixture through its bars.
  private func row(of name: String) throws -> [UInt8] {
    let image = try Fixture.picture(name).luma(longSide: 10_000)
    return Array(image.pixels.dropFirst(image.height / 2 * image.width).prefix(image.width))
  }

  private func codes(_ scanner: ZBarLineScanner, in samples: [UInt8]) -> [(code: SymbolCode, place: ClosedRange<Int>?)] {
    var codes: [(SymbolCode, ClosedRange<Int>?)] = []
    samples.withUnsafeBufferPointer { scanner.codes(in: $0) { codes.append(($0, $1)) } }
    return codes
  }

  /// The script draws bars of 2 pixels a module (3 in the UPC-E), the first one 20 pixels of table and 12 modules of label from the left.
  @Test(arguments: [
    ("ean13.png", SymbolKind.ean13, "9521234543213", 44...233), ("ean8.png", .ean8, "95212340", 44...177),
    ("upca.png", .ean13, "0412345000018", 44...233), ("upce.png", .upcE, "01234565", 56...208),
    ("book.png", .ean13, "9780000000002", 44...233),
  ])
  func namesTheCodeOnALineBothWays(name: String, kind: SymbolKind, digits: String, place: ClosedRange<Int>) throws {
    let scanner = try ZBarLineScanner()
    let samples = try row(of: name)
    for isReversed in [false, true] {
      let found = codes(scanner, in: isReversed ? samples.reversed() : samples)
      #expect(found.map(\.code) == [SymbolCode(kind, digits)])
      let range = try #require(found.first?.place)
      let expected = isReversed ? samples.count - 1 - place.upperBound...samples.count - 1 - place.lowerBound : place
      #expect(abs(range.lowerBound - expected.lowerBound) <= 2 && abs(range.upperBound - expected.upperBound) <= 2, "\(range), \(expected)")
    }
  }

  /// A quiet zone may end with the line, as those of profiles do.
  @Test func theLineMayBeginAndEndWithTheQuietZones() throws {
    let scanner = try ZBarLineScanner()
    for (name, bars) in [("ean13.png", 44...233), ("ean8.png", 44...177), ("upce.png", 56...208)] {
      let samples = Array(try row(of: name)[(bars.lowerBound - 12)...(bars.upperBound + 12)])
      for line in [samples, samples.reversed()] {
        let place = try #require(codes(scanner, in: line).first?.place, "\(name)")
        #expect(abs(place.lowerBound - 12) <= 2 && abs(place.upperBound - (samples.count - 13)) <= 2, "\(name): \(place)")
      }
    }
  }

  @Test func oneLineDoesNotCompleteTheCodeOfAnother() throws {
    let scanner = try ZBarLineScanner()
    for name in ["left-half.png", "right-half.png", "left-half.png"] { #expect(codes(scanner, in: try row(of: name)).isEmpty) }
    #expect(codes(scanner, in: try row(of: "ean13.png")).map(\.code.description) == ["9521234543213"])
  }

  /// Lines without bars: nothing, one sample, a flat line, the harshest edges, noise.
  @Test func anyLineWillDo() throws {
    let scanner = try ZBarLineScanner()
    var noise = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 3, 64, 10_000] {
      for value in [0, 128, 255] as [UInt8] { #expect(codes(scanner, in: Array(repeating: value, count: count)).isEmpty) }
      _ = codes(scanner, in: (0..<count).map { $0 % 2 == 0 ? 0 : 255 })
      for found in codes(scanner, in: (0..<count).map { _ in .random(in: 0...255, using: &noise) }) {
        if let place = found.place { #expect(place.lowerBound >= 0 && place.upperBound < count) }
      }
    }
  }
}
