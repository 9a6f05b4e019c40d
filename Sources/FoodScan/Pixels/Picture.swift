/// A photo that is decoded as far as it is asked for. Belongs to one thread.
final class Picture {
  /// The encoded photo.
  let photo: Photo
  /// The stored picture's full size in pixels.
  let size: PixelSize
  /// The error in the data, if the picture was readable nevertheless. Known after the first `luma`.
  private(set) var damage: String?
  private var decoded: GrayImage?

  /// Reads the header and holds it against the limits; decodes nothing.
  init(_ photo: Photo, limits: PhotoLimits) throws(ScanError) {
    self.photo = photo
    size = try photo.bytes.withUnsafeBufferPointer { bytes throws(ScanError) in
      switch photo.format {
      case .jpeg: try JPEGDecoder(bytes, of: photo.source).size
      case .png: try PNGDecoder(bytes, of: photo.source).size
      case .webp: try WebPDecoder(bytes, of: photo.source).size
      case .heif: try Self.heifSize(bytes, of: photo.source, limits)
      case .tiff: try TIFFDecoder(bytes, of: photo.source).size
      case .gif: try GIFDecoder(bytes, of: photo.source).size
      case .bmp: try BMPDecoder(bytes, of: photo.source).size
      case .pnm: try PNMDecoder(bytes, of: photo.source).size
      }
    }
    try limits.check(size, of: photo.source)
  }

  /// Returns the size of a HEIC picture. The container's size doesn't bound the memory that decoding takes, so that the
  /// coded pictures are checked against the limits, too.
  private static func heifSize(
    _ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource, _ limits: PhotoLimits
  ) throws(ScanError) -> PixelSize {
    let container = HEIFContainer(bytes)
    guard !container.isOverfull else { throw .damaged(photo, "it has more parts than any photo") }
    guard let coded = container.largest else { throw .damaged(photo, "it has no HEVC or AV1 picture in it") }
    try limits.check(coded, of: photo)
    return try HEIFDecoder(bytes, of: photo).size
  }

  /// The stored picture in grey, its long side at least `target` pixels, or the full size if that is less. Mostly larger: only what
  /// the format gives for free is left out. The last one is kept.
  func luma(longSide target: Int) throws(ScanError) -> GrayImage {
    if let decoded, decoded.longSide >= min(target, size.longSide) { return decoded }
    decoded = nil
    let (image, damage) = try photo.bytes.withUnsafeBufferPointer { bytes throws(ScanError) -> (GrayImage, String?) in
      switch photo.format {
      case .jpeg: try JPEGDecoder(bytes, of: photo.source).luma(longSide: target, of: photo.source)
      case .png: try PNGDecoder(bytes, of: photo.source).luma(of: photo.source)
      case .webp: (try WebPDecoder(bytes, of: photo.source).luma(of: photo.source), nil)
      case .heif: (try HEIFDecoder(bytes, of: photo.source).luma(of: photo.source), nil)
      case .tiff: try TIFFDecoder(bytes, of: photo.source).luma(of: photo.source)
      case .gif: try GIFDecoder(bytes, of: photo.source).luma(of: photo.source)
      case .bmp: try BMPDecoder(bytes, of: photo.source).luma(of: photo.source)
      case .pnm: try PNMDecoder(bytes, of: photo.source).luma(of: photo.source)
      }
    }
    self.damage = damage
    decoded = image
    return image
  }
}
