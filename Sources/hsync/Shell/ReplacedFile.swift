import Files
import Foundation
import HealthModel
import HealthStore

/// Files that a command writes where the user says: who looks sees the old one or the whole new one.
struct ReplacedFile {
  /// Of new files; others keep theirs.
  private let rights: mode_t

  /// Reads the mask of rights, by setting it; nothing else may make files at the time.
  init() {
    let mask = umask(0)
    umask(mask)
    rights = 0o666 & ~mask
  }

  /// Writes a file, or replaces it when the new one is whole on the disk. A link stays one: its target is replaced.
  ///
  /// - Throws: kind `.cantCreate`, `.noPermission` or `.io`.
  func write(_ bytes: [UInt8], to path: String) throws {
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw CommandError(.cantCreate, "\(path) isn't a regular file", hint: "name another one")
    }
    let file = try NewFile(for: isThere ? ReplacedFile.behindLinks(path) : path)
    let descriptor = open(file.path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReplacedFile.failure(path) }
    defer { close(descriptor) }
    guard writeWhole(bytes, to: descriptor) else { throw ReplacedFile.failure(path) }
    guard fchmod(descriptor, isThere ? status.st_mode & 0o777 : rights) == 0 else { throw ReplacedFile.failure(path) }
    try file.publish(replacing: true)
  }

  /// Returns the target of a link, the path itself if it is none.
  static func behindLinks(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  private static func failure(_ path: String) -> CommandError {
    let number = errno
    return number == ENOSPC || number == EDQUOT
      ? CommandError(.io, "can't write \(path): the disk is full", hint: "free some space, then try again")
      : CommandError(.io, "can't write \(path): \(String(cString: strerror(number)))")
  }
}
