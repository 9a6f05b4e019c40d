import CPNG

/// Reads PNG pictures in grey through libpng's simplified interface; owns its handle.
///
/// The classic interface reports errors by `longjmp`, which must not cross Swift frames.
struct PNGDecoder: ~Copyable {
  /// The picture's size, by its header.
  let size: PixelSize
  /// On the heap, because libpng keeps this address between the calls to write its error message there.
  private let handle: UnsafeMutablePointer<png_image>

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    let handle = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    handle.initialize(to: png_image())
    handle.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(handle, bytes.baseAddress, bytes.count) != 0 else {
      let detail = Self.message(of: handle)
      png_image_free(handle)
      handle.deallocate()
      throw .damaged(photo, detail)
    }
    size = PixelSize(width: Int(handle.pointee.width), height: Int(handle.pointee.height))
    self.handle = handle
  }

  deinit {
    png_image_free(handle)
    handle.deallocate()
  }

  /// The picture in grey at full size, 1 byte a pixel whatever the file has (1–16 bits, palette, colours), alpha over white.
  func luma(of photo: PhotoSource) throws(ScanError) -> GrayImage {
    handle.pointee.format = png_uint_32(PNG_FORMAT_GRAY)
    // 16-bit files without a gamma are sRGB from every camera and editor; libpng would take them for linear.
    handle.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var white = png_color(red: 255, green: 255, blue: 255)
    return try GrayImage(width: size.width, height: size.height) { pixels throws(ScanError) in
      guard png_image_finish_read(handle, &white, pixels, png_int_32(size.width), nil) != 0 else {
        throw .damaged(photo, Self.message(of: handle))
      }
    }
  }

  /// The library's own words.
  private static func message(of handle: UnsafePointer<png_image>) -> String {
    withUnsafeBytes(of: handle.pointee.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
