import CWebP

/// Reads WebP pictures in grey, the first one of an animation, through libwebp, which is loaded when it is needed. Its pictures are freed
/// where they are copied.
struct WebPDecoder {
  /// The picture's size, by its header.
  let size: PixelSize
  let bytes: UnsafeBufferPointer<UInt8>
  private let needsColours: Bool

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_webp_open() { throw .missing(failure, package: "libwebp7", for: photo, "WebP") }
    var bytes = bytes
    var features = try Self.features(of: bytes, photo)
    if features.has_animation != 0 {
      guard let first = Self.firstPicture(of: bytes) else { throw .damaged(photo, "it has no picture in it") }
      bytes = first
      features = try Self.features(of: bytes, photo)
    }
    self.bytes = bytes
    size = PixelSize(width: Int(features.width), height: Int(features.height))
    needsColours = features.has_alpha != 0 || features.format == 2  // 2 = lossless, which is stored as RGB
  }

  private static func features(of bytes: UnsafeBufferPointer<UInt8>, _ photo: PhotoSource) throws(ScanError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    let status = hs_WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw .damaged(photo, reason(status)) }
    return features
  }

  /// Returns the contents of an animation's first ANMF chunk after its 16 bytes of position, size and duration: chunks
  /// that libwebp reads as a separate picture (developers.google.com/speed/webp/docs/riff_container). `nil` when there
  /// is none.
  private static func firstPicture(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var walk = ByteWalk(bytes, from: 12)  // RIFF, size, WEBP
    while let name = walk.number(4), let length = walk.number(4) {
      guard name == 0x464D_4E41 else {  // "ANMF", the lowest byte first
        walk.skip(length + length % 2)
        continue
      }
      let start = walk.position + 16
      let end = min(walk.position + length, bytes.count)
      return start < end ? UnsafeBufferPointer(rebasing: bytes[start..<end]) : nil
    }
    return nil
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

  /// Lossy pictures are stored as luma and chroma: the luma is already there.
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
      for i in 0..<Int(width) * Int(height) { pixels[i] = BT601.lumaOverWhite(colours + 4 * i) }
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
