/// The largest accepted sizes of a photo, checked before memory is spent on it.
package struct PhotoLimits: Sendable, Hashable {
  /// Width times height that the picture's header may claim. 200 million: phones of 2025 make 200 MP at most.
  package var maxPixels: Int
  /// Bytes of the file. 256 MiB.
  package var maxBytes: Int

  /// Creates limits. The defaults suit users' photos.
  package init(maxPixels: Int = 200_000_000, maxBytes: Int = 256 << 20) {
    self.maxPixels = maxPixels
    self.maxBytes = maxBytes
  }

  /// Throws `.tooManyPixels` for a picture that claims more than allowed, `.damaged` for one without pixels.
  func check(_ size: PixelSize, of photo: PhotoSource) throws(ScanError) {
    guard size.width > 0, size.height > 0 else { throw .damaged(photo, "it claims to have no pixels") }
    guard size.pixels <= maxPixels else {
      throw ScanError(
        .tooManyPixels, "\(photo.label) is too large: \(size.width) x \(size.height) pixels, the limit is \(maxPixels / 1_000_000) million",
        hint: "scale it down first: vips thumbnail IN OUT 4000")
    }
  }
}

/// Width and height in pixels.
struct PixelSize: Sendable, Hashable {
  var width: Int
  var height: Int

  /// Their product, or the largest number there is: a header may claim what no number holds.
  var pixels: Int {
    let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : product
  }

  /// The larger of the two.
  var longSide: Int { max(width, height) }

  /// Returns the number of pixels, along each side, that one pixel of a picture decoded to that long side represents:
  /// 8/3 for one of 4000 pixels decoded to 1500. JPEG is decoded to whole eighths with sizes rounded up, so that the
  /// last pixel may represent fewer.
  func step(toLongSide decoded: Int) -> Float { 8 / max(1, (8 * Float(decoded) / Float(max(longSide, 1))).rounded()) }
}
