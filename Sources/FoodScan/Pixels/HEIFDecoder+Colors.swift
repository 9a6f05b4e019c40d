import CHEIF

extension HEIFDecoder {
  /// The upright picture in colour at full size.
  func colors(of photo: PhotoSource) throws(ScanError) -> ColorImage {
    var decoded: OpaquePointer?
    let failure = hs_heif_decode_rgb(handle, &decoded)
    guard failure.code == heif_error_Ok, let decoded else { throw .damaged(photo, Self.message(of: failure)) }
    defer { hs_heif_image_release(decoded) }
    let width = Int(hs_heif_image_get_width(decoded, heif_channel_interleaved))
    let height = Int(hs_heif_image_get_height(decoded, heif_channel_interleaved))
    var stride: Int32 = 0
    guard width > 0, height > 0, let rows = hs_heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride) else {
      throw .damaged(photo, "it has no picture in it")
    }
    return ColorImage(width: width, height: height) { pixels in
      for y in 0..<height { (pixels + 3 * width * y).update(from: rows + y * Int(stride), count: 3 * width) }
    }
  }
}
