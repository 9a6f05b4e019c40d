import Glibc
import HealthModel

/// A file that is written under a temporary name beside its target, with the mode 0600, and renamed when it is
/// complete.
///
/// If it isn't published, it is removed with the value. Only `kill -9` or a power failure leaves it behind, as
/// `<target>.<pid>.new`.
package final class NewFile: Sendable {
  /// The temporary path.
  package let path: String
  private let target: String

  /// Makes an empty file.
  ///
  /// - Throws: kind `.cantCreate`, `.noPermission` or `.io`, when the folder doesn't take it.
  package init(for target: String) throws(StoreError) {
    self.target = target
    path = target + ".\(getpid()).new"
    NewFile.remove(path)
    let descriptor = open(path, O_CREAT | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(system: errno, "can't create \(target)") }
    close(descriptor)
  }

  deinit { discard() }

  /// Removes what was written.
  package func discard() { NewFile.remove(path) }

  /// Flushes the file to the disk and renames it atomically: other programs see the old file or the whole new one.
  ///
  /// It must not be open as a database any more.
  /// - Parameter replaces: whether an existing file may be replaced; else it is an error.
  /// - Throws: kind `.cantCreate` when there is a file of that name, else as `init`.
  package func publish(replacing replaces: Bool) throws(StoreError) {
    try NewFile.flush(path)
    // A link fails when the name is taken, a renaming doesn't.
    if !replaces, link(path, target) != 0 {
      let number = errno
      if number == EEXIST || access(target, F_OK) == 0 { throw NewFile.exists(target) }
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(number) else { throw StoreError(system: number, "can't create \(target)") }
    }
    guard rename(path, target) == 0 else { throw StoreError(system: errno, "can't create \(target)") }
    // Both names of one file: then renaming does nothing, by POSIX.
    unlink(path)
    try? NewFile.flush(NewFile.folder(of: target))
  }

  /// There is something under that name already.
  package static func exists(_ path: String) -> StoreError {
    StoreError(code: .cantOpen, message: "\(path) already exists", hint: "name another one, or replace it with \(.overwrite)")
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Brings what was written to a file or folder to the disk.
  static func flush(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(system: errno, "can't write \(path)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreError(system: errno, "can't write \(path)") }
  }

  /// Removes a database with the files that SQLite keeps beside it.
  private static func remove(_ path: String) { for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) } }
}

extension StoreError {
  /// Creates the error for the system's error number.
  ///
  /// - Parameter what: `can't make backup.db`.
  init(system number: Int32, _ what: String) {
    let reason = String(cString: strerror(number))
    switch number {
    case EACCES, EPERM, EROFS:
      self.init(code: .noPermission, message: "\(what): \(reason)", hint: "check the permissions of the file and its folder")
    case ENOSPC, EDQUOT: self.init(code: .diskFull, message: "\(what): the disk is full", hint: "free some space, then try again")
    case ENOENT: self.init(code: .cantOpen, message: "\(what): no such folder", hint: "create the folder first, or check the path")
    case EIO: self.init(code: .readOrWrite, message: "\(what): \(reason)", hint: nil)
    default: self.init(code: .cantOpen, message: "\(what): \(reason)", hint: nil)
    }
  }
}
