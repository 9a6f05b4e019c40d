/// A grey picture that an input describes, without a decoder before it.
///
/// The first bytes say how the rest becomes a picture: width and height less one (two bytes each, lowest first), and a byte of flags. Flag 1
/// repeats the rest as one line in every row, which makes bars; flag 2 has them lie; flags 4 to 16 slant them. Without flag 1 the rest fills the
/// picture row by row, again and again. What flags 32 to 128 mean is the fuzzer's.
struct FuzzedPicture {
  /// Fewer bytes are no picture.
  private static let header = 5

  /// In pixels.
  let width, height: Int
  /// Eight of them.
  let flags: UInt8
  /// The bytes that the picture is made of; not empty.
  let content: UnsafeRawBufferPointer

  /// `nil` for an input that is too short. A picture of more pixels than allowed loses its lowest rows.
  init?(_ input: UnsafeRawBufferPointer, mostPixels: Int) {
    guard input.count > Self.header else { return nil }
    width = (Int(input[0]) | Int(input[1]) << 8) + 1
    height = min((Int(input[2]) | Int(input[3]) << 8) + 1, max(1, mostPixels / width))
    flags = input[4]
    content = UnsafeRawBufferPointer(rebasing: input[Self.header...])
  }

  /// The pixels row by row, and so many zeros behind them.
  func pixels(padding: Int = 0) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height + padding)
    for y in 0..<height {
      for x in 0..<width {
        let (across, along) = flags & 2 == 0 ? (x, y) : (y, x)
        let place = flags & 1 == 0 ? y * width + x : across + along * Int(flags >> 2 & 7) / 8
        pixels[y * width + x] = content[place % content.count]
      }
    }
    return pixels
  }
}
