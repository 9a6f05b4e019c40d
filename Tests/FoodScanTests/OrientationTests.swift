import Testing

@testable import FoodScan

@Suite struct OrientationTests {
  /// A JPEG's beginning with an Exif segment whose directory holds a width entry and the orientation.
  private func jpeg(_ value: UInt8, isLittle: Bool, type: UInt8 = 3, before segments: [UInt8] = []) -> [UInt8] {
    func short(_ n: UInt8) -> [UInt8] { isLittle ? [n, 0] : [0, n] }
    func long(_ n: UInt8) -> [UInt8] { isLittle ? [n, 0, 0, 0] : [0, 0, 0, n] }
    let width = (isLittle ? [0x00, 0x01] : [0x01, 0x00]) + short(4) + long(1) + long(9)
    let tag = (isLittle ? [0x12, 0x01] : [0x01, 0x12]) + short(type) + long(1) + short(value) + [0, 0]
    let order = Array((isLittle ? "II" : "MM").utf8)
    let tiff = order + short(42) + long(8) + short(2) + width + tag + long(0)
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8] + segments + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + [0xFF, 0xDA]
  }

  @Test(arguments: Orientation.allCases, [true, false])
  func tagIsReadInBothByteOrders(orientation: Orientation, isLittle: Bool) {
    #expect(Orientation(ofJPEG: jpeg(UInt8(orientation.rawValue), isLittle: isLittle)) == orientation)
  }

  @Test func otherSegmentsMayComeFirst() {
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2, 0xFF]  // and a fill byte
    #expect(Orientation(ofJPEG: jpeg(8, isLittle: true, before: jfif)) == .right)
  }

  @Test(arguments: [0, 9, 255] as [UInt8])
  func senselessValueIsUp(value: UInt8) { #expect(Orientation(ofJPEG: jpeg(value, isLittle: true)) == .up) }

  @Test func wrongTypeIsUp() { #expect(Orientation(ofJPEG: jpeg(6, isLittle: true, type: 7)) == .up) }

  @Test func everyCutIsUpAndNoCrash() {
    let whole = jpeg(6, isLittle: false)
    for count in 0..<whole.count - 8 { #expect(Orientation(ofJPEG: Array(whole.prefix(count))) == .up) }
  }

  @Test func photoKeepsItsOrientation() throws {
    #expect(try Fixture.photo(Fixture.bytes("turned.jpg")).orientation == .left)
    #expect(try Fixture.photo(Fixture.bytes("turned.tif")).orientation == .left)
    #expect(try Fixture.photo(Fixture.bytes("gray.jpg")).orientation == .up)
  }
}
