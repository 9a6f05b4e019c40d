import CSQLiteSetup

/// The settings of SQLite itself, which hold for all connections of the process.
package enum SQLiteSetup {
  /// Applies the settings once. Call it before the first connection is opened.
  ///
  /// SQLite doesn't count its memory: the lock that it takes for that at each allocation is a tenth of what reading a library's schema costs.
  package static func apply() { applied }

  private static let applied: Void = hs_sqlite_without_accounting()
}
