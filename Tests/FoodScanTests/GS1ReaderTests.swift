import HealthModel
import TestSupport
import Testing

@testable import FoodScan

@Suite struct GS1ReaderTests {
  private static let all: Set<Symbology> = [.qr, .databar, .databarExpanded]

  private func reading(_ name: String, _ symbologies: Set<Symbology> = all) throws -> PhotoReading {
    let reader = try GS1Reader(symbologies)
    return try reader.read(Fixture.picture(name)) { false }
  }

  @Test(arguments: [
    ("link-qr.png", "qr", "9521234543213", "https://example.com/shelf/01/09521234543213/10/LOT%2F7?17=271231&linkType=gs1:pip"),
    // A carton has a number of its own, and keeps it.
    ("carton-link-qr.png", "qr", "19521234543210", "HTTPS://EXAMPLE.COM/01/19521234543210"),
    ("gs1-qr.png", "qr", "9521234543213", "(01)09521234543213(10)LOT7(17)271231"),
    ("databar.png", "databar", "9521234543213", "(01)09521234543213"),
    ("databar-expanded.png", "databar_expanded", "99521234543216", "(01)99521234543216(3103)001750(10)LOT7"),
  ])
  func readsProducts(name: String, symbology: String, gtin: String, text: String) throws {
    let reading = try reading(name)
    let sighting = try #require(reading.sightings.first)
    #expect(reading.sightings.count == 1)
    #expect(sighting.barcode.symbology.rawValue == symbology)
    #expect(sighting.barcode.gtin.description == gtin)
    #expect(sighting.barcode.text == text)
    #expect(sighting.engine == .zbar)
    #expect(reading.others.isEmpty)
  }

  @Test(arguments: [
    ("web-qr.png", "https://example.com/about", "https://example.com/about"), ("databar-batch.png", "(10)LOT7", "(10)LOT7"),
    // Sequences that would set the terminal's title, clear its screen and reverse the text.
    ("escape-qr.png", "\u{1B}]0;title\u{7}\u{1B}[2Jred\n\u{202E}txet", "]0;title[2Jred txet"),
  ])
  func whatNamesNoProductIsNoBarcode(name: String, text: String, shown: String) throws {
    let reading = try reading(name)
    #expect(reading.sightings.isEmpty)
    #expect(reading.others.map(\.text) == [text])
    #expect(reading.others.map(\.shownText) == [shown])
  }

  @Test func everyLinkOfAPictureIsReadAndHasItsCorners() throws {
    let sightings = try reading("bars-and-links.png").sightings.sorted { $0.barcode.gtin < $1.barcode.gtin }
    #expect(sightings.map(\.barcode.gtin.description) == ["9521234543213", "9521234543220"])
    // As the script placed them: labels at (300, 20) and (20, 200), the squares 52 pixels further (a margin of four modules).
    for (sighting, origin) in zip(sightings, [SIMD2<Float>(300, 20), SIMD2(20, 200)]) {
      let corners = try #require(sighting.corners)
      #expect(corners.count == 4)
      let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
      #expect(abs(left - origin.x - 52) < 6 && abs(top - origin.y - 52) < 6, "\(corners)")
    }
  }

  @Test func readsNothingButWhatItIsAskedFor() throws {
    #expect(try reading("link-qr.png", [.databar, .databarExpanded]).sightings.isEmpty)
    #expect(try reading("databar.png", [.qr, .databarExpanded]).sightings.isEmpty)
    #expect(try reading("databar-expanded.png", [.qr, .databar]).sightings.isEmpty)
    #expect(try reading("ean13.png").sightings.isEmpty)
  }

  /// libzbar keeps the parts of a DataBar that it has seen.
  @Test func onePictureDoesNotCompleteTheCodeOfAnother() throws {
    let whole = try Fixture.picture("databar.png").luma(longSide: 10_000)
    func half(_ columns: Range<Int>) -> GrayImage {
      GrayImage(width: whole.width, height: whole.height) { pixels in
        for index in 0..<whole.width * whole.height { pixels[index] = columns.contains(index % whole.width) ? whole.pixels[index] : 235 }
      }
    }
    var scanner = try ZBarScanner([.databar])
    #expect(scanner.symbols(in: whole, columnStep: 1, rowStep: 1).count == 1)
    for columns in [0..<whole.width / 2, whole.width / 2..<whole.width] {
      scanner = try ZBarScanner([.databar])
      #expect(scanner.symbols(in: half(columns), columnStep: 1, rowStep: 1).isEmpty)
    }
  }

  /// libzbar inverts eight bytes at a time, beyond the end of a copy of any other length.
  @Test(arguments: [(1, 1), (3, 7), (8, 8), (33, 31)])
  func picturesAreLentInWholeWords(width: Int, height: Int) {
    let image = GrayImage(width: width, height: height) { $0.initialize(repeating: 0, count: width * height) }
    let lent = ZBarScanner.lentBytes(of: image)
    #expect(lent % 8 == 0 && (width * height..<width * height + 8).contains(lent))
  }

  @Test func stopsBetweenItsStepsWhenCancelled() throws {
    let reader = try GS1Reader(Self.all)
    let picture = try Fixture.picture("no-code.jpg")
    #expect(throws: ScanError.self) { try reader.read(picture) { true } }
  }

  @Test func oneProductIsReportedOnce() throws {
    let bars = try #require(Barcode(symbology: .ean13, text: "9521234543213"))
    var reading = PhotoReading(sightings: [Sighting(bars, by: .fit)])
    reading.add(try self.reading("bars-and-links.png"))
    #expect(reading.barcodes.map(\.symbology) == [.ean13, .qr])
    #expect(Set(reading.barcodes.map(\.gtin.description)) == ["9521234543213", "9521234543220"])
  }
}
