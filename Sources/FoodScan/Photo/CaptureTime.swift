#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When a photo was taken, as its camera wrote it down: EXIF's `DateTimeOriginal` and `OffsetTimeOriginal` (CIPA DC-008, 4.6.5.2).
package struct CaptureTime: Sendable, Equatable {
  /// Of the clock on the wall where the camera was. Whether there is such a day isn't checked.
  package let year, month, day, hour, minute, second: Int
  /// Minutes east of UTC, -840…840. `nil` when the camera doesn't say.
  package let offsetMin: Int?

  /// Reads it from the first 256 KiB of a photo's file, where cameras put it, whatever the format. `nil` when it isn't there or makes no sense:
  /// foreign bytes never throw here.
  package init?(ofFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let head = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
      while filled < buffer.count {
        let count = read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        filled += count
      }
    }
    self.init(in: head)
  }

  /// Looks for the EXIF block in a photo's first bytes. JPEG and HEIC mark it with `Exif`, two zeros and the head of a TIFF structure; so does
  /// PNG with `eXIf` and WebP with `EXIF` and a length. The head of the structure alone is looked for: what follows must be a time. Only the
  /// first 16 are looked into, so that no file can be made of heads to keep us busy.
  init?(in head: [UInt8]) {
    let found = head.withUnsafeBytes { bytes -> CaptureTime? in
      var (at, heads) = (0, 0)
      while at + 8 <= bytes.count, heads < 16 {
        let isHead =
          bytes[at] == 0x49 && bytes[at + 1] == 0x49 && bytes[at + 2] == 0x2A && bytes[at + 3] == 0
          || bytes[at] == 0x4D && bytes[at + 1] == 0x4D && bytes[at + 2] == 0 && bytes[at + 3] == 0x2A
        if isHead {
          heads += 1
          if let time = EXIFBlock(UnsafeRawBufferPointer(rebasing: bytes[at...])).captureTime { return time }
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

/// A TIFF structure in which a camera says how it took a photo. The bytes must outlive it.
private struct EXIFBlock {
  private let tiff: UnsafeRawBufferPointer
  private let isLittle: Bool

  init(_ tiff: UnsafeRawBufferPointer) {
    self.tiff = tiff
    isLittle = tiff.first == UInt8(ascii: "I")
  }

  /// Tags: 0x8769 in the first directory leads to the camera's, which has 0x9003, the time, and 0x9011, its offset.
  var captureTime: CaptureTime? {
    guard let first = number(at: 4, bytes: 4), let entry = entry(0x8769, in: first), let camera = number(at: entry + 8, bytes: 4),
      let time = text(0x9003, in: camera)
    else { return nil }
    return CaptureTime(time, offset: text(0x9011, in: camera))
  }

  /// Where the tag's entry is in the directory at an offset. Entries are 12 bytes: tag, type, count, value.
  private func entry(_ tag: Int, in directory: Int) -> Int? {
    guard let count = number(at: directory, bytes: 2) else { return nil }
    for index in 0..<count {
      let at = directory + 2 + 12 * index
      guard let name = number(at: at, bytes: 2) else { return nil }
      if name == tag { return at }
    }
    return nil
  }

  /// A text (type 2) of more than 4 bytes, which stands where the value says.
  private func text(_ tag: Int, in directory: Int) -> [UInt8]? {
    guard let entry = entry(tag, in: directory), number(at: entry + 2, bytes: 2) == 2, let count = number(at: entry + 4, bytes: 4),
      let start = number(at: entry + 8, bytes: 4), (5...64).contains(count), start + count <= tiff.count
    else { return nil }
    return Array(tiff[start..<start + count])
  }

  private func number(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset + bytes <= tiff.count else { return nil }
    return (0..<bytes).reduce(0) { value, i in value << 8 | Int(tiff[offset + (isLittle ? bytes - 1 - i : i)]) }
  }
}
