import CHEIF

extension HEIFDecoder {
  /// The upright picture in colour at full size.
  func colors(of photo: PhotoSource) throws(ScanError) -> ColorImage {
    var decoded: OpaquePointer?
    let failure = hs_heif_decode_rgb(handle, &decoded)
    guard failure.code == heif_error_Ok, let decoded else { throw .damaged(photo, Self.message(of: failure)) }
    defer { hs_heif_image_release(decoded) }
    try checkSize(of: decoded, heif_channel_interleaved, photo)
    let (width, height) = (size.width, size.height)
    var stride: Int32 = 0
    guard let rows = hs_heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride) else {
      throw .damaged(photo, "it has no picture in it")
    }
    return ColorImage(width: width, height: height) { pixels in
      for y in 0..<height { (pixels + 3 * width * y).update(from: rows + y * Int(stride), count: 3 * width) }
    }
  }
}
