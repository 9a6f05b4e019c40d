/// Random numbers that follow from a seed: SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
///
/// Fast and well mixed, not secret. The first number of the seed 0 is 0xE220A8397B1DCDAF.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Numbers of a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    let number = SplitMix64.mixed(state)
    state &+= SplitMix64.step
    return number
  }

  /// The first number of a seed: 64 bits that all depend on all of the seed's.
  @inlinable package static func mixed(_ seed: UInt64) -> UInt64 {
    var z = seed &+ step
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The golden ratio's fraction in 64 bits, made odd.
  @usableFromInline static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
