import Glibc

/// The identity of the file or folder at the end of a path: its device and inode, whatever it is called.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` when the path leads nowhere.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity in an answer of `stat`.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
