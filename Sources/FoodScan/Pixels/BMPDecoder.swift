/// Reads Windows and OS/2 bitmaps in grey: 1–32 bits a pixel, with palettes, bit fields and run lengths.
///
/// The format: "Bitmap Storage" in Microsoft's Windows GDI documentation.
///
/// Needed for screenshots and flatbed scans of Windows programs, which save BMP. No library that is linked anyway reads all of its kinds.
struct BMPDecoder {
  /// The picture's size, by its header.
  let size: PixelSize
  private let bytes: UnsafeBufferPointer<UInt8>
  private let bits: Int
  private let coding: Coding
  /// Most bitmaps begin with the lowest row.
  private let isTopDown: Bool
  /// The brightness of each index, 256 of them; black where the file has none.
  private let shades: [UInt8]
  /// The bits of red, green, blue and alpha in a pixel of 16 or 32 bits.
  private let fields: [BitField]
  /// The position of the pixels.
  private let start: Int

  private enum Coding: Int {
    case plain, runs8, runs4, fields
    case fieldsWithAlpha = 6
  }

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    let cutOff = ScanError.damaged(photo, "its header is cut off or broken")
    var walk = ByteWalk(bytes, from: 10)
    guard let start = walk.number(4), let length = walk.number(4) else { throw cutOff }
    let isOld = length == 12
    guard let width = walk.number(isOld ? 2 : 4), let height = walk.number(isOld ? 2 : 4), walk.number(2) != nil, let bits = walk.number(2)
    else { throw cutOff }
    let signedHeight = isOld ? height : Int(Int32(truncatingIfNeeded: height))
    let code = isOld ? 0 : walk.number(4) ?? 0
    guard let coding = Coding(rawValue: code), [1, 2, 4, 8, 16, 24, 32].contains(bits),
      coding == .plain || bits == (coding == .runs8 ? 8 : coding == .runs4 ? 4 : bits == 16 ? 16 : 32)
    else {
      throw .unsupportedKind(photo, "a BMP picture of a rare kind (\(bits) bits, coding \(code))")
    }
    walk.skip(12)  // bytes of pixels, pixels per metre
    let colours = isOld ? 0 : walk.number(4) ?? 0
    // The masks stand right behind the first 40 bytes, whether the header goes on after them or not.
    walk = ByteWalk(bytes, from: 14 + 40)
    var masks = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
    var maskBytes = 0
    if coding == .fields || coding == .fieldsWithAlpha {
      let hasAlpha = coding == .fieldsWithAlpha || length >= 56
      for place in 0..<(hasAlpha ? 4 : 3) { masks[place] = walk.number(4) ?? 0 }
      maskBytes = length == 40 ? (hasAlpha ? 16 : 12) : 0
    }
    walk = ByteWalk(bytes, from: 14 + min(length, 1 << 16) + maskBytes)
    var shades = [UInt8](repeating: 0, count: 256)
    if bits <= 8 {
      for index in 0..<(colours == 0 ? 1 << bits : min(colours, 1 << bits)) {
        guard let blue = walk.byte(), let green = walk.byte(), let red = walk.byte() else { break }
        if !isOld { walk.skip(1) }
        shades[index] = BT601.luma(red, green, blue)
      }
    }
    self.bytes = bytes
    self.bits = bits
    self.coding = coding
    self.shades = shades
    self.start = start
    fields = masks.map(BitField.init)
    isTopDown = signedHeight < 0
    // A width below zero makes no sense, and is far above any limit as it stands.
    size = PixelSize(width: width, height: abs(signedHeight))
  }

  /// The picture in grey, and what was wrong with it: a picture that is cut off is grey where it is missing.
  func luma(of photo: PhotoSource) throws(ScanError) -> (image: GrayImage, damage: String?) {
    let count = size.width * size.height
    var isWhole = true
    let image = GrayImage(width: size.width, height: size.height) { pixels in
      if coding == .runs8 || coding == .runs4 {
        // Pixels that no run covers are transparent.
        pixels.update(repeating: 255, count: count)
        var runs = BMPRuns(bytes, from: start, isHalfBytes: coding == .runs4)
        isWhole = runs.unpack(width: size.width, height: size.height) { x, y, index in
          pixels[(isTopDown ? y : size.height - 1 - y) * size.width + x] = shades[Int(index)]
        }
        return
      }
      let stride = (size.width * bits + 31) / 32 * 4
      for stored in 0..<size.height {
        let out = pixels + (isTopDown ? stored : size.height - 1 - stored) * size.width
        let at = start + stored * stride
        // The last row may lack the bytes that only fill it up.
        if at >= 0, at + (size.width * bits + 7) / 8 <= bytes.count, let base = bytes.baseAddress {
          row(base + at, into: out)
        } else {
          out.update(repeating: 128, count: size.width)
          isWhole = false
        }
      }
    }
    return (image, isWhole ? nil : "it is cut off")
  }

  private func row(_ row: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>) {
    switch bits {
    case 24:
      for x in 0..<size.width { out[x] = BT601.luma(row[3 * x + 2], row[3 * x + 1], row[3 * x]) }
    case 16, 32:
      for x in 0..<size.width {
        let pixel = (0..<bits / 8).reduce(0) { $0 | Int(row[x * bits / 8 + $1]) << (8 * $1) }
        let luma = BT601.luma(fields[0].value(in: pixel), fields[1].value(in: pixel), fields[2].value(in: pixel))
        out[x] = fields[3].isEmpty ? luma : BT601.overWhite(luma, alpha: fields[3].value(in: pixel))
      }
    default:  // the leftmost pixel in the highest bits
      let perByte = 8 / bits
      for x in 0..<size.width {
        out[x] = shades[Int(row[x / perByte]) >> (8 - bits * (x % perByte + 1)) & (1 << bits - 1)]
      }
    }
  }
}

/// A colour's bits in a pixel.
private struct BitField {
  private let shift: Int
  private let maximum: Int

  init(mask: Int) {
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
    maximum = mask >> shift
  }

  var isEmpty: Bool { maximum == 0 }

  /// Scaled to 0–255: 31 of 31 is 255.
  func value(in pixel: Int) -> UInt8 {
    maximum == 0 ? 0 : UInt8(truncatingIfNeeded: (pixel >> shift & maximum) * 255 / maximum)
  }
}
