/// Random numbers for the ids of the forms of one answer: SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"),
/// seeded by the system. A page may have a hundred forms, and each number from the system is a call of it. The ids must be distinct, not secret.
///
/// The first number of the seed 0 is 0xE220A8397B1DCDAF.
struct EntryRandom: RandomNumberGenerator {
  private var state: UInt64

  init() {
    var system = SystemRandomNumberGenerator()
    self.init(seed: system.next())
  }

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
