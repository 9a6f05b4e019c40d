/// The size of a picture as its coded data give it.
///
/// Foreign bytes never throw or trap here: what can't be understood is `nil`.
enum CodedSize {
  /// Returns the size in an HEVC sequence parameter set (ITU-T H.265, 7.3.2.2), given its bytes after the two of the
  /// unit's header. Before cropping.
  static func hevc(_ parameterSet: some Sequence<UInt8>) -> PixelSize? {
    var bits = BitWalk(withoutEmulationPrevention(parameterSet))
    bits.skip(4)  // the video parameter set
    guard let subLayers = bits.number(3) else { return nil }
    bits.skip(1)
    // Profile, tier and level: 88 bits and 8, then two flags for each of the sub-layers and what they announce.
    bits.skip(88 + 8)
    if subLayers > 0 {
      var announced = 0
      for _ in 0..<subLayers {
        guard let hasProfile = bits.flag(), let hasLevel = bits.flag() else { return nil }
        announced += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
      }
      bits.skip(2 * (8 - subLayers) + announced)
    }
    guard bits.golomb() != nil, let chroma = bits.golomb() else { return nil }
    if chroma == 3 { bits.skip(1) }
    guard let width = bits.golomb(), let height = bits.golomb() else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The largest frame that may follow an AV1 sequence header (AV1 specification, 5.5.1): its bytes behind the unit's header.
  static func av1(_ sequenceHeader: some Sequence<UInt8>) -> PixelSize? {
    var bits = BitWalk(Array(sequenceHeader.prefix(512)))
    bits.skip(3 + 1)  // profile, still picture
    guard let isReduced = bits.flag() else { return nil }
    if isReduced { bits.skip(5) } else { guard skipTimingAndOperatingPoints(&bits) else { return nil } }
    guard let widthBits = bits.number(4), let heightBits = bits.number(4), let width = bits.number(widthBits + 1),
      let height = bits.number(heightBits + 1)
    else { return nil }
    // A frame may have a size of its own in as many bits, where the header isn't the reduced one of a single picture.
    return isReduced ? PixelSize(width: width + 1, height: height + 1) : PixelSize(width: 2 << widthBits, height: 2 << heightBits)
  }

  /// Whether it could.
  private static func skipTimingAndOperatingPoints(_ bits: inout BitWalk) -> Bool {
    var delayBits: Int?
    guard let hasTiming = bits.flag() else { return false }
    if hasTiming {
      bits.skip(32 + 32)
      guard let isEven = bits.flag() else { return false }
      if isEven { guard bits.golomb() != nil else { return false } }
      guard let hasModel = bits.flag() else { return false }
      if hasModel {
        guard let bitsLessOne = bits.number(5) else { return false }
        delayBits = bitsLessOne + 1
        bits.skip(32 + 5 + 5)
      }
    }
    guard let hasDisplayDelay = bits.flag(), let pointsLessOne = bits.number(5) else { return false }
    for _ in 0...pointsLessOne {
      bits.skip(12)
      guard let level = bits.number(5) else { return false }
      if level > 7 { bits.skip(1) }
      if let delayBits {
        guard let hasParameters = bits.flag() else { return false }
        if hasParameters { bits.skip(2 * delayBits + 1) }
      }
      if hasDisplayDelay {
        guard let hasOwn = bits.flag() else { return false }
        if hasOwn { bits.skip(4) }
      }
    }
    return true
  }

  /// The first bytes of a unit without the 3 behind each two zeros (ITU-T H.265, 7.3.1.1).
  private static func withoutEmulationPrevention(_ unit: some Sequence<UInt8>) -> [UInt8] {
    var (bytes, zeros) = ([UInt8](), 0)
    for byte in unit.prefix(512) {
      if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        bytes.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return bytes
  }
}
