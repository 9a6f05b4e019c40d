/// The picture formats that are read, told by their first bytes, never by the name.
enum PhotoFormat: Sendable, Hashable {
  case jpeg, png, webp
  /// HEIC and AVIF: pictures in an ISO base media file, by libheif.
  case heif

  /// What the bytes are. Throws `.unsupportedFormat` with the name of the format when it is known.
  init(of bytes: [UInt8], named photo: PhotoSource) throws(ScanError) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if Self.has("RIFF", in: bytes, at: 0), Self.has("WEBP", in: bytes, at: 8) {
      self = .webp
    } else if Self.isHEIF(bytes) {
      self = .heif
    } else {
      throw Self.unsupported(Self.foreignFormat(of: bytes), photo)
    }
  }

  /// Brands that libheif may read. The major brand comes first; `mif1` and `msf1` are generic and used by both codecs.
  private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis", "mif1", "msf1"]

  private static func isHEIF(_ bytes: [UInt8]) -> Bool {
    has("ftyp", in: bytes, at: 4) && brands.contains { has($0, in: bytes, at: 8) }
  }

  /// What a person would call a file that isn't read. `nil` when the bytes say nothing.
  private static func foreignFormat(of bytes: [UInt8]) -> String? {
    let signatures: [(String, Int, String)] = [
      ("GIF8", 0, "a GIF picture"), ("II*\0", 0, "a TIFF picture"), ("MM\0*", 0, "a TIFF picture"), ("BM", 0, "a BMP picture"),
      ("%PDF", 0, "a PDF document"), ("P1", 0, "a PNM picture"), ("P2", 0, "a PNM picture"), ("P3", 0, "a PNM picture"),
      ("P4", 0, "a PNM picture"), ("P5", 0, "a PNM picture"), ("P6", 0, "a PNM picture"), ("8BPS", 0, "a Photoshop picture"),
      ("ftyp", 4, "a video"), ("PK\u{3}\u{4}", 0, "a zip archive"), ("\u{0}\u{0}\u{0}\u{C}jP", 0, "a JPEG 2000 picture"),
      ("\u{0}\u{0}\u{0}\u{C}JXL", 0, "a JPEG XL picture"), ("<svg", 0, "an SVG drawing"), ("<?xml", 0, "an XML text"),
      ("<!", 0, "an HTML page"),
      ("<html", 0, "an HTML page"),
    ]
    if let known = signatures.first(where: { has($0.0, in: bytes, at: $0.1) }) { return known.2 }
    if bytes.starts(with: [0xFF, 0x0A]) { return "a JPEG XL picture" }
    let start = bytes.prefix(512)
    let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
    return isText ? "a text" : nil
  }

  private static func unsupported(_ format: String?, _ photo: PhotoSource) -> ScanError {
    guard let format else {
      return ScanError(
        .unsupportedFormat, "\(photo.label) is no picture that is known here", hint: "JPEG, PNG, WebP and HEIC photos are read")
    }
    let isPicture = format.hasSuffix("picture") || format.hasSuffix("drawing")
    return ScanError(
      .unsupportedFormat, isPicture ? "not supported: \(photo.label) is \(format)" : "\(photo.label) is \(format), not a photo",
      hint: isPicture ? "convert it first: convert \(photo.name) photo.png" : "JPEG, PNG, WebP and HEIC photos are read")
  }

  private static func has(_ word: String, in bytes: [UInt8], at offset: Int) -> Bool {
    bytes.count >= offset + word.utf8.count && bytes[offset..<offset + word.utf8.count].elementsEqual(word.utf8)
  }
}
