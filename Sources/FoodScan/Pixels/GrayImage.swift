import BarReader

/// A picture in grey.
struct GrayImage: Sendable {
  /// In pixels, at least 1.
  let width: Int
  /// In pixels, at least 1.
  let height: Int
  /// Row-major luma, 0 = black, followed by the zeros that `Luma` requires.
  private let padded: [UInt8]

  /// Makes a picture whose pixels the closure writes, every one of them: `width * height` bytes, row by row.
  init<E: Error>(width: Int, height: Int, fill: (UnsafeMutablePointer<UInt8>) throws(E) -> Void) throws(E) {
    self.width = width
    self.height = height
    let count = width * height
    var failure: E?
    padded = [UInt8](unsafeUninitializedCapacity: count + Luma.padding) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      do throws(E) {
        try fill(base)
        (base + count).initialize(repeating: 0, count: Luma.padding)
        filled = count + Luma.padding
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// A copy of the pixels, row by row: `width * height` bytes, 0 = black.
  var pixels: [UInt8] { Array(padded.dropLast(Luma.padding)) }

  /// The larger of width and height.
  var longSide: Int { max(width, height) }

  /// Lends the pixels: `width * height` bytes.
  func withPixels<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    padded.withUnsafeBufferPointer { buffer in
      // An empty array is the only one without a base address, and a picture has at least one pixel.
      guard let base = buffer.baseAddress else { preconditionFailure("a picture without pixels") }
      return body(base)
    }
  }

  /// Lends the picture to the reader of bars.
  func withLuma<R>(_ body: (Luma) -> R) -> R { withPixels { body(Luma(pixels: $0, width: width, height: height)) } }
}
