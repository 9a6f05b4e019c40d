import HealthModel
import HealthStore

extension ImportOutcome {
  /// The members of the JSON contract for the result of an import, in their order.
  package var members: [(String, JSON)] {
    [
      ("records", JSON(records)), ("added", JSON(added)), ("changed", JSON(changed)), ("duplicate", JSON(duplicate)),
      ("skipped", ImportOutcome.counts(skipped)), ("remarks", ImportOutcome.counts(remarks)), ("workouts_added", JSON(workoutsAdded)),
      ("zone", .string(dayZone)), ("days_changed", .array(daysChanged.map { .string($0.description) })),
    ]
  }

  private static func counts(_ counts: [String: Int]) -> JSON {
    .object(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
  }
}
