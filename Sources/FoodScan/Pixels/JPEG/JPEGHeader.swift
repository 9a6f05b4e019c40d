import JPEGSkim

/// The contents of a JPEG's segments before its data (ITU-T T.81, annex B).
///
/// Invalid bytes never throw here: missing parts keep their defaults.
struct JPEGHeader {
  /// The camera's orientation; `.up` when none is given.
  private(set) var orientation = Orientation.up
  /// The coding process: the number of the frame's marker (SOF0–SOF15). `nil` when no frame was found.
  private(set) var process: Int?
  /// Bits of a sample.
  private(set) var precision = 8

  /// Walks the segments up to the frame's.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { read(JPEGSegments($0)) }
  }

  private mutating func read(_ segments: JPEGSegments) {
    var hasOrientation = false
    for segment in segments {
      let body = segment.body
      switch segment.marker {
      case 0xE1 where !hasOrientation && body.count > 14 && body.prefix(6).elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]):
        hasOrientation = true
        orientation = Orientation(tag: TIFFDirectory(UnsafeRawBufferPointer(rebasing: body[6...]))?.value(.orientation))
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):  // not tables, which have numbers among them
        process = Int(segment.marker) - 0xC0
        if let bits = body.first { precision = Int(bits) }
      default: break
      }
    }
  }

  /// The name of the picture's kind when the decoder doesn't support it: `a lossless JPEG picture`. `nil` if it does.
  var unsupportedKind: String? {
    switch process {
    case 3, 11: "a lossless JPEG picture"
    case 5, 6, 7, 13, 14, 15: "a hierarchical JPEG picture"
    default: precision == 8 ? nil : "a JPEG picture of \(precision) bits"
    }
  }
}
