import Glibc

/// Small files with secrets, which only their owner may read.
package enum PrivateFile {
  /// The reason why a file isn't used.
  package enum Fault: Error, Sendable, Equatable {
    /// It is a symbolic link.
    case link
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It belongs to another user.
    case foreign(uid: UInt32)
    /// Other users may read or change it; its permissions.
    case exposed(mode: UInt32)
    /// It has more bytes than expected.
    case tooLarge
    /// The system refused; its error number. `verb` is `read`, `made` or `written`.
    case system(verb: String, number: Int32)
  }

  /// Reads a file. It is checked through the descriptor that is read, so that it can't be replaced in between.
  ///
  /// - Parameters:
  ///   - most: The largest size in bytes.
  ///   - companion: A file whose owner may also own this one when root reads it. `nil` = none.
  /// - Returns: Its bytes. `nil` when there is no file.
  package static func bytes(of path: String, most: Int, besides companion: String? = nil) throws(Fault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw .link
      default: throw .system(verb: "read", number: errno)
      }
    }
    defer { close(descriptor) }
    try check(descriptor, companion)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most + 1) { buffer, count in
      while count < buffer.count {
        let part = readPart(of: descriptor, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
        if part < 0 { failure = errno }
        if part <= 0 { break }
        count += part
      }
    }
    guard failure == 0 else { throw .system(verb: "read", number: failure) }
    guard bytes.count <= most else { throw .tooLarge }
    return bytes
  }

  private static func check(_ descriptor: Int32, _ companion: String?) throws(Fault) {
    var (status, other) = (stat(), stat())
    guard fstat(descriptor, &status) == 0 else { throw .system(verb: "read", number: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let isCompanions = geteuid() == 0 && companion.map { stat($0, &other) == 0 && other.st_uid == status.st_uid } ?? false
    guard status.st_uid == geteuid() || status.st_uid == 0 || isCompanions else { throw .foreign(uid: status.st_uid) }
    guard status.st_mode & 0o077 == 0 else { throw .exposed(mode: status.st_mode & 0o777) }
  }

  /// Creates a file of mode 0600, unless there is something at the path. Other programs see no file or the whole one, also after a power failure.
  ///
  /// - Returns: Whether it was created; `false` = there is something already, which wasn't changed.
  package static func create(_ path: String, with bytes: [UInt8]) throws(Fault) -> Bool {
    // Two threads that create the same file mustn't write to one temporary file.
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(verb: "made", number: errno) }
    defer { unlink(temporary) }
    let isWritten = writeWhole(bytes, to: descriptor) && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
    let number = errno
    close(descriptor)
    guard isWritten else { throw .system(verb: "written", number: number) }
    // A link fails when the name is taken, a renaming doesn't.
    if link(temporary, path) == 0 {
      flushFolder(of: path)
      return true
    }
    let reason = errno
    if reason == EEXIST || access(path, F_OK) == 0 { return false }
    // A file system without hard links.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(reason), rename(temporary, path) == 0 else {
      throw .system(verb: "made", number: reason)
    }
    flushFolder(of: path)
    return true
  }

  /// Best effort: without it, a power failure may take the new file back.
  private static func flushFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
