import HealthModel
import HealthStore

extension ImportOutcome {
  /// The members of the JSON contract for the result of an import, in their order.
  package var members: [(String, JSON)] {
    [
      ("records", JSON(records)), ("added", JSON(added)), ("changed", JSON(changed)), ("duplicate", JSON(duplicate)),
      ("skipped", ImportOutcome.counts(skipped)), ("remarks", ImportOutcome.counts(remarks)), ("workouts_added", JSON(workoutsAdded)),
      ("zone", .string(dayZone)), ("zone_notice", JSON(zoneNotice)), ("days_changed", .array(daysChanged.map { .string($0.description) })),
    ]
  }

  /// Says that days begin at midnight in UTC although the times of the file have another offset; `nil` when that needn't be
  /// said (`foreignOffsetMin`).
  package var zoneNotice: String? {
    foreignOffsetMin.map { offset in
      let size = abs(offset)
      let minutes = size % 60 < 10 ? "0\(size % 60)" : "\(size % 60)"
      return "days begin at midnight in \(dayZone), but the times in this file are \(offset < 0 ? "-" : "+")\(size / 60):\(minutes); "
        + "set the time zone"
    }
  }

  private static func counts(_ counts: [String: Int]) -> JSON {
    .object(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
  }
}
