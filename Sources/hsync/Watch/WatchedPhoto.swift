import FoodScan
import HealthModel
import HealthStore

/// A photo that came, and what became of it.
struct WatchedPhoto {
  /// The file when it was read.
  let file: PhotoFile
  /// The digest of its bytes.
  let digest: PhotoDigest
  /// The time of the meal that it shows.
  let time: MealTime
  /// The time at which it was noticed, milliseconds since 1970.
  let noticedMs: Int64
  /// The results of reading and looking up.
  var report: PhotoReport
  /// `nil` until that is decided.
  var outcome: PhotoOutcome?
  /// Lines that follow those of the report.
  var lines: [String] = []

  /// As in the JSON contract: that of `scan`, and the facts of watching.
  var json: JSON {
    let facts: [(String, JSON)] = [
      ("outcome", JSON(outcome?.rawValue)), ("sha256", .string(digest.text)), ("eaten_at_ms", JSON(time.moment.ms)),
      ("eaten_at_from", .string(time.source.rawValue)), ("noticed_at_ms", JSON(noticedMs)),
    ]
    return .members((report.json.members ?? []) + [JSON.Member("watch", .object(facts))])
  }
}
