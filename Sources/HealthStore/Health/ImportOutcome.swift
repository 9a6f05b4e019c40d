import HealthModel

/// The result of an import, once it is visible.
package struct ImportOutcome: Sendable, Equatable {
  /// The import's number in `health_import`.
  package var number: Int64
  /// Records in the file.
  package var records: Int
  /// Records that were new.
  package var added: Int
  /// Records with changed contents: newer versions, sums that grew.
  package var changed: Int
  /// Records that were there already, in the library or earlier in the file.
  package var duplicate: Int
  /// Records that were left out, by reason.
  package var skipped: [String: Int]
  /// Counts of data that was corrected or not kept whole, by description.
  package var remarks: [String: Int]
  /// Local days whose summary changed, in order.
  package var daysChanged: [Day]
  /// Samples that aren't in the export any more, by type, source and day; empty if this wasn't checked
  /// (`DeletionCheck`).
  package var vanished: [VanishedGroup]
  /// The number of them removed from the library: all or none. Samples replaced by newer versions of records aren't
  /// counted here.
  package var removed: Int
  /// The reason why reading ended before the end of the file, if a part of it was kept.
  package var endedEarly: String?
  /// Workouts that are new.
  package var workoutsAdded: Int
  /// The IANA zone that most records name. `nil` = none names one.
  package var zone: String?
  /// The IANA zone whose midnight begins a day: the user's, else `zone` or an earlier import's, else the computer's.
  package var dayZone: String
  /// The offset of most times in the file, minutes east of UTC, if days begin at midnight in UTC only because no zone is
  /// known. `nil` = a zone is known, the file has no other offset, or an earlier import said so.
  package var foreignOffsetMin: Int?
}

/// Samples of a type, source and day that were in an earlier whole export and aren't in this one: they were deleted at the source.
package struct VanishedGroup: Sendable, Hashable {
  /// The type's name.
  package let type: String
  /// The source's name.
  package let source: String
  /// By the samples' start, in UTC.
  package let utcDay: Day
  /// The number of samples.
  package let count: Int
}
