import Files
import HealthModel

/// The place of an open library: whether its path still leads to the file that was opened.
///
/// A file that is removed stays readable and writable for those who have it open, but what they write is lost with it.
struct LibraryPlace: Sendable {
  private let path: String
  private let opened: FileIdentity?

  /// The place of a library that was just opened.
  init(_ path: String) { (self.path, opened) = (path, FileIdentity(path)) }

  /// Checks that the opened file is still there. Takes some 1 µs.
  ///
  /// - Throws: `.displaced` when the file was removed, moved or replaced.
  func check() throws(StoreError) {
    let now = FileIdentity(path)
    guard now == nil || now != opened else { return }
    throw StoreError(
      code: .displaced, message: now == nil ? "\(path) was removed or moved while it was open" : "\(path) was replaced by another file",
      hint: now == nil
        ? "move it back, or restore a backup: \(.restore); after restoring, start this program again"
        : "start this program again to use the new file")
  }
}
