/// A directory of a TIFF structure: that of TIFF pictures, of cameras' raw files and of EXIF (TIFF 6.0, section 2).
///
/// Foreign bytes never throw or trap here: what isn't there is `nil`.
struct TIFFDirectory {
  /// Tags that are asked for.
  enum Tag: Int {
    case subfileType = 0x00FE
    case orientation = 0x0112
    case subDirectories = 0x014A
    /// Refers to the directory with the camera's data about the photo.
    case exif = 0x8769
    case dateTimeOriginal = 0x9003
    case offsetTimeOriginal = 0x9011
    /// Of Adobe's raw format.
    case dngVersion = 0xC612
  }

  private let tiff: UnsafeRawBufferPointer
  private let isLittle: Bool
  /// The position of the entries and their number: 12 bytes each, tag, type, count, value.
  private let entries: Int
  private let count: Int

  /// The first directory, or `nil` when there is none. The bytes must outlive it.
  init?(_ tiff: UnsafeRawBufferPointer) {
    guard let first = tiff.first else { return nil }
    let isLittle = first == UInt8(ascii: "I")
    guard Self.number(in: tiff, isLittle, at: 2, bytes: 2) == 42, let directory = Self.number(in: tiff, isLittle, at: 4, bytes: 4)
    else { return nil }
    self.init(tiff, isLittle, at: directory)
  }

  private init?(_ tiff: UnsafeRawBufferPointer, _ isLittle: Bool, at offset: Int) {
    guard let count = Self.number(in: tiff, isLittle, at: offset, bytes: 2) else { return nil }
    (self.tiff, self.isLittle, self.count) = (tiff, isLittle, count)
    entries = offset + 2
  }

  /// The directory that the tag leads to.
  func directory(_ tag: Tag) -> TIFFDirectory? { value(tag).flatMap { TIFFDirectory(tiff, isLittle, at: $0) } }

  /// The tag's first value, if it is a whole number; of one with four bytes, these together.
  func value(_ tag: Tag) -> Int? {
    guard let at = entry(tag) else { return nil }
    switch number(at: at + 2, bytes: 2) {
    case 3: return number(at: at + 8, bytes: 2)
    case 1, 4, 13: return number(at: at + 8, bytes: 4)
    default: return nil
    }
  }

  /// Returns the tag's text of 5 to 64 bytes, stored at the offset in the entry; shorter ones would be in the entry
  /// itself.
  func text(_ tag: Tag) -> [UInt8]? {
    guard let at = entry(tag), number(at: at + 2, bytes: 2) == 2, let count = number(at: at + 4, bytes: 4),
      let start = number(at: at + 8, bytes: 4), (5...64).contains(count), start + count <= tiff.count
    else { return nil }
    return Array(tiff[start..<start + count])
  }

  /// Whether it belongs to a camera's raw photo: these look like TIFF, but its first picture is a small preview.
  var isRaw: Bool {
    value(.dngVersion) != nil || value(.subDirectories) != nil && (value(.subfileType) ?? 0) & 1 == 1
  }

  /// Returns the position of the tag's entry.
  private func entry(_ tag: Tag) -> Int? {
    for index in 0..<count {
      let at = entries + 12 * index
      guard let name = number(at: at, bytes: 2) else { return nil }
      if name == tag.rawValue { return at }
    }
    return nil
  }

  private func number(at offset: Int, bytes: Int) -> Int? { Self.number(in: tiff, isLittle, at: offset, bytes: bytes) }

  private static func number(in tiff: UnsafeRawBufferPointer, _ isLittle: Bool, at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset + bytes <= tiff.count else { return nil }
    return (0..<bytes).reduce(0) { value, i in value << 8 | Int(tiff[offset + (isLittle ? bytes - 1 - i : i)]) }
  }
}
