/// A picture in grey.
struct GrayImage: Sendable {
  /// In pixels, at least 1.
  let width: Int
  /// In pixels, at least 1.
  let height: Int
  /// Row-major luma, `width * height` bytes, 0 = black.
  let pixels: [UInt8]

  /// Makes a picture whose pixels the closure writes, every one of them.
  init<E: Error>(width: Int, height: Int, fill: (UnsafeMutablePointer<UInt8>) throws(E) -> Void) throws(E) {
    self.width = width
    self.height = height
    let count = width * height
    var failure: E?
    pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      do throws(E) {
        try fill(base)
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The larger of width and height.
  var longSide: Int { max(width, height) }

  /// Lends the pixels: `width * height` bytes.
  func withPixels<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    pixels.withUnsafeBufferPointer { buffer in
      // An empty array is the only one without a base address, and a picture has at least one pixel.
      guard let base = buffer.baseAddress else { preconditionFailure("a picture without pixels") }
      return body(base)
    }
  }
}
