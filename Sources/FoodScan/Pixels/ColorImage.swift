/// A picture in colour.
struct ColorImage: Sendable {
  /// In pixels, at least 1.
  let width: Int
  /// In pixels, at least 1.
  let height: Int
  /// Row-major red, green and blue, `3 * width * height` bytes.
  private(set) var pixels: [UInt8]

  /// Makes a picture whose bytes the closure writes, every one of them.
  init<E: Error>(width: Int, height: Int, fill: (UnsafeMutablePointer<UInt8>) throws(E) -> Void) throws(E) {
    self.width = width
    self.height = height
    let count = 3 * width * height
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

  /// A grey picture in the same grey.
  init(_ gray: GrayImage) {
    self.init(width: gray.width, height: gray.height) { pixels in
      gray.withPixels { old in
        for i in 0..<gray.width * gray.height { pixels.advanced(by: 3 * i).update(repeating: old[i], count: 3) }
      }
    }
  }

  /// The larger of width and height.
  var longSide: Int { max(width, height) }

  /// Red, green and blue of a pixel that lies in the picture.
  subscript(x: Int, y: Int) -> SIMD3<UInt8> {
    let at = 3 * (y * width + x)
    return SIMD3(pixels[at], pixels[at + 1], pixels[at + 2])
  }

  /// Lends the bytes.
  func withPixels<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    pixels.withUnsafeBufferPointer { buffer in
      // A picture has at least one pixel, so that there is a base address.
      guard let base = buffer.baseAddress else { preconditionFailure("a picture without pixels") }
      return body(base)
    }
  }

  /// Lends the bytes for drawing.
  mutating func withMutablePixels<R>(_ body: (UnsafeMutablePointer<UInt8>) -> R) -> R {
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a picture without pixels") }
      return body(base)
    }
  }

  /// The picture with its long side at most `target` pixels, each new pixel the mean of the area that it covers. Itself if it is small.
  func shrunk(toLongSide target: Int) -> ColorImage {
    guard longSide > target else { return self }
    // One colour after the other, so that no more than one is kept at full size besides the picture.
    let planes = (0..<3).map { plane($0).shrunk(toLongSide: target) }
    return ColorImage(width: planes[0].width, height: planes[0].height) { pixels in
      for (colour, plane) in planes.enumerated() {
        plane.withPixels { old in
          for i in 0..<plane.width * plane.height { pixels[3 * i + colour] = old[i] }
        }
      }
    }
  }

  /// Each pixel as a square of `times` by `times`.
  func magnified(_ times: Int) -> ColorImage {
    guard times > 1 else { return self }
    return ColorImage(width: width * times, height: height * times) { pixels in
      withPixels { old in
        for y in 0..<height * times {
          let row = old + 3 * width * (y / times)
          let out = pixels + 3 * width * times * y
          for x in 0..<width * times { (out + 3 * x).update(from: row + 3 * (x / times), count: 3) }
        }
      }
    }
  }

  /// Returns the upright picture.
  func turned(_ orientation: Orientation) -> ColorImage {
    guard orientation != .up else { return self }
    let frame = PhotoFrame(size: PixelSize(width: width, height: height), orientation: orientation)
    let size = frame.uprightSize
    // The map is linear: where the first pixel goes, and how far a step to the right and one down lead.
    func place(_ x: Float, _ y: Float) -> Int {
      let middle = frame.upright(SIMD2(x + 0.5, y + 0.5))
      return 3 * (Int(middle.y) * size.width + Int(middle.x))
    }
    let start = place(0, 0)
    let right = width > 1 ? place(1, 0) - start : 0
    let down = height > 1 ? place(0, 1) - start : 0
    return ColorImage(width: size.width, height: size.height) { pixels in
      withPixels { old in
        for y in 0..<height {
          for x in 0..<width { (pixels + start + x * right + y * down).update(from: old + 3 * (y * width + x), count: 3) }
        }
      }
    }
  }

  /// Red (0), green (1) or blue (2) alone.
  private func plane(_ colour: Int) -> GrayImage {
    GrayImage(width: width, height: height) { pixels in
      withPixels { old in
        for i in 0..<width * height { pixels[i] = old[3 * i + colour] }
      }
    }
  }
}
