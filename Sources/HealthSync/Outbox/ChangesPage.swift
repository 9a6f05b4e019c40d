import HealthModel
import HealthStore

/// One page of what changed on the backend.
package struct ChangesPage: Sendable, Equatable {
  /// The changes, oldest first.
  package let changes: [SyncRecord]
  /// The cursor after them.
  package let next: String
  /// Whether there are more now.
  package let more: Bool

  /// A page with everything given.
  package init(changes: [SyncRecord], next: String, more: Bool) {
    self.changes = changes
    self.next = next
    self.more = more
  }

  /// Reads `{"changes":[…],"next":"x7Kq.18233","more":true}`. `nil` when it isn't that, whole: a page is applied as a whole or not at all.
  package init?(_ bytes: [UInt8]) {
    guard let json = JSON(answer: bytes), let elements = json["changes"].array, let next = json["next"].string, !next.isEmpty,
      SyncCursor.isUsable(next),
      let more = json["more"].bool
    else { return nil }
    let changes = elements.compactMap(SyncRecord.init(json:))
    guard changes.count == elements.count, changes.allSatisfy({ $0.dev != nil && $0.content != .withheld }) else { return nil }
    self.init(changes: changes, next: next, more: more)
  }
}
