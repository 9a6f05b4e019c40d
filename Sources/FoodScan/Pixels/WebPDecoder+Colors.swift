import CWebP

extension WebPDecoder {
  /// The picture in colour at full size, alpha over white.
  func colors(of photo: PhotoSource) throws(ScanError) -> ColorImage {
    var width: Int32 = 0
    var height: Int32 = 0
    guard let layers = hs_WebPDecodeRGBA(bytes.baseAddress, bytes.count, &width, &height) else {
      throw .damaged(photo, "its data are cut off or broken")
    }
    defer { hs_WebPFree(layers) }
    return ColorImage(overWhite: layers, width: Int(width), height: Int(height))
  }
}
