/// A grey picture that someone else owns, for as long as the call that it is lent to.
package struct Luma {
  /// Brightness row by row, 0 = black. Behind the last row at least `Luma.padding` more bytes may be read: inner loops load whole vectors.
  package let pixels: UnsafePointer<UInt8>
  /// In pixels, at least 1.
  package let width: Int
  /// In pixels, at least 1.
  package let height: Int

  /// Bytes that must be readable, whatever they are, behind the last pixel.
  package static let padding = 64

  /// Borrows pixels whose rows follow one another without gaps.
  package init(pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
  }

  /// The first pixel of row `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<UInt8> { pixels + y * width }
}
