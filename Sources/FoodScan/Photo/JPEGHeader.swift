/// What a JPEG's segments say before its data begin (ITU-T T.81, annex B).
///
/// Foreign bytes never throw here: what isn't there is nothing.
struct JPEGHeader {
  /// How the camera was held; `.up` when it isn't said.
  private(set) var orientation = Orientation.up
  /// How the picture is coded: the number of its frame's marker (SOF0–SOF15). `nil` when no frame was found.
  private(set) var process: Int?
  /// Bits of a sample.
  private(set) var precision = 8

  /// Walks the segments up to the frame's.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { walk($0) }
  }

  private mutating func walk(_ jpeg: UnsafeRawBufferPointer) {
    var at = 2
    var hasOrientation = false
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF {
      let marker = jpeg[at + 1]
      if marker == 0xFF {  // a fill byte
        at += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { return }  // the data begin, or the picture ends
      let end = at + 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
      guard end >= at + 4, end <= jpeg.count else { return }
      let body = UnsafeRawBufferPointer(rebasing: jpeg[(at + 4)..<end])
      switch marker {
      case 0xE1 where !hasOrientation && body.count > 14 && body.prefix(6).elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]):
        hasOrientation = true
        orientation = Orientation(tag: TIFFDirectory(UnsafeRawBufferPointer(rebasing: body[6...]))?.value(.orientation))
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):  // not tables, which have numbers among them
        process = Int(marker) - 0xC0
        if let bits = body.first { precision = Int(bits) }
      default: break
      }
      at = end
    }
  }

  /// What it is called when the decoder can't read it: `a lossless JPEG picture`. `nil` for one that it can.
  var unsupportedKind: String? {
    switch process {
    case 3, 11: "a lossless JPEG picture"
    case 5, 6, 7, 13, 14, 15: "a hierarchical JPEG picture"
    default: precision == 8 ? nil : "a JPEG picture of \(precision) bits"
    }
  }
}
