import BulkSQL
import GRDB
import HealthModel

/// The schema of a file, to be compared with the one that hsync makes: a library may have been written by any program, and a table that isn't one, or has
/// other columns, would end the program where its rows are read.
package struct LibraryShape: Sendable, Equatable {
  /// One object of the schema.
  struct Object: Sendable, Equatable {
    /// `table`, `index`, `trigger` or `view`.
    let type: String
    /// The table that it belongs to.
    let table: String
    /// As it was created; `nil` = SQLite made it.
    let sql: String?
  }

  /// Objects by name; those that SQLite makes for itself (`sqlite_…`) are left out.
  let objects: [String: Object]
  /// FNV-1a over all of them in the order of their names.
  let fingerprint: UInt64

  /// The shape of an open database.
  init(of db: Database) throws {
    var objects: [String: Object] = [:]
    var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
    let rows = try Row.fetchCursor(
      db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
    while let row = try rows.next() {
      let (type, name, table, sql): (String?, String?, String?, String?) = try (row.value(0), row.value(1), row.value(2), row.value(3))
      objects[name ?? ""] = Object(type: type ?? "", table: table ?? "", sql: sql)
      for text in [type, name, table, sql] {
        for byte in (text ?? "").utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3 }
        fingerprint = fingerprint &* 0x100_0000_01B3
      }
    }
    self.objects = objects
    self.fingerprint = fingerprint
  }

  /// The differences between a file and a library of the same version.
  package struct Difference: Sendable, Equatable {
    /// Tables of hsync's that are missing, are something else, or lack a column as hsync has it: nothing can be read from them safely.
    package internal(set) var unusable: [String] = []
    /// Triggers and views that hsync didn't make, and those of its own that were changed, by name.
    package internal(set) var foreign: [String] = []
    /// Triggers and indexes of hsync's that are missing.
    package internal(set) var missing: [String] = []
    /// Whether anything else differs: a CHECK, a column more.
    package internal(set) var isOther = false

    /// Whether the file is as hsync makes it.
    package var isNone: Bool { self == Difference() }
  }

  /// The differences between the schema of `db`, a library of `version`, and the one that hsync makes.
  package static func difference(of db: Database, version: Int) throws -> Difference {
    let shape = try LibraryShape(of: db)
    if version == Schema.version, shape.fingerprint == Schema.fingerprint { return Difference() }
    let model = try DatabaseQueue()
    try Schema.migrator.migrate(model, upTo: String(version))
    return try model.read { model in
      let ours = try LibraryShape(of: model)
      var difference = Difference()
      // Until version 6 the outbox's triggers were others, and are made anew.
      let anyBody = version < 6 ? Set((SyncedTable.all + [SampleChunks.table]).flatMap(\.triggerNames)) : []
      for (name, object) in ours.objects {
        let there = shape.objects[name]
        if there == object || (there?.type == "trigger" && anyBody.contains(name)) { continue }
        switch object.type {
        case "table":
          if there?.type == "table", try columns(of: name, in: db).isSuperset(of: columns(of: name, in: model)) {
            difference.isOther = true
          } else {
            difference.unusable.append(name)
          }
        case _ where there == nil: difference.missing.append(name)
        default: difference.foreign.append(name)
        }
      }
      for (name, object) in shape.objects where ours.objects[name] == nil {
        if object.type == "trigger" || object.type == "view" { difference.foreign.append(name) } else { difference.isOther = true }
      }
      difference.unusable.sort()
      difference.foreign.sort()
      difference.missing.sort()
      return difference
    }
  }

  /// A table's columns, each with all that decides what its values can be.
  private static func columns(of table: String, in db: Database) throws -> Set<String> {
    let strict = try Bool.fetchOne(db, sql: "SELECT max(strict) FROM pragma_table_list(?1)", arguments: [table]) ?? false
    let rows = try Row.fetchAll(db, sql: "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?1)", arguments: [table])
    return Set(rows.map { row in row.databaseValues.map { "\($0)" }.joined(separator: "|") + "|\(strict)" })
  }
}
