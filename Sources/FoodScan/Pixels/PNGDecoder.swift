import CPNG

/// Reads PNG pictures in grey through libpng's simplified interface; the library is loaded at the first one. Owns its handle.
///
/// The classic interface reports errors by `longjmp`, which must not cross Swift frames.
struct PNGDecoder: ~Copyable {
  /// The picture's size, by its header.
  let size: PixelSize
  /// On the heap, because libpng keeps this address between the calls to write its error message there.
  let handle: UnsafeMutablePointer<png_image>

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_png_open() { throw .missing(failure, package: "libpng16-16", for: photo, "PNG") }
    let handle = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    handle.initialize(to: png_image())
    handle.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    guard hs_png_image_begin_read_from_memory(handle, bytes.baseAddress, bytes.count) != 0 else {
      let detail = Self.message(of: handle)
      hs_png_image_free(handle)
      handle.deallocate()
      throw .damaged(photo, detail)
    }
    size = PixelSize(width: Int(handle.pointee.width), height: Int(handle.pointee.height))
    self.handle = handle
  }

  /// `1.6.39`. Loads the library.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func libraryVersion() throws(ScanError) -> String {
    if let failure = hs_png_open() { throw .missing(failure, package: "libpng16-16") }
    let number = hs_png_access_version_number()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }

  deinit {
    hs_png_image_free(handle)
    handle.deallocate()
  }

  /// The picture in grey at full size, whatever the file has (1–16 bits, palette, colours), alpha over white; and what was wrong with the
  /// data, if there were any: a picture that is cut off is grey where it is missing.
  func luma(of photo: PhotoSource) -> (image: GrayImage, damage: String?) {
    // 16-bit files without a gamma are sRGB from every camera and editor; libpng would take them for linear.
    handle.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    guard handle.pointee.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0 else {
      return read(png_uint_32(PNG_FORMAT_GRAY), bytesPerPixel: 1)
    }
    let (pairs, damage) = read(png_uint_32(PNG_FORMAT_FLAG_ALPHA), bytesPerPixel: 2)
    return (Self.overWhite(pairs), damage)
  }

  /// The picture as bytes, `bytesPerPixel` in the place of each pixel.
  private func read(_ format: png_uint_32, bytesPerPixel: Int) -> (image: GrayImage, damage: String?) {
    handle.pointee.format = png_uint_32(format)
    var damage: String?
    let image = GrayImage(width: size.width * bytesPerPixel, height: size.height) { pixels in
      pixels.update(repeating: 128, count: size.width * size.height * bytesPerPixel)
      if hs_png_image_finish_read(handle, nil, pixels, png_int_32(size.width * bytesPerPixel), nil) == 0 {
        damage = Self.message(of: handle)
      }
    }
    return (image, damage)
  }

  /// Grey from pairs of grey and alpha. Blended as browsers and editors do, on the stored values; libpng would blend light, which thins
  /// black bars with soft edges.
  private static func overWhite(_ pairs: GrayImage) -> GrayImage {
    let width = pairs.width / 2
    return pairs.withPixels { pair in
      GrayImage(width: width, height: pairs.height) { pixels in
        for i in 0..<width * pairs.height {
          pixels[i] = BT601.overWhite(pair[2 * i], alpha: pair[2 * i + 1])
        }
      }
    }
  }

  /// The library's own words.
  static func message(of handle: UnsafePointer<png_image>) -> String {
    withUnsafeBytes(of: handle.pointee.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
