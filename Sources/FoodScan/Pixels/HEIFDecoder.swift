import CHEIF

/// Reads the luma of HEIC and AVIF pictures through libheif, which is loaded at the first one; owns its handles.
struct HEIFDecoder: ~Copyable {
  /// The upright picture's size, by its header.
  let size: PixelSize
  private let context: OpaquePointer
  let handle: OpaquePointer

  /// Reads the container. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_heif_open() { throw .missing(failure, package: "libheif1", for: photo, "HEIC") }
    guard let context = hs_heif_context_alloc() else { throw ScanError(.libraryUnavailable, "libheif could not make a decoder") }
    var handle: OpaquePointer?
    var failure = hs_heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count)
    if failure.code == heif_error_Ok { failure = hs_heif_context_get_primary_image_handle(context, &handle) }
    guard failure.code == heif_error_Ok, let handle else {
      let detail = Self.message(of: failure)
      hs_heif_context_free(context)
      throw .damaged(photo, detail)
    }
    self.context = context
    self.handle = handle
    size = PixelSize(width: Int(hs_heif_image_handle_get_width(handle)), height: Int(hs_heif_image_handle_get_height(handle)))
  }

  /// `1.15.1`. Loads the library.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func libraryVersion() throws(ScanError) -> String {
    if let failure = hs_heif_open() { throw .missing(failure, package: "libheif1") }
    return String(cString: hs_heif_get_version())
  }

  deinit {
    hs_heif_image_handle_release(handle)
    hs_heif_context_free(context)
  }

  /// The upright picture in grey at full size.
  func luma(of photo: PhotoSource) throws(ScanError) -> GrayImage {
    var decoded: OpaquePointer?
    let failure = hs_heif_decode_luma(handle, &decoded)
    guard failure.code == heif_error_Ok, let decoded else { throw .damaged(photo, Self.message(of: failure)) }
    defer { hs_heif_image_release(decoded) }
    try checkSize(of: decoded, heif_channel_Y, photo)
    let (width, height) = (size.width, size.height)
    let bits = Int(hs_heif_image_get_bits_per_pixel_range(decoded, heif_channel_Y))
    var stride: Int32 = 0
    guard (8...16).contains(bits), let plane = hs_heif_image_get_plane_readonly(decoded, heif_channel_Y, &stride) else {
      throw .damaged(photo, "it has no picture in it")
    }
    return GrayImage(width: width, height: height) { pixels in
      for y in 0..<height {
        let row = plane + y * Int(stride)
        let out = pixels + y * width
        if bits == 8 {
          out.update(from: row, count: width)
        } else {  // 10 and 12 bits come as 16-bit little-endian numbers
          for x in 0..<width { out[x] = UInt8(truncatingIfNeeded: (Int(row[2 * x]) | Int(row[2 * x + 1]) << 8) >> (bits - 8)) }
        }
      }
    }
  }

  /// Throws `.damaged` if the decoded picture doesn't fill the size that the container claims. It may have more pixels, at the right and below:
  /// encoders fill up their blocks.
  func checkSize(of decoded: OpaquePointer, _ channel: heif_channel, _ photo: PhotoSource) throws(ScanError) {
    let (width, height) = (Int(hs_heif_image_get_width(decoded, channel)), Int(hs_heif_image_get_height(decoded, channel)))
    guard width >= size.width, height >= size.height else {
      throw .damaged(photo, "the picture in it has \(width) x \(height) pixels, not \(size.width) x \(size.height)")
    }
  }

  /// The library's own words.
  static func message(of failure: heif_error) -> String {
    failure.message.map { String(cString: $0) } ?? "not a HEIC picture"
  }
}
