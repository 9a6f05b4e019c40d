import HealthModel

/// The place where the next page of a backend's changes begins: a text of the backend's own, `""` = at the beginning.
package enum SyncCursor {
  /// Most bytes: a cursor goes into a request's address, and servers take some 8 KiB of that.
  package static let mostBytes = 1024

  /// Whether a text can be one.
  package static func isUsable(_ text: String) -> Bool { text.utf8.count <= mostBytes && RecordID.hasOnlyVisible(text) }
}
