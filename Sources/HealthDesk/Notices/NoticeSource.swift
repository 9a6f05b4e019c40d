import HealthModel
import HealthStore
import Notices

/// An engine that wants notices: its records, put into words.
package protocol NoticeSource: Sendable {
  /// Its name in ids of notices: `laundry`.
  var name: String { get }

  /// Returns the notices that it wants from now on, and how far its data are to be trusted.
  ///
  /// - Parameters:
  ///   - library: The library with its records.
  ///   - now: The current time, with the offset of `zone`.
  ///   - zone: The user's zone.
  ///   - fired: The ids of its notices that were, or may have been, shown.
  /// - Throws: Errors of the library. The notices of the source stay as they are then.
  func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish
}
