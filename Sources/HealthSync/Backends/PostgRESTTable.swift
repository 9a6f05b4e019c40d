import HealthModel
import HealthStore

/// One kind of record as a table behind PostgREST: typed columns, one for each value of the record, and the rest in `extra`.
struct PostgRESTTable: Sendable {
  /// The kind's name in records.
  let kind: String
  /// Its values: column, place in the record, PostgreSQL type, and whether a row that isn't deleted must have it.
  let columns: [Column]

  /// A value of the record.
  struct Column: Sendable {
    /// The column's name: `energy_kcal`.
    let name: String
    /// The keys down to the value, one or two: `["nutrition", "energy_kcal"]`.
    let keys: [String]
    /// PostgreSQL's name of the type.
    let type: String
    /// Whether it is there in every record of the kind.
    let isRequired: Bool
  }

  /// The table's name; the prefix keeps it apart from other tables of the project.
  var name: String { "hsync_\(kind)" }

  /// All that a row in a body has, the same in each: PostgREST takes the keys of the first for all.
  var columnNames: [String] { ["id", "hlc", "dev", "deleted_at"] + columns.map(\.name) + ["extra"] }

  /// Every kind that has a table.
  static let all: [PostgRESTTable] = SyncedTable.all.map(PostgRESTTable.init) + [samples]

  /// A device's samples of a type, source and UTC day: four arrays of one length.
  static let samples = PostgRESTTable(
    kind: RecordKind.samples,
    columns: ["start_ms", "duration_ms", "value", "unit"].map { Column(name: $0, keys: [$0], type: "jsonb", isRequired: true) })

  /// The table of a kind, `nil` if it has none.
  static func of(kind: String) -> PostgRESTTable? { all.first { $0.kind == kind } }

  private init(kind: String, columns: [Column]) {
    self.kind = kind
    self.columns = columns
  }

  private init(_ table: SyncedTable) {
    self.init(
      kind: table.kind,
      columns: table.columns.map { column in
        let type =
          switch column.type {
          case .text: column.name == "day" ? "date" : "text"
          case .integer: "bigint"
          case .real: "double precision"
          case .boolean: "boolean"
          case .json: "jsonb"
          }
        return Column(name: column.name, keys: column.keys, type: type, isRequired: column.isRequired)
      })
  }

  /// A version of a record as a row. A deleted one has `deleted_at`, by the version's own clock, and no data.
  func row(of record: SyncRecord, device: String) -> JSON {
    var data: JSON?
    if case .put(let text) = record.content { data = (try? JSON(parsing: text)) ?? .null }
    let deletedAt = data == nil ? JSON.string(Moment(ms: record.hlc >> 16, utcOffsetMin: 0).iso8601) : .null
    let values = columns.map { column in (column.name, column.keys.reduce(data ?? .null) { $0[$1] }) }
    return .object(
      [
        ("id", .string(record.id)), ("hlc", .string(String(record.hlc))), ("dev", .string(record.dev ?? device)),
        ("deleted_at", deletedAt),
      ] + values + [("extra", data.flatMap(rest(of:)) ?? .null)])
  }

  /// Returns the members without a column, which a newer hsync added to the record. `nil` = none.
  private func rest(of data: JSON) -> JSON? {
    let left = (data.members ?? []).compactMap { member -> (String, JSON)? in
      let inner = columns.filter { $0.keys[0] == member.key }
      guard let first = inner.first else { return (member.key, member.value) }
      guard first.keys.count > 1, let members = member.value.members else { return nil }
      let unknown = members.filter { member in !inner.contains { $0.keys[1] == member.key } }
      return unknown.isEmpty ? nil : (member.key, .members(unknown))
    }
    return left.isEmpty ? nil : .object(left)
  }
}
