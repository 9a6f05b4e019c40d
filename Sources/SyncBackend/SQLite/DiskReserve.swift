import Files
import Glibc

/// A file that takes up some room in the data folder, so that there is some when the disk is full: tokens can be revoked then, too.
struct DiskReserve: Sendable {
  private let path: String
  private let probePath: String

  /// Bytes of the file: more than the log grows by in a transaction of a `user` command.
  static let bytes = 512 << 10

  /// The reserve of a folder, which may not exist yet.
  init(folder: String) {
    path = folder + "/reserve"
    probePath = folder + "/probe"
  }

  /// Creates the file unless it exists. Best effort: without it a full disk is reported as such.
  func fill() {
    if access(path, F_OK) != 0, !DiskReserve.write(DiskReserve.bytes, to: path) { unlink(path) }
  }

  /// Gives the room back; whether there was any.
  func release() -> Bool { unlink(path) == 0 }

  /// Whether the disk takes something now. Writes a little to a file of its own, and removes it.
  func isDiskWritable() -> Bool {
    defer { unlink(probePath) }
    return DiskReserve.write(16 << 10, to: probePath)
  }

  private static func write(_ count: Int, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return writeWhole([UInt8](repeating: 0, count: count), to: descriptor) && fdatasync(descriptor) == 0
  }
}
