import Foundation

/// The owner and the permissions of a file.
struct FileRights {
  private let path: String
  private let status: stat

  /// `nil` when there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.path = path
    self.status = status
  }

  /// `600`.
  var octal: String { String(status.st_mode & 0o777, radix: 8) }

  /// Whether users other than its owner may read or change it; for a folder, list it.
  var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 }

  /// Whether users other than its owner may change it.
  var isWritableByOthers: Bool { status.st_mode & 0o022 != 0 }

  /// Whether it belongs to the user who runs this program.
  var isOwn: Bool { status.st_uid == geteuid() }

  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  var bytes: Int64 { Int64(status.st_size) }

  /// The modification time, in milliseconds since 1970.
  var changedAtMs: Int64 {
    let time = status.st_mtim
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Whether this process can read and change it now, which a read-only file system forbids, too.
  var isUsable: Bool { access(path, R_OK | W_OK) == 0 }
}
