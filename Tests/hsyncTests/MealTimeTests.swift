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

  private func time(_ capture: CaptureTime?, fileMs: Int64? = nil, option: String? = nil) throws -> MealTime {
    try MealTime(option: option.map { try TypedTime($0) }, capture: capture, fileMs: fileMs ?? now.ms - 1000, now: now)
  }

  @Test func theCameraGoesBeforeTheFile() throws {
    let time = try time(capture("2026:02:10 11:30:00"))
    #expect(time.moment == Moment(ms: now.ms - 33 * 60_000, utcOffsetMin: 60) && time.source == .exif && !time.isOld)
  }

  /// A photo from a trip is of the day and the hour there.
  @Test func theCamerasOffsetIsKept() throws {
    let time = try time(capture("2026:02:10 06:00:00", "-05:00"))
    #expect(time.moment.ms == now.ms - 3 * 60_000 && time.moment.clock == "06:00")
  }

  @Test func withoutTheCameraTheFileCounts() throws {
    #expect(try time(nil).moment.ms == now.ms - 1000 && time(nil).source == .file)
    #expect(try time(capture("2026:02:31 11:30:00")).source == .file)
  }

  @Test func clocksThatAreALittleAheadMeanNow() throws {
    let time = try time(capture("2026:02:10 12:07:59"))
    #expect(time.moment == now && time.source == .exif)
  }

  @Test func whatLiesInTheFutureSaysNothing() throws {
    #expect(try time(capture("2026:02:10 12:09:00")).source == .file)
    let time = try time(capture("2027:02:10 12:09:00"), fileMs: now.ms + 400_000)
    #expect(time.moment == now && time.source == .now && !time.isOld)
  }

  @Test func afterSevenDaysAPhotoIsOld() throws {
    #expect(try !time(capture("2026:02:03 12:03:00")).isOld)
    #expect(try time(capture("2026:02:03 12:02:59")).isOld)
    #expect(try time(nil, fileMs: 0).isOld)
  }

  @Test func thePersonsWordIsLast() throws {
    let time = try time(capture("2019:02:10 12:09:00"), option: "2020-01-01T08:00:00Z")
    #expect(time.moment.iso8601 == "2020-01-01T08:00:00+00:00" && time.source == .option && !time.isOld)
  }
}
