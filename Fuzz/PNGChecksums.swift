/// Makes the checksums of a PNG's chunks right: a fuzzer never guesses one, and with a wrong one nothing behind it is looked at.
enum PNGChecksums {
  /// The same bytes with right checksums, if they are a PNG; anything else is left alone.
  static func mended(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return bytes }
    var bytes = bytes
    var chunk = 8
    // Length, type, content, checksum of type and content.
    while chunk + 12 <= bytes.count {
      let length = bytes[chunk..<chunk + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = chunk + 8 + length
      guard end + 4 <= bytes.count else { break }
      let sum = crc(bytes[chunk + 4..<end])
      for i in 0..<4 { bytes[end + i] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(i))) }
      chunk = end + 4
    }
    return bytes
  }

  /// CRC-32 with the polynomial 0xEDB88320 (PNG specification, annex D), bit by bit: the inputs are short.
  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
