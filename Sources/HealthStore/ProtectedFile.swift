import GRDB
import Glibc
import HealthModel

/// A database that this process may read and not write: its file or its folder is protected, or its disk is.
struct ProtectedFile {
  private let path: String

  /// The database at a path; `nil` when nothing there keeps this process from writing.
  init?(_ path: String) {
    guard access(path, R_OK) == 0 else { return nil }
    // SQLite keeps its log beside the file that a link leads to.
    let resolved = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    self.path = resolved ?? path
    let folder = self.path.lastIndex(of: "/").map { self.path[..<$0] } ?? "."
    if access(self.path, W_OK) == 0, access(folder.isEmpty ? "/" : String(folder), W_OK | X_OK) == 0 { return nil }
  }

  /// Opens it for reading.
  ///
  /// A database with a write-ahead log needs its `-shm` file. If it is missing, it can't be created; then no other
  /// program has the database open, and it is read as an immutable file, unless its log has changes that aren't in the
  /// file yet.
  /// - Throws: `StoreError` of kind `.noPermission` when the log can't be read, or SQLite's error.
  func open(label: String) throws -> DatabaseQueue {
    let configuration = Configuration.library(label, isReadOnly: true, waits: 10)
    if size(of: "-shm") != nil, let shared = try? DatabaseQueue(path: path, configuration: configuration),
      (try? shared.unsafeRead { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }) != nil
    {
      return shared
    }
    guard size(of: "-wal") ?? 0 == 0 else {
      throw StoreError(
        code: .noPermission, message: "\(path) can't be read: its latest changes are in \(path)-wal, and hsync can't write beside it",
        hint: "copy both files into a folder of yours, and name the copy with \(.library)")
    }
    return try DatabaseQueue(path: "file:\(encodedPath)?immutable=1", configuration: configuration)
  }

  /// The bytes of the file that has this ending; `nil` = there is none.
  private func size(of ending: String) -> Int? {
    var status = stat()
    return stat(path + ending, &status) == 0 ? Int(status.st_size) : nil
  }

  /// As a URI has it (RFC 3986): all but letters, digits and `-._~/` as `%XX`.
  private var encodedPath: String {
    path.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }.joined()
  }
}
