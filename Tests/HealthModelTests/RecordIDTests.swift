import HealthModel
import Testing

@Suite struct RecordIDTests {
  private struct Constant: RandomNumberGenerator {
    let value: UInt64
    func next() -> UInt64 { value }
  }

  @Test func isAUUIDOfVersion7() {
    var ones = Constant(value: .max)
    // RFC 9562, A.6: the example's time 2022-02-22T19:22:22Z is 0x017F22E279B0.
    #expect(RecordID.make(atMs: 0x017F_22E2_79B0, using: &ones) == "017f22e2-79b0-7fff-bfff-ffffffffffff")
    var zeros = Constant(value: 0)
    #expect(RecordID.make(atMs: 0, using: &zeros) == "00000000-0000-7000-8000-000000000000")
  }

  @Test func laterIdsSortLater() { #expect(RecordID.make(atMs: 1_763_700_000_000) < RecordID.make(atMs: 1_763_700_000_001)) }
}
