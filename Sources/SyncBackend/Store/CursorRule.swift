import Digests
import HealthModel

/// The rule of cursors, `<epoch>.<seq>`.
///
/// A cursor is valid when its epoch is known and its seq isn't beyond where that epoch ended: one from a history that the database has forgotten,
/// because it was restored, isn't.
enum CursorRule {
  /// The name of an epoch in one owner's cursors: a cursor of one user means nothing to another.
  static func epochName(of epoch: String, owner: String) -> String { Hexadecimal.text(SHA256.of("\(epoch) \(owner)").prefix(8)) }

  /// Returns the seq after which the cursor's owner needs the changes. Throws when the cursor isn't valid (any more).
  ///
  /// - Parameters:
  ///   - cursor: the client's; `""` for everything.
  ///   - purgedSeq: the seq up to which deletions are forgotten.
  ///   - end: the seq at which an epoch of the owner ended, the owner's counter for that of their last write; `nil` for an unknown epoch.
  static func start(of cursor: String, purgedSeq: Int64, end: (_ epoch: String) throws -> Int64?) throws -> Int64 {
    if cursor.isEmpty { return 0 }
    guard let cursor = ChangesCursor(cursor), let end = try end(cursor.epoch), cursor.seq <= end else { throw StoreError.foreignCursor }
    guard cursor.seq >= purgedSeq else { throw StoreError.expiredCursor }
    return cursor.seq
  }
}
