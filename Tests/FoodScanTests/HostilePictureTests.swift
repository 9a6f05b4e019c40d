import TestSupport
import Testing

@testable import FoodScan

/// Pictures that are made to take minutes or gigabytes. They are refused by their markers, before the decoder sees them.
@Suite("F15: pictures made to take minutes") struct HostilePictureTests {
  @Test(arguments: [
    // Each scan goes over all 3 million blocks, from 23 bytes of data.
    (ScannedJPEG(width: 14_000, height: 14_000), 63, "14000 x 14000 pixels in 64 scans"),
    (ScannedJPEG(width: 64, height: 64), 881, "it comes in 882 scans, the limit is 500"),
    // Every coefficient of three planes has to be kept: 1.2 GB.
    (ScannedJPEG(width: 14_000, height: 14_000, planes: 3), 1, "14000 x 14000 pixels in several scans take 1176 MB of memory"),
  ])
  func scansBeyondAnyPhotoAreRefused(jpeg: ScannedJPEG, acScans: Int, words: String) {
    let error = #expect(throws: ScanError.self) { try barcodes(in: jpeg.bytes(acScans: acScans)) }
    #expect(error?.code == .tooManyPixels)
    #expect(error?.message == "lunch.jpg is too large: \(words)")
    #expect(error?.kind == .badData)
  }

  @Test func asManyScansAsThereAreCoefficientsAreRead() throws {
    let bytes = ScannedJPEG(width: 640, height: 480).bytes(acScans: 63)
    let work = bytes.withUnsafeBytes { JPEGWork($0) }
    #expect(work.scans == 64 && work.visits == 64 * 4800 && work.coefficientBytes == 4800 * 128)
    #expect(try barcodes(in: bytes).isEmpty)
  }

  /// A baseline photo has one scan, of which nothing is kept.
  @Test func photosOfOneScanCostNoCoefficients() throws {
    let work = try Fixture.bytes("color.jpg").withUnsafeBytes { JPEGWork($0) }
    #expect(work.scans == 1 && work.coefficientBytes == 0)
  }

  @Test func markersCutAnywhereTrapNothing() throws {
    let whole = ScannedJPEG(width: 64, height: 64, planes: 3).bytes(acScans: 5)
    for count in 0...whole.count { _ = Array(whole.prefix(count)).withUnsafeBytes { JPEGWork($0) } }
  }
}
