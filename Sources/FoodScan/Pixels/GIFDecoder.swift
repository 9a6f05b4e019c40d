/// Reads the first picture of GIF files in grey.
///
/// The format: GIF89a Specification (CompuServe, 1990).
///
/// Needed for codes that were saved from web pages and label generators, many of which write GIF. No library that is linked anyway reads it.
struct GIFDecoder {
  /// The first picture's size, by its header.
  let size: PixelSize
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The brightness of each index; transparent ones are white.
  private let shades: [UInt8]
  private let isInterlaced: Bool
  /// The position of its codes, which begin with the size of the smallest one.
  private let start: Int

  /// Reads up to the first picture's header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    var walk = ByteWalk(bytes, from: 10)  // signature, version, width and height of the screen
    guard let flags = walk.byte() else { throw .damaged(photo, "it is cut off") }
    walk.skip(2)
    var shades: [UInt8]?
    if flags & 0x80 != 0 { shades = Self.palette(flags, &walk) }
    var transparent: UInt8?
    while true {
      switch walk.byte() {
      case 0x21:  // an extension: its label, then blocks
        if walk.byte() == 0xF9, let length = walk.byte(), length == 4, let flags = walk.byte() {
          walk.skip(2)
          let index = walk.byte()
          transparent = flags & 1 != 0 ? index : nil
        }
        while let length = walk.byte(), length > 0 { walk.skip(Int(length)) }
      case 0x2C:  // a picture: its place, size and flags, perhaps a palette of its own
        walk.skip(4)
        guard let width = walk.number(2), let height = walk.number(2), let flags = walk.byte() else {
          throw .damaged(photo, "it is cut off")
        }
        if flags & 0x80 != 0 { shades = Self.palette(flags, &walk) }
        guard var shades else { throw .damaged(photo, "it has no colours") }
        if let transparent { shades[Int(transparent)] = 255 }
        self.shades = shades
        self.bytes = bytes
        size = PixelSize(width: width, height: height)
        isInterlaced = flags & 0x40 != 0
        start = walk.position
        return
      case nil: throw .damaged(photo, "it is cut off")
      case 0x3B: throw .damaged(photo, "it has no picture in it")
      default: throw .damaged(photo, "it is no GIF picture behind its first bytes")
      }
    }
  }

  /// The brightness of a palette's colours, black where it has none.
  private static func palette(_ flags: UInt8, _ walk: inout ByteWalk) -> [UInt8] {
    var shades = [UInt8](repeating: 0, count: 256)
    for index in 0..<2 << Int(flags & 7) {
      guard let red = walk.byte(), let green = walk.byte(), let blue = walk.byte() else { break }
      shades[index] = BT601.luma(red, green, blue)
    }
    return shades
  }

  /// The picture in grey, and what was wrong with it: a picture that is cut off is grey where it is missing.
  func luma(of photo: PhotoSource) throws(ScanError) -> (image: GrayImage, damage: String?) {
    let count = size.width * size.height
    var done = 0
    let image = GrayImage(width: size.width, height: size.height) { pixels in
      var codes = GIFCodes(bytes, from: start)
      done = shades.withUnsafeBufferPointer { codes.unpack(into: UnsafeMutableBufferPointer(start: pixels, count: count), shades: $0) }
      (pixels + done).update(repeating: 128, count: count - done)
    }
    return (isInterlaced ? deinterlaced(image) : image, done == count ? nil : "its data are cut off or broken")
  }

  /// Puts rows where they belong: every eighth comes first, then those between them, and so on (appendix E).
  private func deinterlaced(_ image: GrayImage) -> GrayImage {
    image.withPixels { stored in
      GrayImage(width: size.width, height: size.height) { pixels in
        var row = 0
        for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
          for y in stride(from: first, to: size.height, by: step) {
            (pixels + y * size.width).update(from: stored + row * size.width, count: size.width)
            row += 1
          }
        }
      }
    }
  }
}
