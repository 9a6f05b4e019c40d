import Glibc
import HealthModel

/// A folder for health exports: a folder synchronised with the phone, for instance.
package struct SourceFolder: Sendable, Hashable {
  /// Its path as the user named it.
  package let path: String

  /// A folder by its path.
  package init(path: String) { self.path = path }

  /// Whether it is readable, in the terms of the specification (M-SET-1).
  package enum Access: Sendable, Hashable {
    case granted
    /// The system's error number.
    case denied(Int32)

    /// `Granted` or `Not granted`.
    package var words: String { self == .granted ? "Granted" : "Not granted" }

    /// Returns a hint on how to fix it; `nil` when there is no error.
    package func hint(for path: String) -> Hint? {
      switch self {
      case .granted: nil
      case .denied(ENOENT): "there is no such folder: make it, or name another: \(.healthFolders)"
      case .denied(ENOTDIR): "it isn't a folder: name one: \(.healthFolders)"
      case .denied(EACCES): "not allowed: chmod u+rx \(path)"
      case .denied(let number): Hint(String(cString: strerror(number)))
      }
    }
  }

  /// Asks the system now.
  package var access: Access {
    guard let folder = opendir(path) else { return .denied(errno) }
    closedir(folder)
    return .granted
  }

  /// A file in the folder in its current state: a new size or time means new contents.
  package struct File: Sendable, Hashable {
    package let path: String
    package let bytes: Int64
    package let changedAtMs: Int64

    /// The stored mark of a file that was read.
    package var mark: JSON { .array([JSON(bytes), JSON(changedAtMs)]) }
  }

  /// Its files, oldest first; hidden ones and folders are left out. Empty when access is denied.
  package func files() -> [File] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var files: [File] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard !name.hasPrefix("."), stat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
        continue
      }
      let time = status.st_mtim
      files.append(
        File(
          path: path + "/" + name, bytes: Int64(status.st_size),
          changedAtMs: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000))
    }
    return files.sorted { ($0.changedAtMs, $0.path) < ($1.changedAtMs, $1.path) }
  }
}
