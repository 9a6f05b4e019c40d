import CPNG

extension PNGDecoder {
  /// The picture in colour at full size, alpha over white.
  func colors(of photo: PhotoSource) throws(ScanError) -> ColorImage {
    handle.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let hasAlpha = handle.pointee.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
    let channels = hasAlpha ? 4 : 3
    handle.pointee.format = png_uint_32(PNG_FORMAT_RGB) | (hasAlpha ? png_uint_32(PNG_FORMAT_FLAG_ALPHA) : 0)
    let (width, height) = (size.width, size.height)
    func read(into pixels: UnsafeMutablePointer<UInt8>) throws(ScanError) {
      guard hs_png_image_finish_read(handle, nil, pixels, png_int_32(width * channels), nil) != 0 else {
        throw .damaged(photo, Self.message(of: handle))
      }
    }
    guard hasAlpha else {
      return try ColorImage(width: width, height: height) { pixels throws(ScanError) in try read(into: pixels) }
    }
    let layers = try GrayImage(width: width * 4, height: height) { pixels throws(ScanError) in try read(into: pixels) }
    return layers.withPixels { ColorImage(overWhite: $0, width: width, height: height) }
  }
}

extension ColorImage {
  /// The picture from red, green, blue and alpha, blended over white on the stored values, as browsers and editors do.
  init(overWhite layers: UnsafePointer<UInt8>, width: Int, height: Int) {
    self.init(width: width, height: height) { pixels in
      for i in 0..<width * height {
        let alpha = Int(layers[4 * i + 3])
        for colour in 0..<3 {
          pixels[3 * i + colour] = UInt8(truncatingIfNeeded: (Int(layers[4 * i + colour]) * alpha + 255 * (255 - alpha)) / 255)
        }
      }
    }
  }
}
