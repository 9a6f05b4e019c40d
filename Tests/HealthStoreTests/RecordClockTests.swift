import HealthModel
import HealthStore
import Testing

@Suite struct RecordClockTests {
  @Test(arguments: ["0", "-1", "+1", "01", "1.0", "1e3", "", " 1", "9223372036854775807", "9223372036854775808", "475668047462400001"])
  func aVersionIsTheDigitsOfAPlausibleClock(_ text: String) { #expect(RecordClock.value(text) == nil) }

  @Test func theLatestVersionIsOfTheYear2200() {
    #expect(RecordClock.value("475668047462400000") == RecordClock.latest)
    #expect(Moment(ms: RecordClock.latest >> 16, utcOffsetMin: 0).day == Day("2200-01-01"))
    for ms in [Int64.min, 0, 1_770_724_800_000, .max] {
      #expect(RecordClock.farthest(atMs: ms) > 0 && RecordClock.farthest(atMs: ms) <= RecordClock.latest)
    }
    #expect(RecordClock.latest < RecordClock.ceiling)
  }
}
