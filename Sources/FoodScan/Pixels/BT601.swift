/// The brightness of colours: luma by ITU-R BT.601, Y = 0.299 R + 0.587 G + 0.114 B, in 256ths (77 + 150 + 29 = 256).
enum BT601 {
  /// Luma of the three, 0–255: (255, 0, 0) is 76.
  @inline(__always)
  static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue)) >> 8)
  }

  /// Luma of red, green, blue and alpha, one behind the other, before white.
  @inline(__always)
  static func lumaOverWhite(_ pixel: UnsafePointer<UInt8>) -> UInt8 { overWhite(luma(pixel[0], pixel[1], pixel[2]), alpha: pixel[3]) }

  /// A value before white. Blended as browsers and editors do, on the stored values: half of black is 128.
  @inline(__always)
  static func overWhite(_ value: UInt8, alpha: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) * UInt32(alpha) + 255 * (255 - UInt32(alpha))) / 255)
  }
}
