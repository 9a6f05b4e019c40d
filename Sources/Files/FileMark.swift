import Glibc

/// The identity, the size and the last change of the file at the end of a path: all that tells it from the one that was there before.
package struct FileMark: Sendable, Equatable {
  private let identity: FileIdentity
  private let bytes: Int
  private let changedNs: Int

  /// `nil` when the path leads nowhere.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    bytes = Int(status.st_size)
    // A change of the rights may make it readable.
    changedNs = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
  }
}
