/// The first directory of a TIFF structure: that of TIFF pictures, of cameras' raw files and of EXIF (TIFF 6.0, section 2).
///
/// Foreign bytes never throw or trap here: what isn't there is `nil`.
struct TIFFDirectory {
  /// Tags that are asked for.
  enum Tag: Int {
    case subfileType = 0x00FE
    case orientation = 0x0112
    case subDirectories = 0x014A
    /// Of Adobe's raw format.
    case dngVersion = 0xC612
  }

  private let tiff: UnsafeRawBufferPointer
  private let isLittle: Bool
  /// Where the entries begin, and how many there are: 12 bytes each, tag, type, count, value.
  private let entries: Int
  private let count: Int

  /// The directory, or `nil` when there is none. The bytes must outlive it.
  init?(_ tiff: UnsafeRawBufferPointer) {
    guard let first = tiff.first else { return nil }
    self.tiff = tiff
    isLittle = first == UInt8(ascii: "I")
    guard let directory = Self.number(in: tiff, isLittle, at: 4, bytes: 4), Self.number(in: tiff, isLittle, at: 2, bytes: 2) == 42,
      let count = Self.number(in: tiff, isLittle, at: directory, bytes: 2)
    else { return nil }
    entries = directory + 2
    self.count = count
  }

  /// The tag's first value, if it is a whole number; of one with four bytes, these together.
  func value(_ tag: Tag) -> Int? {
    for entry in 0..<count {
      let at = entries + 12 * entry
      guard let name = number(at: at, bytes: 2) else { return nil }
      guard name == tag.rawValue else { continue }
      switch number(at: at + 2, bytes: 2) {
      case 3: return number(at: at + 8, bytes: 2)
      case 1, 4, 13: return number(at: at + 8, bytes: 4)
      default: return nil
      }
    }
    return nil
  }

  /// Whether it belongs to a camera's raw photo: these look like TIFF, but its first picture is a small preview.
  var isRaw: Bool {
    value(.dngVersion) != nil || value(.subDirectories) != nil && (value(.subfileType) ?? 0) & 1 == 1
  }

  private func number(at offset: Int, bytes: Int) -> Int? { Self.number(in: tiff, isLittle, at: offset, bytes: bytes) }

  private static func number(in tiff: UnsafeRawBufferPointer, _ isLittle: Bool, at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset + bytes <= tiff.count else { return nil }
    return (0..<bytes).reduce(0) { value, i in value << 8 | Int(tiff[offset + (isLittle ? bytes - 1 - i : i)]) }
  }
}
