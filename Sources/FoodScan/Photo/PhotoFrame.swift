import BarReader

/// The size of a photo's stored pixels, and the rotation that makes them upright.
package struct PhotoFrame: Sendable, Hashable {
  /// The stored picture's full size.
  let size: PixelSize
  /// The rotation of the stored picture.
  let orientation: Orientation

  /// The size of the upright photo, in pixels.
  package var uprightSize: (width: Int, height: Int) {
    orientation.exchangesSides ? (size.height, size.width) : (size.width, size.height)
  }

  /// EXIF's number for the orientation, 1…8; 1 = it is stored upright.
  package var exifOrientation: Int { orientation.rawValue }

  /// Returns the position of a point of the stored picture in the upright one. Points lie between pixels: (0, 0) is a
  /// corner of the picture, as is (width, height).
  package func upright(_ point: SIMD2<Float>) -> SIMD2<Float> {
    let (x, y) = (point.x, point.y)
    let (right, bottom) = (Float(size.width), Float(size.height))
    return switch orientation {
    case .up: SIMD2(x, y)
    case .mirrored: SIMD2(right - x, y)
    case .upsideDown: SIMD2(right - x, bottom - y)
    case .upsideDownMirrored: SIMD2(x, bottom - y)
    case .leftMirrored: SIMD2(y, x)
    case .left: SIMD2(bottom - y, x)
    case .rightMirrored: SIMD2(bottom - y, right - x)
    case .right: SIMD2(y, right - x)
    }
  }

  /// Returns the positions of places in an examined picture, which may have been decoded smaller, in the stored
  /// picture, as points between its pixels. In the examined picture whole numbers are the centres of pixels.
  package func stored(_ places: [SIMD2<Float>], in look: ReadingTrace.Look) -> [SIMD2<Float>] {
    let step = size.step(toLongSide: max(look.width, look.height))
    return places.map { ($0 + 0.5) * step }
  }
}

extension Orientation {
  /// Whether width and height change places.
  var exchangesSides: Bool { rawValue >= Orientation.leftMirrored.rawValue }
}
