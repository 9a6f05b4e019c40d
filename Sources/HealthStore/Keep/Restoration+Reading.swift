import Files
import GRDB
import Glibc
import HealthModel

/// Reading a backup, from wherever it comes.
extension Restoration {
  /// Copies the backup's bytes; through SQLite when a log lies beside it, because the newest is in there.
  static func fill(_ file: NewFile, from source: Source, progress: @escaping (Int64, Int64?) throws -> Void) throws {
    switch source {
    case .file(let path):
      var log = stat()
      if stat(path + "-wal", &log) == 0, log.st_size > 0 {
        let target = try LibraryFile(file.path)
        try target.writeUnguarded()
        let backup = try LibraryFile(path)
        try backup.copy(into: target) { try progress($0, $1) }
        try target.close()
        return try backup.close()
      }
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw StoreError(system: errno, "can't read \(path)") }
      defer { close(descriptor) }
      var status = stat()
      fstat(descriptor, &status)
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw StoreError(code: .notALibrary, message: "\(path) is a folder", hint: "name a backup: \(.restore)")
      }
      try copyBytes(of: descriptor, called: path, to: file.path) { try progress($0, Int64(status.st_size)) }
    case .stream(let descriptor, let name):
      try copyBytes(of: descriptor, called: name, to: file.path) { try progress($0, nil) }
    }
  }

  private static func copyBytes(of input: Int32, called name: String, to path: String, progress: (Int64) throws -> Void) throws {
    let output = open(path, O_WRONLY | O_CLOEXEC)
    guard output >= 0 else { throw StoreError(system: errno, "can't write \(path)") }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var copied: Int64 = 0
    while true {
      // A pipe may give nothing for as long as it likes, a signal may come meanwhile; a named one looks like one at its end before somebody
      // has opened it for writing.
      var input = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      while poll(&input, 1, 100) <= 0 { try progress(copied) }
      let count = buffer.withUnsafeMutableBytes { readPart(of: input.fd, into: $0) }
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw StoreError(system: errno, "can't read \(name)") }
      if count == 0 { return }
      guard writeWhole(buffer[..<count], to: output) else { throw StoreError(system: errno, "can't write \(path)") }
      copied += Int64(count)
      try progress(copied)
    }
  }

  /// Returns a summary of the copy's contents, for the backup called `name`.
  static func check(_ path: String, called name: String) throws -> LibraryContents {
    do {
      let copy = try LibraryFile(path)
      let contents = try copy.contents()
      if let flaw = try copy.flaw() { throw damaged(name, flaw) }
      try copy.translating {
        // A copy that another program made needn't be in WAL mode; a library stays in it for ever.
        try copy.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      }
      try copy.close()
      return contents
    } catch let error as StoreError {
      switch error.code {
      case .notALibrary:
        throw StoreError(code: .notALibrary, message: "\(name) is not a library of hsync", hint: "\(.backUp) makes such files")
      case .newerVersion:
        throw StoreError(code: .newerVersion, message: error.message.replacing(path, with: name), hint: error.hint)
      case .damaged where !error.message.hasPrefix(name): throw damaged(name, "its pages can't be right")
      default: throw error
      }
    }
  }

  private static func damaged(_ name: String, _ flaw: String) -> StoreError {
    StoreError(
      code: .damaged, message: "\(name) is damaged: \(flaw); nothing was changed",
      hint: "use another backup, or save what is readable: sqlite3 \(name) .recover | sqlite3 saved.db")
  }

  /// Returns a file's modification time, in milliseconds since 1970.
  static func changedAtMs(_ status: stat) -> Int64 {
    Int64(status.st_mtim.tv_sec) * 1000
  }

  /// Whether two paths lead to one file.
  static func areOne(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
