extension Picture {
  /// The stored picture in colour, its long side at least `target` pixels or the full size; alpha over white. Formats whose colours aren't
  /// decoded come in grey. Not kept.
  func colors(longSide target: Int) throws(ScanError) -> ColorImage {
    try photo.bytes.withUnsafeBufferPointer { bytes throws(ScanError) -> ColorImage in
      if photo.format == .jpeg { return try JPEGDecoder(bytes, of: photo.source).colors(longSide: target, of: photo.source) }
      if photo.format == .png { return try PNGDecoder(bytes, of: photo.source).colors(of: photo.source) }
      if photo.format == .webp { return try WebPDecoder(bytes, of: photo.source).colors(of: photo.source) }
      if photo.format == .heif { return try HEIFDecoder(bytes, of: photo.source).colors(of: photo.source) }
      return ColorImage(try luma(longSide: target))
    }
  }
}
