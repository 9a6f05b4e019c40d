@testable import FoodScan

/// The decoder of one picture format: header, limits, pixels at small sizes (JPEG's lowest four are read in another way) and at the full one.
struct DecoderFuzzer: Fuzzer {
  /// A header may claim a large picture with a few bytes; a megapixel shows every fault that more would.
  static let limits = PhotoLimits(maxPixels: 1 << 20)

  /// The name of a case of `PhotoFormat`.
  let format: String

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    let bytes = PNGChecksums.mended(Array(input))
    do throws(ScanError) {
      let photo = try Photo(bytes: bytes, from: .file("fuzz"))
      guard "\(photo.format)" == format else { return false }
      let picture = try Picture(photo, limits: Self.limits)
      precondition(picture.size.width > 0 && picture.size.height > 0)
      for longSide in (1...4).map({ picture.size.longSide * $0 / 8 }) + [1 << 20] {
        let image = try picture.luma(longSide: longSide)
        precondition(image.width > 0 && image.height > 0 && image.longSide >= min(longSide, picture.size.longSide))
        precondition(image.width <= picture.size.width && image.height <= picture.size.height)
        precondition(image.pixels.count == image.width * image.height)
      }
    } catch {
      precondition(!error.message.isEmpty && error.code != .libraryUnavailable, error.message)
    }
    return true
  }
}
