/// A client's query for changes.
struct ChangesQuery: Sendable {
  /// The cursor of the previous page's end, `""` for everything.
  var since: String
  /// The most records of the page, at least 1.
  var limit: Int
  /// The requested kinds; `nil` means all but `samples`, which are large and rarely needed.
  var kinds: [String]?
  /// The requesting device and its last push, if it requests only other devices' changes; see `leftOut`.
  var asker: (device: String, pushed: Int64)?

  /// Returns the device whose own versions needn't be sent, `""` for none: a device has its own pushed records if its last push is the one known
  /// to the server. If it isn't, the device was restored from a backup and lacks some of them.
  ///
  /// - Parameter last: returns the number of a device's last push; `nil` = none.
  func leftOut(last: (_ device: String) throws -> Int64?) rethrows -> String {
    guard let asker, !since.isEmpty else { return "" }
    return try last(asker.device) == asker.pushed ? asker.device : ""
  }
}
