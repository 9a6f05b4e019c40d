import CSQLiteSetup
import GRDB
import GRDBSQLite

/// The settings of SQLite itself, which hold for all connections of the process.
package enum SQLiteSetup {
  /// Applies the settings once. Call it before the first connection is opened.
  ///
  /// SQLite doesn't count its memory: the lock that it takes for that at each allocation is a tenth of what reading a library's schema costs.
  ///
  /// - Parameter endsWithProcess: Whether the program runs briefly: SQLite's memory then comes from lists of free pieces and isn't returned, which makes
  ///   a short command an eighth faster. The first call decides.
  package static func apply(endsWithProcess: Bool = false) {
    if endsWithProcess { appliedBriefly } else { applied }
  }

  private static let applied: Void = hs_sqlite_without_accounting()

  private static let appliedBriefly: Void = {
    applied
    hs_sqlite_with_lists_of_pieces()
  }()

  /// Ends GRDB's record of what each statement of a connection reads and writes.
  ///
  /// GRDB keeps it for observers of the database, column by column; without them it is an eighth of what a short command costs. Only for
  /// connections that nobody observes, whose schema stays as it is, and whose accesses no task cancels.
  package static func endStatementRecords(on db: Database) {
    if let connection = db.sqliteConnection { sqlite3_set_authorizer(connection, nil, nil) }
  }
}
