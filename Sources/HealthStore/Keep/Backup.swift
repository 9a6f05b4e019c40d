import Glibc
import HealthModel

/// A copy of a library in a file of its own, whole and of one moment, made while others go on writing.
package struct Backup {
  /// The copy, not at its place yet: publish it, or read it from where it is.
  package let file: NewFile
  /// The contents of the backup.
  package let contents: LibraryContents
  /// Its size.
  package let bytes: Int64

  /// Copies the library at `library` into a new file beside `target`, checks the copy and flushes it.
  ///
  /// The library isn't changed, nor brought up to date.
  /// - Parameter progress: called with the bytes copied and the bytes in all, many times a second; what it throws ends the work, and nothing
  ///   is left of it.
  /// - Throws: `StoreError` of kind `.noInput` (no library), `.badData` (it is none, or is damaged), `.configuration` (of a newer version),
  ///   `.cantCreate`, `.noPermission` or `.io`.
  package init(of library: String, beside target: String, progress: @escaping (Int64, Int64) throws -> Void) throws {
    let source: LibraryFile
    do { source = try LibraryFile(library) } catch let error as StoreError where error.code == .missing {
      throw StoreError(code: .missing, message: "there is no library \(library)", hint: "name one with \(.library)")
    }
    do { _ = try source.contents() } catch let error as StoreError where error.code == .damaged {
      throw StoreError.damagedLibrary(library, "its pages can't be right")
    }
    file = try NewFile(for: target)
    let copy = try LibraryFile(file.path)
    try copy.writeUnguarded()
    try source.copy(into: copy, progress: progress)
    if let flaw = try copy.flaw() { throw StoreError.damagedLibrary(library, flaw) }
    contents = try copy.contents()
    try copy.close()
    try source.close()
    var status = stat()
    bytes = stat(file.path, &status) == 0 ? Int64(status.st_size) : 0
  }
}

extension StoreError {
  /// A library of which no good copy can be made.
  fileprivate static func damagedLibrary(_ path: String, _ flaw: String) -> StoreError {
    StoreError(
      code: .damaged, message: "\(path) is damaged, so it was not backed up: \(flaw)",
      hint: "restore an earlier backup: \(.restore); or save what is readable: sqlite3 \(path) .recover > saved.sql")
  }
}
