import BulkSQL
import GRDB
import HealthModel

/// Reads Android's Health Connect export: one SQLite database, `health_connect_export.db`, in an archive or bare.
///
/// Tables and columns are asked for by name and may be missing: their set grows with each version of Android. The export holds
/// everything that Health Connect has, but apps delete their old data there, so nothing follows from what isn't in it.
package struct HealthConnectReader: HealthReader {
  /// The place of the database.
  enum Place {
    /// A file that SQLite can open.
    case file(String)
    /// Somewhere it can't: in an archive, on a pipe.
    case packed(any ByteSource)
  }

  package let name: String
  private let place: Place
  private let temporaryFolder: String
  private let firstSteps: Int64

  /// Creates a reader of this database.
  ///
  /// - Parameters:
  ///   - temporaryFolder: The folder for unpacking a compressed database; the file has no name there while it is read.
  ///   - firstSteps: The limit of SQLite's steps for the schema, and for files too small to derive a limit from their
  ///     size: 50 million take some seconds.
  init(name: String, database: Place, temporaryFolder: String, firstSteps: Int64 = 50_000_000) {
    self.name = name
    self.firstSteps = firstSteps
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
    let bounds = QueryBounds(steps: firstSteps)
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.prepareDatabase { db in
        // The schema is a stranger's: none of its functions are called, broken pages are noticed.
        try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        bounds.hold(db, mostBytesOfValue: Self.mostBytesOfRow)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // No transaction: its end would fail too in a broken file, and take the part that was to be kept with it.
      return try queue.inDatabase { db in
        let database = try HealthConnectDatabase(db)
        bounds.allow(more: database.bytes * Self.stepsOfByte)
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
        reading.builder.endExport()
        try deliver(reading.builder.takeBatch(bytesRead: database.bytes, bytesTotal: database.bytes))
        return reading.builder.finishedReport
      }
    } catch let error as DatabaseError where error.isOfTheFile {
      throw broken(error)
    }
  }

  /// The largest row that is read. The largest of an export are those of apps, with their icons: some 100 kB.
  private static let mostBytesOfRow: Int32 = 4 << 20
  /// Exports take 1 to 3 steps of SQLite for each byte. Pages that are in a table a thousand times, or sorted over and over, take more.
  private static let stepsOfByte: Int64 = 12

  private var label: String { name == "-" ? "standard input" : name }

  private func broken(_ error: DatabaseError) -> ImportError {
    switch error.resultCode {
    case .SQLITE_INTERRUPT:
      return ImportError(
        .dangerous, "the database in \(label) takes more work to read than any export of its size", hint: ZipDirectory.again)
    case .SQLITE_READONLY:
      return ImportError(
        .broken, "the database in \(label) has changes that aren't finished, in a -journal or -wal file beside it",
        hint: "export it again, or finish them: sqlite3 FILE .schema")
    case .SQLITE_TOOBIG, .SQLITE_NOMEM:
      return ImportError(.dangerous, "the database in \(label) has a value that is larger than any of an export", hint: ZipDirectory.again)
    default: break
    }
    return ImportError(
      .broken, "the database in \(label) is broken: \(error.message ?? "SQLite error \(error.resultCode.rawValue)")",
      hint: ZipDirectory.again)
  }
}

extension DatabaseError {
  /// Whether the file that was read is to blame, and not what the samples were delivered to.
  fileprivate var isOfTheFile: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA: true
    case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_PROTOCOL, .SQLITE_AUTH, .SQLITE_NOLFS, .SQLITE_PERM: true
    // The codes of queries that `QueryBounds` ends.
    case .SQLITE_INTERRUPT, .SQLITE_TOOBIG, .SQLITE_NOMEM: true
    default: false
    }
  }
}
