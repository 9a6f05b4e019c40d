/// Reads pictures of the netpbm family in grey: PBM, PGM and PPM, as text (P1–P3) or binary (P4–P6), up to 16 bits a value.
///
/// The formats: netpbm.sourceforge.net/doc/pbm.html, pgm.html, ppm.html.
///
/// Needed for pipes: it is the default output of `scanimage` (SANE) and `pdftoppm`. None of the linked libraries reads
/// all of its kinds.
struct PNMDecoder {
  /// The picture's size, by its header.
  let size: PixelSize
  private let bytes: UnsafeBufferPointer<UInt8>
  private let kind: Kind
  /// The value of full brightness.
  private let maximum: Int
  /// The position of the pixels.
  private let start: Int

  private enum Kind: UInt8 {
    case textBits = 0x31
    case textGray, textColours, bits, gray, colours
  }

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    var numbers = PNMNumbers(bytes, from: 2)
    guard bytes.count > 2, let kind = Kind(rawValue: bytes[1]), let width = numbers.next(), let height = numbers.next() else {
      throw .damaged(photo, "its header is cut off or broken")
    }
    let hasMaximum = kind != .textBits && kind != .bits
    guard let maximum = hasMaximum ? numbers.next() : 1, (1...65535).contains(maximum) else {
      throw .damaged(photo, "its header is cut off or broken")
    }
    self.bytes = bytes
    self.kind = kind
    self.maximum = maximum
    size = PixelSize(width: width, height: height)
    start = numbers.position + 1  // one white space after the last number
  }

  /// The picture in grey, and what was wrong with it: a picture that is cut off is grey where it is missing.
  func luma(of photo: PhotoSource) throws(ScanError) -> (image: GrayImage, damage: String?) {
    var isWhole = false
    let image = GrayImage(width: size.width, height: size.height) { pixels in
      let count = size.width * size.height
      let done =
        switch kind {
        case .textBits: textBits(into: pixels, count)
        case .textGray: textValues(into: pixels, count, channels: 1)
        case .textColours: textValues(into: pixels, count, channels: 3)
        case .bits: bits(into: pixels)
        case .gray: values(into: pixels, count, channels: 1)
        case .colours: values(into: pixels, count, channels: 3)
        }
      isWhole = done == count
      (pixels + done).update(repeating: 128, count: count - done)
    }
    return (image, isWhole ? nil : "it is cut off")
  }

  /// 0 and 1, which is black, with or without space between. Returns how many pixels there are.
  private func textBits(into pixels: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    var done = 0
    for byte in bytes.dropFirst(start) where byte == 0x30 || byte == 0x31 {
      if done == count { break }
      pixels[done] = byte == 0x30 ? 255 : 0
      done += 1
    }
    return done
  }

  private func textValues(into pixels: UnsafeMutablePointer<UInt8>, _ count: Int, channels: Int) -> Int {
    var numbers = PNMNumbers(bytes, from: start)
    for i in 0..<count {
      guard let first = numbers.next() else { return i }
      guard channels == 3 else {
        pixels[i] = scaled(first)
        continue
      }
      guard let green = numbers.next(), let blue = numbers.next() else { return i }
      pixels[i] = BT601.luma(scaled(first), scaled(green), scaled(blue))
    }
    return count
  }

  /// Eight pixels a byte, the leftmost highest, 1 = black; each row begins with a new byte.
  private func bits(into pixels: UnsafeMutablePointer<UInt8>) -> Int {
    let stride = (size.width + 7) / 8
    let rows = min(size.height, max(0, bytes.count - start) / stride)
    for y in 0..<rows {
      for x in 0..<size.width {
        pixels[y * size.width + x] = bytes[start + y * stride + x >> 3] >> UInt8(7 - x & 7) & 1 == 0 ? 255 : 0
      }
    }
    return rows * size.width
  }

  /// Values of one byte, or of two, the higher first.
  private func values(into pixels: UnsafeMutablePointer<UInt8>, _ count: Int, channels: Int) -> Int {
    let width = maximum < 256 ? 1 : 2
    let there = min(count, max(0, bytes.count - start) / (width * channels))
    guard there > 0, let base = bytes.baseAddress.map({ $0 + start }) else { return 0 }
    if maximum == 255, channels == 1 {
      pixels.update(from: base, count: there)
      return there
    }
    func value(_ i: Int) -> UInt8 { scaled(width == 1 ? Int(base[i]) : Int(base[2 * i]) << 8 | Int(base[2 * i + 1])) }
    for i in 0..<there {
      pixels[i] = channels == 1 ? value(i) : BT601.luma(value(3 * i), value(3 * i + 1), value(3 * i + 2))
    }
    return there
  }

  private func scaled(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(value, maximum) * 255 / maximum) }
}

/// The numbers of a netpbm text: decimal, between white space and comments, which begin with # and end with their line.
private struct PNMNumbers {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Behind the last number.
  private(set) var position: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Returns the next number, at most 2^31; `nil` at the end, or when there is something else.
  mutating func next() -> Int? {
    while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) || bytes[position] == UInt8(ascii: "#") {
      if bytes[position] == UInt8(ascii: "#") {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      }
      position += 1
    }
    var value: Int?
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      value = min((value ?? 0) * 10 + Int(bytes[position] - 0x30), 1 << 31)
      position += 1
    }
    return value
  }
}
