import HealthModel
import Testing

@Suite struct SplitMix64Tests {
  @Test func aNumberOfTheGeneratorIsTheOneOfItsPaper() {
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
    // The second number of the published program.
    #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
  }
}
