import Files
import Glibc

/// The time a photo was taken, as its camera recorded it: EXIF's `DateTimeOriginal` and `OffsetTimeOriginal` (CIPA DC-008, 4.6.5.2).
package struct CaptureTime: Sendable, Equatable {
  /// Of the clock on the wall where the camera was. Whether there is such a day isn't checked.
  package let year, month, day, hour, minute, second: Int
  /// Minutes east of UTC, -840…840. `nil` when the camera doesn't record it.
  package let offsetMin: Int?

  /// Reads it from the first 256 KiB of a photo's file, where cameras put it, whatever the format. `nil` when it isn't there or makes no sense:
  /// foreign bytes never throw here.
  package init?(ofFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let head = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
      while filled < buffer.count {
        let count = readPart(of: file, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
        guard count > 0 else { break }
        filled += count
      }
    }
    self.init(in: head)
  }

  /// Searches for the EXIF block in a photo's first bytes. JPEG and HEIC mark it with `Exif`, two zeros and the header
  /// of a TIFF structure; so do PNG with `eXIf` and WebP with `EXIF` and a length. Only the header of the structure is
  /// searched for; a time must follow. Only the first 16 headers are examined, so that a file made of headers can't
  /// cost much time.
  init?(in head: [UInt8]) {
    let found = head.withUnsafeBytes { bytes -> CaptureTime? in
      var (at, heads) = (0, 0)
      while at + 8 <= bytes.count, heads < 16 {
        let isHead =
          bytes[at] == 0x49 && bytes[at + 1] == 0x49 && bytes[at + 2] == 0x2A && bytes[at + 3] == 0
          || bytes[at] == 0x4D && bytes[at + 1] == 0x4D && bytes[at + 2] == 0 && bytes[at + 3] == 0x2A
        if isHead {
          heads += 1
          let camera = TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[at...]))?.directory(.exif)
          if let time = camera?.text(.dateTimeOriginal).flatMap({ CaptureTime($0, offset: camera?.text(.offsetTimeOriginal)) }) {
            return time
          }
        }
        at += 1
      }
      return nil
    }
    guard let found else { return nil }
    self = found
  }

  /// `2026:02:10 12:03:00`, and an offset like `+01:00`. Cameras whose clock was never set write zeros or blanks: `nil`.
  package init?(_ text: [UInt8], offset: [UInt8]?) {
    guard text.count >= 19, text[4] == UInt8(ascii: ":"), text[10] == UInt8(ascii: " ") else { return nil }
    let fields = [text[0..<4], text[5..<7], text[8..<10], text[11..<13], text[14..<16], text[17..<19]].compactMap(CaptureTime.number)
    guard fields.count == 6, fields[0] >= 1990, (1...12).contains(fields[1]), (1...31).contains(fields[2]), fields[3] < 24, fields[4] < 60,
      fields[5] < 60
    else { return nil }
    (year, month, day, hour, minute, second) = (fields[0], fields[1], fields[2], fields[3], fields[4], fields[5])
    offsetMin = offset.flatMap(CaptureTime.minutes)
  }

  /// `+01:00` is 60.
  private static func minutes(_ offset: [UInt8]) -> Int? {
    guard offset.count >= 6, offset[3] == UInt8(ascii: ":"), let hours = number(offset[1..<3]), let minutes = number(offset[4..<6]),
      hours <= 14, minutes < 60
    else { return nil }
    switch offset[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { number, byte in
      guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      return number * 10 + Int(byte - UInt8(ascii: "0"))
    }
  }
}
