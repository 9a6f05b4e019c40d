import CWebP

/// Reads WebP pictures in grey through libwebp, which is loaded at the first one. Its pictures are freed where they are copied.
struct WebPDecoder {
  /// The picture's size, by its header.
  let size: PixelSize
  private let bytes: UnsafeBufferPointer<UInt8>
  private let needsColours: Bool

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_webp_open() { throw .missing(failure, package: "libwebp7", for: photo, "WebP") }
    var features = WebPBitstreamFeatures()
    let status = hs_WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw .damaged(photo, Self.reason(status)) }
    guard features.has_animation == 0 else {
      throw ScanError(
        .unsupportedFormat, "not supported: \(photo.label) is an animated WebP picture", hint: "save one of its pictures first")
    }
    self.bytes = bytes
    size = PixelSize(width: Int(features.width), height: Int(features.height))
    needsColours = features.has_alpha != 0 || features.format == 2  // 2 = lossless, which is stored as RGB
  }

  /// `1.2.4`. Loads the library.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func libraryVersion() throws(ScanError) -> String {
    if let failure = hs_webp_open() { throw .missing(failure, package: "libwebp7") }
    let number = hs_WebPGetDecoderVersion()
    return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }

  /// The picture in grey at full size, alpha over white.
  func luma(of photo: PhotoSource) throws(ScanError) -> GrayImage {
    needsColours ? try lumaOfColours(photo) : try lumaPlane(photo)
  }

  /// Lossy pictures are stored as luma and chroma: the luma is there already.
  private func lumaPlane(_ photo: PhotoSource) throws(ScanError) -> GrayImage {
    var width: Int32 = 0
    var height: Int32 = 0
    var u: UnsafeMutablePointer<UInt8>?
    var v: UnsafeMutablePointer<UInt8>?
    var stride: Int32 = 0
    var chromaStride: Int32 = 0
    guard let luma = hs_WebPDecodeYUV(bytes.baseAddress, bytes.count, &width, &height, &u, &v, &stride, &chromaStride) else {
      throw .damaged(photo, "its data are cut off or broken")
    }
    defer { hs_WebPFree(luma) }  // u and v lie in the same block
    return GrayImage(width: Int(width), height: Int(height)) { pixels in
      for y in 0..<Int(height) {
        (pixels + y * Int(width)).update(from: luma + y * Int(stride), count: Int(width))
      }
    }
  }

  private func lumaOfColours(_ photo: PhotoSource) throws(ScanError) -> GrayImage {
    var width: Int32 = 0
    var height: Int32 = 0
    guard let colours = hs_WebPDecodeRGBA(bytes.baseAddress, bytes.count, &width, &height) else {
      throw .damaged(photo, "its data are cut off or broken")
    }
    defer { hs_WebPFree(colours) }
    return GrayImage(width: Int(width), height: Int(height)) { pixels in
      for i in 0..<Int(width) * Int(height) {
        let pixel = colours + 4 * i
        // ITU-R BT.601 luma in 256ths, then alpha over white.
        let luma = (77 * Int(pixel[0]) + 150 * Int(pixel[1]) + 29 * Int(pixel[2])) >> 8
        let alpha = Int(pixel[3])
        pixels[i] = UInt8(truncatingIfNeeded: (luma * alpha + 255 * (255 - alpha)) / 255)
      }
    }
  }

  private static func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA: "it is cut off"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that libwebp doesn't know"
    default: "it is no WebP picture behind its first bytes"
    }
  }
}
