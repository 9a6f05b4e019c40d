import Testing
import TestSupport

@testable import FoodScan

/// The time a photo was taken.
@Suite struct CaptureTimeTests {
  /// An EXIF block with the time and the offset, in the order of bytes that is asked for.
  private static func block(_ time: String, offset: String?, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? little : little.reversed()
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    let entries = offset == nil ? 1 : 2
    let texts = 8 + 2 + 12 + 4 + 2 + 12 * entries + 4
    var bytes = (isLittle ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]) + number(8, 4)
    bytes += number(1, 2) + entry(0x8769, 4, 1, 26) + number(0, 4)
    bytes += number(entries, 2) + entry(0x9003, 2, 20, texts)
    if offset != nil { bytes += entry(0x9011, 2, 7, texts + 20) }
    bytes += number(0, 4) + Array(time.utf8) + [0]
    if let offset { bytes += Array(offset.utf8) + [0] }
    return bytes
  }

  @Test(arguments: [true, false])
  func theCamerasTimeAndItsOffset(isLittle: Bool) throws {
    let time = try #require(
      CaptureTime(in: [0xFF, 0xD8, 0x4D, 0x4D] + CaptureTimeTests.block("2026:02:10 12:03:59", offset: "-05:30", isLittle: isLittle)))
    #expect([time.year, time.month, time.day, time.hour, time.minute, time.second] == [2026, 2, 10, 12, 3, 59])
    #expect(time.offsetMin == -330)
    #expect(try #require(CaptureTime(in: CaptureTimeTests.block("2026:02:10 12:03:59", offset: nil, isLittle: isLittle))).offsetMin == nil)
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:13:10 12:03:59", "2026:02:10 24:03:59", "2026-02-10T12:03:59",
    "2026:02:1x 12:03:59",
  ])
  func aClockThatWasNeverSetSaysNothing(text: String) {
    #expect(CaptureTime(in: CaptureTimeTests.block(text, offset: nil, isLittle: true)) == nil)
  }

  @Test(arguments: ["+15:00", "01:00+", "+0a:00", "      "])
  func anOffsetThatMakesNoSenseIsNone(offset: String) throws {
    let time = try #require(CaptureTime(in: CaptureTimeTests.block("2026:02:10 12:03:59", offset: offset, isLittle: true)))
    #expect(time.offsetMin == nil)
  }

  /// Every cut and every byte set to its largest: foreign bytes never trap.
  @Test func tornBlocksSayNothing() {
    let whole = CaptureTimeTests.block("2026:02:10 12:03:59", offset: "+01:00", isLittle: false)
    for length in 0..<(whole.count - 8) { #expect(CaptureTime(in: Array(whole.prefix(length))) == nil) }
    for at in whole.indices {
      var bytes = whole
      bytes[at] = 0xFF
      _ = CaptureTime(in: bytes)
    }
    let heads = [UInt8](repeating: 0x49, count: 2) + [0x2A, 0, 0, 0, 0, 0]
    #expect(CaptureTime(in: Array(repeatElement(heads, count: 10_000).joined())) == nil)
  }

  @Test func aPhotoOfTheSamplesHasItsTime() throws {
    let time = try #require(CaptureTime(ofFile: ProjectFiles.path("samples/photos/04-tuna.jpg")))
    #expect([time.year, time.month, time.day] == [2026, 2, 10])
    #expect(CaptureTime(ofFile: ProjectFiles.path("samples/nothing.jpg")) == nil)
  }
}
