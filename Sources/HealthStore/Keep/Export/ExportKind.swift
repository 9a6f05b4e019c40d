/// One kind of what an export holds: its name, its columns, and where its rows come from.
package struct ExportKind: Sendable {
  /// In JSON the value of `kind`, in a folder the file's name: `meal`, `sample`.
  package let name: String
  /// In the order of a CSV file. A synced kind's JSON is its record (`docs/records.md`), which has groups and what a newer version added.
  package let columns: [ExportColumn]
  let rows: Rows

  /// The source of rows.
  enum Rows: Sendable {
    /// A synced table: JSON lines are its records.
    case records(SyncedTable)
    /// The text after `SELECT <columns>`; JSON lines have a member for each column.
    case query(String)
    /// The points of packed tracks, a row each.
    case trackPoints
  }

  /// A kind whose lines are made of columns.
  init(_ name: String, _ columns: [ExportColumn], _ rows: Rows) {
    self.name = name
    self.columns = columns
    self.rows = rows
  }

  /// Each synced kind, so that none is forgotten.
  init(_ table: SyncedTable) {
    name = table.kind
    columns =
      [ExportColumn("id", .text, table.key)] + table.columns.map { ExportColumn($0.name, $0.type) } + [ExportColumn("extra", .json)]
    rows = .records(table)
  }

  /// Everything, synced kinds first.
  package static let all: [ExportKind] = SyncedTable.all.map { ExportKind($0) } + health + leftovers

  /// The kind of a name, `nil` if there is none.
  package static func named(_ name: String) -> ExportKind? { all.first { $0.name == name } }
}

/// One column of an exported kind.
package struct ExportColumn: Sendable {
  /// The CSV file's head, and the JSON's key.
  package let name: String
  /// The type of its values. Booleans are 1 and 0 in CSV.
  package let type: SyncedColumn.Kind
  /// Its value in SQL.
  let value: String

  /// A column; by default its value is the column of that name.
  init(_ name: String, _ type: SyncedColumn.Kind, _ value: String? = nil) {
    self.name = name
    self.type = type
    self.value = value ?? name
  }
}
