import BulkSQL
import Files
import GRDB
import Glibc
import HealthModel
import Synchronization

/// The foods of Open Food Facts, and behind them the branded foods of FoodData Central, in a file on this machine, for use without a network. It is
/// opened when first needed, and again after an import has replaced it.
///
/// Open Food Facts' data are under the ODbL: each source has tables of its own, and all are kept apart from the user's library.
package final class FoodCatalog: Sendable {
  private struct Connection: Sendable {
    let queue: DatabaseQueue
    let identity: FileIdentity
  }

  /// The path of its file, which may not exist.
  package let path: String
  private let connection = Mutex<Connection?>(nil)
  /// Whether the connection stays when the catalogue goes: see `init`.
  private let endsWithProcess: Bool

  /// The catalogue at a path.
  ///
  /// - Parameter endsWithProcess: for short-lived programs: the connection, which only reads, is left to the system. To end its queue, libdispatch
  ///   starts a thread.
  package init(path: String, endsWithProcess: Bool = false) {
    self.path = path
    self.endsWithProcess = endsWithProcess
  }

  deinit {
    if endsWithProcess, let queue = connection.withLock({ $0?.queue }) { _ = Unmanaged.passRetained(queue) }
  }

  /// The food of a number, of the first source that has it. `nil` = it has none, or there is no catalogue.
  ///
  /// - Throws: `.unusable`.
  package func food(_ gtin: GTIN) throws(CatalogueError) -> CatalogueFood? {
    try read { db in
      for source in FoodSource.allCases {
        if try !CatalogueSchema.has(source, in: db) { continue }
        let statement = try BulkStatement(
          """
          SELECT \(CatalogueSchema.names) FROM \(source.prefix)food WHERE id = (SELECT id FROM \(source.prefix)number WHERE gtin = ?)
          """, in: db)
        defer { statement.reset() }
        statement.bind(gtin.number, at: 1)
        if try statement.step() { return FoodRow.read(statement, from: 0, of: source) }
      }
      return nil
    } ?? nil
  }

  /// The foods whose name and brand have words that begin with those of a text, the most popular of Open Food
  /// Facts first. `nil` = there is no catalogue.
  ///
  /// - Parameter isCancelled: Polled between foods; once it is true, the search ends.
  /// - Throws: `.unusable`.
  package func search(
    _ text: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CatalogueError) -> FoodSearchResult? {
    try read { db in try FoodSearch(in: db, isCancelled: isCancelled).run(text, limit: limit) }
  }

  /// Facts about it. `nil` = there is no catalogue.
  ///
  /// - Throws: `.unusable`.
  package func status() throws(CatalogueError) -> CatalogueStatus? {
    try read { db in
      var file = stat()
      return try CatalogueFacts.status(in: db, bytes: stat(self.path, &file) == 0 ? Int64(file.st_size) : 0)
    }
  }

  /// Deletes it. `false` = there was none.
  ///
  /// - Throws: `.notWritten`.
  package func delete() throws(CatalogueError) -> Bool {
    connection.withLock { $0 = nil }
    if unlink(path) == 0 {
      unlink(path + ".lock")
      return true
    }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw .notWritten(path, String(cString: strerror(errno)).lowercased())
  }

  private func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws(CatalogueError) -> T? {
    guard let queue = try open() else { return nil }
    do { return try queue.inDatabase(body) } catch {
      throw .unusable(path, (error as? DatabaseError)?.message ?? "\(error)")
    }
  }

  /// The connection to the file that is there now.
  private func open() throws(CatalogueError) -> DatabaseQueue? {
    guard let identity = FileIdentity(path) else { return nil }
    let path = path
    let result: Result<DatabaseQueue, CatalogueError> = connection.withLock { connection in
      if let open = connection, open.identity == identity { return .success(open.queue) }
      do throws(CatalogueError) {
        let queue = try FoodCatalog.connect(path)
        connection = Connection(queue: queue, identity: identity)
        return .success(queue)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func connect(_ path: String) throws(CatalogueError) -> DatabaseQueue {
    SQLiteSetup.apply()
    var configuration = GRDB.Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA mmap_size = 268435456") }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let (kind, version) = try queue.inDatabase { db in
        (try Int64.fetchOne(db, sql: "PRAGMA application_id"), try Int64.fetchOne(db, sql: "PRAGMA user_version"))
      }
      guard kind == CatalogueSchema.applicationID else { throw CatalogueError.unusable(path, "it isn't a catalogue of foods") }
      guard version == CatalogueSchema.version else { throw CatalogueError.unusable(path, "it was made by another version of hsync") }
      return queue
    } catch let error as CatalogueError {
      throw error
    } catch {
      throw .unusable(path, (error as? DatabaseError)?.message ?? "\(error)")
    }
  }
}
