import Glibc
import HealthModel

/// The users whose files are trusted. In a folder that others can write to, a file with hsync's name may be someone
/// else's.
package struct FileTrust {
  /// The user that this process acts for.
  private let user: uid_t

  /// Of a user; who runs this process by default.
  package init(user: uid_t = geteuid()) { self.user = user }

  /// Whether a file of that owner counts as the user's: their own and root's. Root works with everybody's, as `sudo` and containers with mounted
  /// folders need it, but where all may put files (`/tmp`) it has none to trust either.
  ///
  /// - Parameter folderMode: Rights of the folder that the file lies in.
  package func holds(owner: uid_t, folderMode: mode_t) -> Bool { owner == user || owner == 0 || user == 0 && folderMode & 0o002 == 0 }

  /// Returns the untrusted owner of a file, or of a link's target. `nil` = there is no such file, or its owner is trusted.
  package func stranger(at path: String) -> uid_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return stranger(at: path, status)
  }

  /// The same of a path whose `lstat` is known.
  private func stranger(at path: String, _ status: stat) -> uid_t? {
    if !holds(owner: status.st_uid, folderMode: FileTrust.folderMode(of: path)) { return status.st_uid }
    var followed = stat()
    guard status.st_mode & S_IFMT == S_IFLNK, let target = FileTrust.resolved(path), stat(target, &followed) == 0 else { return nil }
    return holds(owner: followed.st_uid, folderMode: FileTrust.folderMode(of: target)) ? nil : followed.st_uid
  }

  /// Rejects a library that another user owns or could modify: the file, or the files that SQLite keeps beside it. A
  /// library that this process can't write may belong to anyone.
  ///
  /// - Throws: kind `.noPermission`.
  func check(library path: String) throws(StoreError) {
    guard access(path, W_OK) == 0 else { return }
    let file = FileTrust.resolved(path) ?? path
    for path in [path] + ["-wal", "-shm", "-journal"].map({ file + $0 }) {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      // SQLite would wait for a named pipe for ever.
      if ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
        throw StoreError(
          code: .notALibrary, message: "\(path) isn't a regular file", hint: "name another file with \(.library), or remove what is there")
      }
      if let owner = stranger(at: path, status) {
        throw StoreError(
          code: .noPermission, message: "\(path) belongs to another user (uid \(owner))",
          hint: "use your own library with \(.library), in a folder that only you can write to")
      }
    }
  }

  private static func folderMode(of path: String) -> mode_t {
    var status = stat()
    return stat(NewFile.folder(of: path), &status) == 0 ? status.st_mode : 0o777
  }

  private static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
