import Files
import Glibc

/// Small files that are replaced as a whole: who looks sees the old one or the new one, also after a power cut.
package enum WholeFile {
  /// The reason why a file couldn't be written. The old one is as it was.
  package struct Failure: Error {
    /// `made`, `written` or `replaced`.
    package let verb: String
    /// The system's error number.
    package let number: Int32
  }

  /// Writes a new file beside the path, never through a link that was put there, flushes it to the disk and renames it.
  ///
  /// - Parameters:
  ///   - path: Of the file itself: a link would be replaced by the file.
  ///   - mode: Its rights.
  package static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o600) throws(Failure) {
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(verb: "made", number: errno) }
    let isWritten = writeWhole(bytes, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    var failure = Failure(verb: "written", number: errno)
    close(descriptor)
    if isWritten {
      if rename(temporary, path) == 0 { return }
      failure = Failure(verb: "replaced", number: errno)
    }
    unlink(temporary)
    throw failure
  }
}
