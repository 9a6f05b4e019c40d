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

  /// The shape of an open database.
  init(of db: Database) throws {
    let rows = try Row.fetchAll(db, sql: LibraryShape.query)
    objects = Dictionary(
      try rows.map { row in
        let (type, name, table): (String?, String?, String?) = try (row.value(0), row.value(1), row.value(2))
        return (name ?? "", Object(type: type ?? "", table: table ?? "", sql: try row.value(3)))
      }, uniquingKeysWith: { first, _ in first })
  }

  private static let query = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

  /// Returns a fingerprint of all objects of a database, in any order: the sum of their FNV-1a, but over words of eight bytes. Each command that opens
  /// a library computes it, and the SQL of a schema has 50 kB.
  static func fingerprint(of db: Database) throws -> UInt64 {
    let statement = try BulkStatement(query, in: db)
    defer { statement.reset() }
    var sum: UInt64 = 0
    while try statement.step() {
      var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
      func add(_ word: UInt64) {
        fingerprint = (fingerprint ^ word) &* 0x100_0000_01B3
        fingerprint ^= fingerprint >> 32
      }
      for column in 0..<4 as Range<Int32> {
        statement.withBytes(column) { bytes in
          let text = UnsafeRawBufferPointer(bytes)
          let whole = text.count & ~7
          for place in stride(from: 0, to: whole, by: 8) {
            add(UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
          }
          add(text[whole...].reduce(UInt64(text.count)) { $0 << 8 | UInt64($1) })
        }
      }
      sum &+= fingerprint
    }
    return sum
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
    if version == Schema.version, try fingerprint(of: db) == Schema.fingerprint { return Difference() }
    let shape = try LibraryShape(of: db)
    let model = try DatabaseQueue()
    try Schema.migrator.migrate(model, upTo: String(version))
    return try model.read { model in
      let ours = try LibraryShape(of: model)
      var difference = Difference()
      // Until version 8 the outbox's triggers were others, and are made anew.
      let anyBody = version < 8 ? Set((RangeTriggers.tables + [SampleChunks.table]).flatMap(\.triggerNames)) : []
      for (name, object) in ours.objects {
        let there = shape.objects[name]
        if there == object || (there?.type == "trigger" && anyBody.contains(name)) { continue }
        if version < 8, OutboxEntry.names.contains(name) { continue }
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
