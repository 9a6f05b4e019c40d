/// The supported picture formats, detected by their first bytes, never by the name.
package enum PhotoFormat: Sendable, Hashable {
  case jpeg, png, webp
  /// HEIC and AVIF: pictures in an ISO base media file, by libheif.
  case heif
  case gif, tiff, bmp
  /// PBM, PGM and PPM.
  case pnm

  /// The number of bytes examined.
  static let signatureBytes = 512

  /// The formats in a sentence.
  package static let all = "JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP and PNM"

  /// Detects the format. Throws `.unsupportedFormat` with the name of the format when it is known.
  ///
  /// - Parameter bytes: The file's first `signatureBytes`, or more.
  init(of bytes: [UInt8], named photo: PhotoSource) throws(ScanError) {
    let start = FileSignature(bytes)
    if start.has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.has("RIFF"), start.has("WEBP", at: 8) {
      self = .webp
    } else if Self.isHEIF(start) {
      self = .heif
    } else if start.has("GIF87a") || start.has("GIF89a") {
      self = .gif
    } else if Self.isTIFF(start) {
      self = .tiff
    } else if Self.isBMP(start) {
      self = .bmp
    } else if start.has("P"), (0x31...0x36).contains(start.byte(1)), start.byte(2) == 0x23 || start.isSpace(2) {
      self = .pnm
    } else {
      throw ForeignFormat(start).refusal(of: photo)
    }
  }

  /// Returns whether the file's name has the extension of a supported format: then it is treated as a photo, whatever
  /// its contents.
  package static func isClaimed(by name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "webp", "heic", "heif", "hif", "avif", "gif", "tif", "tiff", "bmp", "dib", "pbm", "pgm",
    "ppm", "pnm",
  ]

  /// Returns whether the major brand is HEIF's, or, for generic ones (MIAF, ISO/IEC 23000-22), a compatible brand.
  private static func isHEIF(_ start: FileSignature) -> Bool {
    guard start.has("ftyp", at: 4) else { return false }
    let known = ["heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis", "mif1", "msf1"]
    if known.contains(where: { start.has($0, at: 8) }) { return true }
    guard start.has("mi", at: 8) || start.has("ms", at: 8) else { return false }
    return stride(from: 16, to: min(start.byte(3), 64), by: 4).contains { at in known.contains { start.has($0, at: at) } }
  }

  /// Returns whether it is a TIFF, excluding cameras' raw files, which look like TIFF but have different bytes after
  /// it.
  private static func isTIFF(_ start: FileSignature) -> Bool {
    (start.has("II*\0") || start.has("MM\0*")) && !start.has("CR", at: 8)
  }

  /// "BM" alone may begin a text: the size of the second header is one of those that there are.
  private static func isBMP(_ start: FileSignature) -> Bool {
    start.has("BM") && [12, 16, 40, 52, 56, 64, 108, 124].contains(start.byte(14)) && start.has([0, 0, 0], at: 15)
  }
}

/// A file's first bytes.
struct FileSignature {
  private let bytes: ArraySlice<UInt8>

  /// Of a whole file, or its beginning.
  init(_ bytes: [UInt8]) { self.bytes = bytes.prefix(PhotoFormat.signatureBytes) }

  /// The byte there; -1 when there is none.
  func byte(_ at: Int) -> Int { at < bytes.count ? Int(bytes[at]) : -1 }

  /// Whether white space is there.
  func isSpace(_ at: Int) -> Bool { byte(at) == 0x20 || (9...13).contains(byte(at)) }

  /// Whether these bytes are there.
  func has(_ some: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    bytes.count >= offset + some.count && bytes[offset..<offset + some.count].elementsEqual(some)
  }

  /// Whether that word is there.
  func has(_ word: String, at offset: Int = 0) -> Bool { has(Array(word.utf8), at: offset) }

  /// Whether the word is anywhere in it.
  func contains(_ word: String) -> Bool { bytes.indices.contains { has(word, at: $0) } }

  /// Whether all of it could be a text in ASCII or UTF-8.
  var isText: Bool { bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) } }
}
