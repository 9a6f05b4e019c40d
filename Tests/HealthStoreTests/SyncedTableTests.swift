import GRDB
import Testing
import TestSupport

@testable import HealthStore

@Suite struct SyncedTableTests {
  @Test(arguments: SyncedTable.all.map(\.kind))
  func theListNamesTheTablesColumns(kind: String) throws {
    let folder = try TemporaryFolder()
    let library = try Library(at: folder.file("hsync.db"))
    let table = try #require(SyncedTable.of(kind: kind))
    let listed = [(table.key, "TEXT")] + table.columns.map { ($0.name, $0.type.declaration) } + [("extra", "TEXT")]
    let real = try library.read { db in
      try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table.name])
        .map { ($0["name"] as String, $0["type"] as String) }
    }
    #expect(real.map { "\($0.0) \($0.1)" } == listed.map { "\($0.0) \($0.1)" })
  }
}
