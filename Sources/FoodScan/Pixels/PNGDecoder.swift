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
  /// data, if there were any: a picture that is cut off is of one shade where it is missing.
  ///
  /// Colours become grey here, by the stored values as in a JPEG picture: libpng would go by light, through tables of 16 bits, which takes as long
  /// as all the rest.
  func luma(of photo: PhotoSource) -> (image: GrayImage, damage: String?) {
    // 16-bit files without a gamma are sRGB from every camera and editor; libpng would take them for linear.
    handle.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    if has(PNG_FORMAT_FLAG_COLORMAP) { return lumaOfPalette() }
    let alpha = has(PNG_FORMAT_FLAG_ALPHA) ? png_uint_32(PNG_FORMAT_FLAG_ALPHA) : 0
    let isColour = has(PNG_FORMAT_FLAG_COLOR) && size.width * size.height <= Self.mostColours
    let format = alpha | (isColour ? png_uint_32(PNG_FORMAT_RGB) : png_uint_32(PNG_FORMAT_GRAY))
    let channels = (isColour ? 3 : 1) + (alpha == 0 ? 0 : 1)
    let (layers, damage) = read(format, bytesPerPixel: channels)
    return (channels == 1 ? layers : Self.luma(layers, channels: channels), damage)
  }

  /// Pictures of more pixels become grey while libpng reads them: their colours would take 200 MB.
  private static let mostColours = 64_000_000

  private func has(_ flag: UInt32) -> Bool { handle.pointee.format & flag != 0 }

  /// The picture as bytes, `bytesPerPixel` in the place of each pixel. A palette's colours go into `palette`.
  private func read(
    _ format: png_uint_32, bytesPerPixel: Int, palette: UnsafeMutablePointer<UInt8>? = nil
  ) -> (image: GrayImage, damage: String?) {
    handle.pointee.format = format
    var damage: String?
    let image = GrayImage(width: size.width * bytesPerPixel, height: size.height) { pixels in
      pixels.update(repeating: 128, count: size.width * size.height * bytesPerPixel)
      if hs_png_image_finish_read(handle, nil, pixels, png_int_32(size.width * bytesPerPixel), palette) == 0 {
        damage = Self.message(of: handle)
      }
    }
    return (image, damage)
  }

  /// The picture from indexes into a palette, of which only the colours are converted.
  private func lumaOfPalette() -> (image: GrayImage, damage: String?) {
    let channels = 4
    let most = 256
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most * channels) { buffer in
      guard let palette = buffer.baseAddress else { preconditionFailure("a palette without memory") }
      buffer.initialize(repeating: 128)
      let format = png_uint_32(PNG_FORMAT_RGB | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLORMAP)
      let (indexes, damage) = read(format, bytesPerPixel: 1, palette: palette)
      let shades = (0..<most).map { BT601.lumaOverWhite(palette + channels * $0) }
      let image = indexes.withPixels { indexes in
        GrayImage(width: size.width, height: size.height) { pixels in
          for i in 0..<size.width * size.height { pixels[i] = shades[Int(indexes[i])] }
        }
      }
      return (image, damage)
    }
  }

  /// Grey from grey and alpha (2 channels), colours (3) or colours and alpha (4). Blended as browsers and editors do, on the stored values; libpng
  /// would blend light, which thins black bars with soft edges.
  private static func luma(_ layers: GrayImage, channels: Int) -> GrayImage {
    let (width, height) = (layers.width / channels, layers.height)
    return layers.withPixels { layers in
      GrayImage(width: width, height: height) { pixels in
        for i in 0..<width * height {
          let pixel = layers + channels * i
          pixels[i] =
            switch channels {
            case 2: BT601.overWhite(pixel[0], alpha: pixel[1])
            case 3: BT601.luma(pixel[0], pixel[1], pixel[2])
            default: BT601.lumaOverWhite(pixel)
            }
        }
      }
    }
  }

  /// The library's own words.
  static func message(of handle: UnsafePointer<png_image>) -> String {
    withUnsafeBytes(of: handle.pointee.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
