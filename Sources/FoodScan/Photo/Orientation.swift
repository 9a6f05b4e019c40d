/// How the stored picture must be turned to stand upright: the values of EXIF's tag 0x0112 (CIPA DC-008, 4.6.5.1).
///
/// A barcode is read in any orientation; whoever shows where it was needs this.
enum Orientation: Int, Sendable, CaseIterable {
  case up = 1
  case mirrored, upsideDown, upsideDownMirrored, leftMirrored, left, rightMirrored, right

  /// Reads the tag from a JPEG's APP1 segment. `.up` when it isn't there or makes no sense: foreign bytes never throw here.
  init(ofJPEG bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Self.tag(in: $0).flatMap(Orientation.init(rawValue:)) } ?? .up
  }

  /// Walks the segments before the picture's data to the first Exif one.
  private static func tag(in jpeg: UnsafeRawBufferPointer) -> Int? {
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF {
      let marker = jpeg[at + 1]
      if marker == 0xFF {  // a fill byte
        at += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { return nil }  // the data begins, or the picture ends
      let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
      let end = at + 2 + length
      guard length >= 2, end <= jpeg.count else { return nil }
      let body = UnsafeRawBufferPointer(rebasing: jpeg[(at + 4)..<end])
      if marker == 0xE1, body.count > 14, body.prefix(6).elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]) {
        return tag(inTIFF: UnsafeRawBufferPointer(rebasing: body[6...]))
      }
      at = end
    }
    return nil
  }

  /// The tag's value in the first directory of a TIFF structure. Entries are 12 bytes: tag, type (3 = short), count, value.
  private static func tag(inTIFF tiff: UnsafeRawBufferPointer) -> Int? {
    let isLittle = tiff[0] == UInt8(ascii: "I")
    func number(at offset: Int, bytes: Int) -> Int? {
      guard offset >= 0, offset + bytes <= tiff.count else { return nil }
      return (0..<bytes).reduce(0) { value, i in value << 8 | Int(tiff[offset + (isLittle ? bytes - 1 - i : i)]) }
    }
    guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
      return nil
    }
    for entry in 0..<count {
      let at = directory + 2 + 12 * entry
      guard let name = number(at: at, bytes: 2) else { return nil }
      if name == 0x0112 { return number(at: at + 2, bytes: 2) == 3 ? number(at: at + 8, bytes: 2) : nil }
    }
    return nil
  }
}
