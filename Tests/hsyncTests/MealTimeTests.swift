import FoodScan
import HealthModel
import Testing

@testable import hsync

/// The time of the meal that a photo shows. Local times are UTC here, except where the camera gives an offset.
@Suite struct MealTimeTests {
  /// 2026-02-10 12:03 in Paris.
  private let now = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  private func capture(_ text: String, _ offset: String? = "+01:00") -> CaptureTime? {
    CaptureTime(Array(text.utf8), offset: offset.map { Array(($0 + "\0").utf8) })
  }

  private func time(_ capture: CaptureTime?, fileMs: Int64? = nil, option: String? = nil) -> MealTime {
    MealTime(option: option.flatMap(TimeArgument.init(argument:)), capture: capture, fileMs: fileMs ?? now.ms - 1000, now: now)
  }

  @Test func theCameraGoesBeforeTheFile() {
    let time = time(capture("2026:02:10 11:30:00"))
    #expect(time.moment == Moment(ms: now.ms - 33 * 60_000, utcOffsetMin: 60) && time.source == .exif && !time.isOld)
  }

  /// A photo from a trip is of the day and the hour there.
  @Test func theCamerasOffsetIsKept() {
    let time = time(capture("2026:02:10 06:00:00", "-05:00"))
    #expect(time.moment.ms == now.ms - 3 * 60_000 && time.moment.clock == "06:00")
  }

  @Test func withoutTheCameraTheFileCounts() {
    #expect(time(nil).moment.ms == now.ms - 1000 && time(nil).source == .file)
    #expect(time(capture("2026:02:31 11:30:00")).source == .file)
  }

  @Test func clocksThatAreALittleAheadMeanNow() {
    let time = time(capture("2026:02:10 12:07:59"))
    #expect(time.moment == now && time.source == .exif)
  }

  @Test func whatLiesInTheFutureSaysNothing() {
    #expect(time(capture("2026:02:10 12:09:00")).source == .file)
    let time = time(capture("2027:02:10 12:09:00"), fileMs: now.ms + 400_000)
    #expect(time.moment == now && time.source == .now && !time.isOld)
  }

  @Test func afterSevenDaysAPhotoIsOld() {
    #expect(!time(capture("2026:02:03 12:03:00")).isOld)
    #expect(time(capture("2026:02:03 12:02:59")).isOld)
    #expect(time(nil, fileMs: 0).isOld)
  }

  @Test func thePersonsWordIsLast() {
    let time = time(capture("2019:02:10 12:09:00"), option: "2020-01-01T08:00:00Z")
    #expect(time.moment.iso8601 == "2020-01-01T08:00:00+00:00" && time.source == .option && !time.isOld)
  }
}
