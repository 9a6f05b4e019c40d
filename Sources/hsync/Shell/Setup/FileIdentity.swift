import Foundation

/// Which file or folder a path leads to, whatever it is called.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` when the path leads nowhere.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
