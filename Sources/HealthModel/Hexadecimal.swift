/// Bytes as hexadecimal digits: of ids, digests and random texts.
public enum Hexadecimal {
  /// Two lower-case digits for each byte, the higher half first: `[0x0F, 0xA0]` is `0fa0`.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      var place = 0
      for byte in bytes {
        buffer[place] = digit(byte >> 4)
        buffer[place + 1] = digit(byte & 15)
        place += 2
      }
      return place
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
}
