import GRDB
import Glibc
import HealthModel

/// An error of the library.
package struct StoreError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: Sendable {
    /// The path can't be opened or made.
    case cantOpen
    /// The file's or folder's rights don't allow it.
    case noPermission
    /// The file isn't an SQLite database, or another program's.
    case notALibrary
    /// A newer hsync made it.
    case newerVersion
    /// SQLite found pages that can't be right.
    case damaged
    /// No space is left.
    case diskFull
    /// Reading or writing failed in the system.
    case readOrWrite
    /// Another program kept it locked for 10 s.
    case busy
    /// Another import is going on.
    case importRunning
    /// The program is about to end, and has closed it.
    case closed
    /// A row contains a value that JSON can't represent, or text that should be JSON and isn't.
    case unreadableRow
    /// A value is out of its range.
    case refused
    /// The file of an open library was removed, moved or replaced.
    case displaced
    /// There is no such file.
    case missing
    /// No entry has that id.
    case notFound
    /// Several entries have an id that ends so.
    case ambiguous
    /// There is nothing that could be undone.
    case nothingToUndo
    /// The data to be undone was changed since.
    case changedSince
    /// SQLite rejected a statement of hsync, which is a bug in hsync.
    case unexpected
  }

  package let code: Code
  package let message: String
  package let hint: Hint?

  package var kind: ErrorKind {
    switch code {
    case .cantOpen: .cantCreate
    case .noPermission: .noPermission
    case .notALibrary, .damaged, .unreadableRow, .refused: .badData
    case .newerVersion: .configuration
    case .diskFull, .readOrWrite, .displaced: .io
    case .busy, .importRunning, .closed: .tryAgain
    case .missing: .noInput
    case .notFound, .nothingToUndo, .changedSince: .no
    case .ambiguous: .usage
    case .unexpected: .software
    }
  }
}

extension StoreError {
  /// A file that a newer hsync made, or brought up to date.
  static func newer(_ version: Int, path: String) -> StoreError {
    StoreError(
      code: .newerVersion, message: "\(path) was made by a newer hsync (schema \(version), this one supports up to \(Schema.version))",
      hint: "update hsync")
  }

  /// A file whose version no hsync ever wrote, or contradicts what else is in it.
  static func impossible(_ version: Int, path: String) -> StoreError {
    StoreError(
      code: .damaged, message: "\(path) has an impossible schema version, \(version)", hint: "restore a backup: \(.restore)")
  }

  /// Creates the error for an SQLite error on the library at `path`. The message contains neither SQL nor values.
  package init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(code: .busy, message: "\(path) is busy: another program is writing to it", hint: "try again when it has finished")
    case .SQLITE_FULL:
      self.init(code: .diskFull, message: "the disk is full, nothing was written to \(path)", hint: "free some space, then try again")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(code: .noPermission, message: "\(path) isn't writable", hint: "check the permissions of the file and its folder")
    case .SQLITE_CANTOPEN:
      self.init(code: .cantOpen, message: "can't open \(path)", hint: "check the permissions of the file and its folder")
    case .SQLITE_NOTADB:
      self.init(code: .notALibrary, message: "\(path) is not an SQLite database", hint: "name another file with \(.library)")
    case .SQLITE_CORRUPT:
      self.init(
        code: .damaged, message: "\(path) is damaged",
        hint: "restore a backup: \(.restore); or save what is readable: sqlite3 \(path) .recover")
    case .SQLITE_IOERR where StoreError.isDiskFull(at: path):
      // SQLite says FULL only of the file itself; its shared memory and log fail like this.
      self.init(code: .diskFull, message: "the disk is full, nothing was written to \(path)", hint: "free some space, then try again")
    case .SQLITE_IOERR, .SQLITE_NOLFS:
      self.init(code: .readOrWrite, message: "can't read or write \(path)", hint: nil)
    case .SQLITE_CONSTRAINT where StoreError.isOfForeignTrigger(error):
      // The words are its maker's: they are quoted, without what could command a terminal.
      let words = (error.message ?? "").printable.prefix(200)
      self.init(
        code: .refused, message: "a trigger in \(path) that hsync didn't create refused the change: \"\(words)\"",
        hint: "see which: \(.doctor); remove them: \(.repair)")
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG:
      self.init(code: .refused, message: StoreError.constraint(in: error.message), hint: nil)
    case .SQLITE_INTERRUPT:
      self.init(
        code: .damaged, message: "a trigger or view in \(path) that hsync didn't create runs endlessly",
        hint: "see which: \(.doctor); remove them: \(.repair)")
    case .SQLITE_ERROR where StoreError.isAboutJSON(error):
      self.init(
        code: .unreadableRow, message: "an entry in \(path) contains a value that JSON can't represent",
        hint: "see which: \(.doctor); fix it: \(.repair)")
    default:
      // A trigger or view that isn't ours any more fails like this, too.
      self.init(
        code: .unexpected, message: "SQLite code \(error.extendedResultCode.rawValue) on \(path)",
        hint: "see whether the library is damaged: \(.doctor)")
    }
  }

  /// Whether SQLite couldn't make JSON of a value.
  static func isAboutJSON(_ error: DatabaseError) -> Bool {
    error.message == "malformed JSON" || error.message?.hasPrefix("JSON cannot hold") == true
  }

  /// Whether the file's disk has less room left than SQLite needs to begin a transaction: 64 KiB.
  private static func isDiskFull(at path: String) -> Bool {
    var room = statvfs()
    return statvfs(path, &room) == 0 && UInt64(room.f_bavail) * UInt64(room.f_frsize) < 1 << 16
  }

  /// Whether the words of an error are those of a trigger that isn't ours.
  private static func isOfForeignTrigger(_ error: DatabaseError) -> Bool {
    error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER
      && !(error.message.map(isOurs) ?? true)
  }

  private static func isOurs(_ message: String) -> Bool { RangeTriggers.sentences.contains(message) || message == PlanSchema.takenShortID }

  /// The constraint's name, which our CHECKs have as a sentence: "CHECK constraint failed: energy_kcal must be 0-9999". Else what SQLite says:
  /// "a value doesn't fit its column: NOT NULL constraint failed: meal.name".
  private static func constraint(in message: String?) -> String {
    let prefix = "CHECK constraint failed: "
    guard let message else { return "a value doesn't fit its column" }
    if message.hasPrefix(prefix) { return String(message.dropFirst(prefix.count)) }
    // A trigger of ours has a sentence of its own.
    if isOurs(message) { return message }
    return "a value doesn't fit its column: \(message.printable)"
  }
}
