import FoodScan
import HealthDesk
import HealthModel
import Settings

/// The time of the meal that a photo shows.
struct MealTime: Equatable {
  /// The source of the time. The raw values are a contract: JSON prints them.
  enum Source: String {
    /// The person, by `--at`.
    case option
    /// The camera, inside the photo.
    case exif
    /// The file's time, which sync tools set to that on the phone.
    case file
    /// Neither: it is the time at which the photo was seen.
    case now
  }

  let moment: Moment
  let source: Source
  /// Whether the photo is too old to be logged without the user's confirmation: more than 7 days. Then it is probably a copy of an old
  /// photo.
  let isOld: Bool

  /// A photo older than this isn't logged by itself: 7 days.
  static let oldMs: Int64 = 7 * 86_400_000
  /// The tolerated difference between the clocks of phone and computer: 5 min. A photo from further in the future has a wrong time.
  static let skewMs: Int64 = 300_000

  /// - Parameters:
  ///   - option: The user's option.
  ///   - capture: The time recorded by the camera; without an offset it is in the local zone.
  ///   - fileMs: The file's time, milliseconds since 1970.
  /// - Throws: For an option that is out of range.
  init(option: TypedTime?, capture: CaptureTime?, fileMs: Int64, now: Moment) throws(TypedFault) {
    if let option {
      (moment, source, isOld) = (try option.moment(at: now, by: LocalClock.wall), .option, false)
      return
    }
    let said = [(capture?.moment, Source.exif), (LocalClock.moment(atMs: fileMs), .file)]
    let first = said.lazy.compactMap { moment, source in moment.map { ($0, source) } }.first { $0.0.ms <= now.ms + MealTime.skewMs }
    guard let first else {
      (moment, source, isOld) = (now, .now, false)
      return
    }
    moment = first.0.ms > now.ms ? now : first.0
    source = first.1
    isOld = first.0.ms < now.ms - MealTime.oldMs
  }
}

extension CaptureTime {
  /// The instant. `nil` when there is no such day.
  fileprivate var moment: Moment? {
    guard let day = Day(year: year, month: month, day: day) else { return nil }
    guard let offsetMin else { return LocalClock.moment(on: day, hour: hour, minute: minute, second: second) }
    let minutes = Int64(day.number) * 1440 + Int64(hour * 60 + minute - offsetMin)
    return Moment(ms: (minutes * 60 + Int64(second)) * 1000, utcOffsetMin: offsetMin)
  }
}
