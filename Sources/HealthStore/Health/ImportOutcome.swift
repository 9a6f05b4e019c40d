import HealthModel

/// The result of an import, once it is visible.
package struct ImportOutcome: Sendable, Equatable {
  /// The import's number in `health_import`.
  package var number: Int64
  /// Records in the file.
  package var records: Int
  /// Records that were new.
  package var added: Int
  /// Records that say something else than before: newer versions, sums that grew.
  package var changed: Int
  /// Records that were there already, in the library or earlier in the file.
  package var duplicate: Int
  /// Records that were left out, by reason.
  package var skipped: [String: Int]
  /// What was put right or not kept whole, by what it was.
  package var remarks: [String: Int]
  /// Local days whose summary changed, in order.
  package var daysChanged: [Day]
  /// Samples that aren't in the export any more, by type, source and day; empty if nobody looked (`DeletionCheck`).
  package var vanished: [VanishedGroup]
  /// How many of them were removed from the library: all or none. What newer versions of records replaced isn't counted here.
  package var removed: Int
  /// Why the reading ended before the file's end, if a part of it was kept.
  package var endedEarly: String?
  /// Workouts that are new.
  package var workoutsAdded: Int
  /// The IANA zone that most records name. `nil` = none names one.
  package var zone: String?
  /// The IANA zone whose midnight begins a day: the user's, else `zone` or an earlier import's, else the computer's.
  package var dayZone: String
}

/// Samples of a type, source and day that were in an earlier whole export and aren't in this one: they were deleted at the source.
package struct VanishedGroup: Sendable, Hashable {
  /// The type's name.
  package let type: String
  /// The source's name.
  package let source: String
  /// By the samples' start, in UTC.
  package let utcDay: Day
  /// How many.
  package let count: Int
}
