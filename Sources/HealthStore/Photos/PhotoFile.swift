import Glibc

/// A file as the system shows it without reading it.
package struct PhotoFile: Sendable, Hashable {
  /// Its path. A ledger's are absolute and free of links, so that a folder has one name.
  package let path: String
  /// Bytes.
  package let size: Int64
  /// The file's modification time, in nanoseconds since 1970; sync tools keep the phone's.
  package let mtimeNs: Int64
  /// The time of its last change of contents or metadata, nanoseconds since 1970, by this computer's clock: it can't be
  /// set (`ctime`).
  package let changedNs: Int64

  /// A file with everything given.
  package init(path: String, size: Int64, mtimeNs: Int64, changedNs: Int64) {
    self.path = path
    self.size = size
    self.mtimeNs = mtimeNs
    self.changedNs = changedNs
  }

  /// The file at a path. `nil` when there is none, or it isn't a regular file; links aren't followed.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    self.init(path: path, size: Int64(status.st_size), mtimeNs: PhotoFile.ns(modified), changedNs: PhotoFile.ns(changed))
  }

  /// Returns whether its bytes are those of `other`, as far as this can be determined without reading them: same path,
  /// size and time.
  package func isUntouched(since other: PhotoFile) -> Bool { path == other.path && size == other.size && mtimeNs == other.mtimeNs }

  /// Times that don't fit (after the year 2262) come out as the nearest that does.
  private static func ns(_ time: timespec) -> Int64 {
    let (ns, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? (time.tv_sec < 0 ? .min : .max) : ns.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
  }
}
