import GRDB
import HealthModel

/// Reads Android's Health Connect export: one SQLite database, `health_connect_export.db`, in an archive or bare.
///
/// Tables and columns are asked for by name and may be missing: their set grows with each version of Android. The export holds
/// everything that Health Connect has, but apps delete their old data there, so nothing follows from what isn't in it.
package struct HealthConnectReader: HealthReader {
  /// Where the database is.
  enum Place {
    /// A file that SQLite can open.
    case file(String)
    /// Somewhere it can't: in an archive, on a pipe.
    case packed(any ByteSource)
  }

  package let name: String
  private let place: Place
  private let temporaryFolder: String

  /// A reader of this database.
  ///
  /// - Parameter temporaryFolder: Where a packed one may be unpacked to; it has no name there while it is read.
  init(name: String, database: Place, temporaryFolder: String) {
    self.name = name
    place = database
    self.temporaryFolder = temporaryFolder
  }

  package var origin: HealthOrigin { .healthConnect }

  package func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    switch place {
    case .file(let path): return try read(path, keepsPart: keepsPart, afterOpening: {}, deliver: deliver)
    case .packed(let source):
      let copy = try TemporaryFile(in: temporaryFolder)
      try copy.append(source)
      return try read(copy.path, keepsPart: keepsPart, afterOpening: { copy.removeName() }, deliver: deliver)
    }
  }

  private func read(
    _ path: String, keepsPart: Bool, afterOpening: () -> Void, deliver: (HealthBatch) throws -> Void
  ) throws -> ReadingReport {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.prepareDatabase { db in
        // The schema is a stranger's: none of its functions are called, broken pages are noticed.
        try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // No transaction: its end would fail too in a broken file, and take the part that was to be kept with it.
      return try queue.inDatabase { db in
        let database = try HealthConnectDatabase(db)
        afterOpening()
        guard database.isHealthConnect else {
          throw ImportError(
            .notAnExport, "no health export in \(label): it is a database of another program", hint: ImportError.knownExports)
        }
        var reading = try HealthConnectImport(database)
        do {
          try reading.read(deliver: deliver)
        } catch let error as DatabaseError where keepsPart && error.isOfTheFile {
          reading.builder.report.endedEarly = broken(error).message
        }
        try deliver(reading.builder.takeBatch(bytesRead: database.bytes, bytesTotal: database.bytes))
        return reading.builder.report
      }
    } catch let error as DatabaseError where error.isOfTheFile {
      throw broken(error)
    }
  }

  private var label: String { name == "-" ? "standard input" : name }

  private func broken(_ error: DatabaseError) -> ImportError {
    ImportError(
      .broken, "the database in \(label) is broken: \(error.message ?? "SQLite error \(error.resultCode.rawValue)")",
      hint: ZipDirectory.again)
  }
}

extension DatabaseError {
  /// Whether the file that was read is to blame, and not what the samples were delivered to.
  fileprivate var isOfTheFile: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA: true
    default: false
    }
  }
}
