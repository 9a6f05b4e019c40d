import CTurboJPEG

extension JPEGDecoder {
  /// Returns the picture in colour, its long side at least `target` pixels or the full size. Unreadable parts of a
  /// damaged one are grey.
  func colors(longSide target: Int, of photo: PhotoSource) throws(ScanError) -> ColorImage {
    let (width, height) = decodedSize(longSide: target)
    guard isCMYK else {
      return try ColorImage(width: width, height: height) { pixels throws(ScanError) in
        _ = try decode(into: pixels, width, height, TJPF_RGB, photo)
      }
    }
    let ink = try GrayImage(width: width * 4, height: height) { pixels throws(ScanError) in
      _ = try decode(into: pixels, width, height, TJPF_CMYK, photo)
    }
    // Stored inverted (255 = no ink): each colour's light times that of black.
    return ColorImage(width: width, height: height) { pixels in
      ink.withPixels { ink4 in
        for i in 0..<width * height {
          let black = Int(ink4[4 * i + 3])
          for colour in 0..<3 { pixels[3 * i + colour] = UInt8(truncatingIfNeeded: Int(ink4[4 * i + colour]) * black / 255) }
        }
      }
    }
  }
}
