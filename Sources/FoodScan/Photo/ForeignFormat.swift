import HealthModel

/// The kind of a file that can't be read, in a person's words.
struct ForeignFormat: Equatable {
  /// With its article: `a JPEG XL picture`. `nil` when the format isn't recognized.
  private let name: String?
  private let kind: Kind

  private enum Kind {
    /// A program can make a readable one of it.
    case picture
    /// A camera's own, which mostly has a JPEG beside it.
    case raw
    case noPicture
  }

  private init(_ kind: Kind, _ name: String?) {
    self.kind = kind
    self.name = name
  }

  /// A raw photo that looks like TIFF.
  static let raw = ForeignFormat(.raw, "a camera's raw photo")

  /// Detects formats that are common beside photos.
  init(_ start: FileSignature) {
    if start.has("ftypcrx ", at: 4) || ["II*\0", "FUJIFILMCCD-RAW", "IIU\0", "IIRO", "IIRS", "MMOR"].contains(where: { start.has($0) }) {
      self = .raw
    } else if start.has("<?xml"), start.contains("<svg") {
      self.init(.picture, "an SVG drawing")
    } else if start.has([0xFF, 0x0A]) {
      self.init(.picture, "a JPEG XL picture")
    } else if start.has([0xFF, 0x4F, 0xFF, 0x51]) {
      self.init(.picture, "a JPEG 2000 picture")
    } else if let known = Self.signatures.first(where: { start.has($0.word, at: $0.offset) }) {
      self.init(known.kind, known.name)
    } else if start.has([0x1A, 0x45, 0xDF, 0xA3]) || start.has([0, 0, 1, 0xBA]) {
      self.init(.noPicture, "a video")
    } else {
      self.init(.noPicture, start.isText ? "a text" : nil)
    }
  }

  private static let signatures: [(word: String, offset: Int, kind: Kind, name: String)] = [
    ("\0\0\0\u{C}JXL", 0, .picture, "a JPEG XL picture"), ("\0\0\0\u{C}jP", 0, .picture, "a JPEG 2000 picture"),
    ("8BPS", 0, .picture, "a Photoshop picture"), ("gimp xcf", 0, .picture, "a GIMP picture"), ("P7", 0, .picture, "a PAM picture"),
    ("II+\0", 0, .picture, "a BigTIFF picture"), ("MM\0+", 0, .picture, "a BigTIFF picture"), ("qoif", 0, .picture, "a QOI picture"),
    ("<svg", 0, .picture, "an SVG drawing"), ("%PDF", 0, .noPicture, "a PDF document"), ("%!PS", 0, .noPicture, "a PostScript document"),
    ("ftyp", 4, .noPicture, "a video"), ("AVI ", 8, .noPicture, "a video"), ("PK\u{3}\u{4}", 0, .noPicture, "a zip archive"),
    ("SQLite format 3", 0, .noPicture, "a database"), ("<?xml", 0, .noPicture, "an XML text"), ("<!", 0, .noPicture, "an HTML page"),
    ("<html", 0, .noPicture, "an HTML page"),
  ]

  /// The error for such a photo: `not supported: lunch.jxl is a JPEG XL picture`.
  func refusal(of photo: PhotoSource) -> ScanError {
    guard let name else {
      return ScanError(.notAPhoto, "\(photo.label) isn't a picture in a supported format", hint: "\(PhotoFormat.all) photos are read")
    }
    switch kind {
    case .noPicture:
      return ScanError(.notAPhoto, "\(photo.label) is \(name), not a photo", hint: "\(PhotoFormat.all) photos are read")
    case .picture:
      return ScanError(
        .unsupportedFormat, "not supported: \(photo.label) is \(name)", hint: "convert it first: convert \(photo.name.shellWord) photo.png")
    case .raw:
      return ScanError(
        .unsupportedFormat, "not supported: \(photo.label) is \(name)",
        hint: "use the JPEG beside it, or: exiftool -b -PreviewImage \(photo.name.shellWord) > photo.jpg")
    }
  }
}
