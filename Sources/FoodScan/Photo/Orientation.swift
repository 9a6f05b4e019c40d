/// The rotation that makes a stored picture upright: the values of EXIF's tag 0x0112 (CIPA DC-008, 4.6.5.1).
///
/// A barcode is read in any orientation; the rotation is needed to display its position.
enum Orientation: Int, Sendable, CaseIterable {
  case up = 1
  case mirrored, upsideDown, upsideDownMirrored, leftMirrored, left, rightMirrored, right

  /// Reads the tag from a JPEG's Exif segment. `.up` when it isn't there or makes no sense: foreign bytes never throw here.
  init(ofJPEG bytes: [UInt8]) { self = JPEGHeader(bytes).orientation }

  /// Reads the tag from a TIFF file. `.up` when it isn't there or makes no sense.
  init(ofTIFF bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Orientation(tag: TIFFDirectory($0)?.value(.orientation)) }
  }

  /// The tag's meaning; `.up` for none and for one that makes no sense.
  init(tag: Int?) { self = tag.flatMap(Orientation.init(rawValue:)) ?? .up }
}
