/// Puts together the SQL that turns rows of a synced table into records' JSON and back.
struct RecordSQL: Sendable, Hashable {
  /// The table's name.
  let table: String
  /// Its primary key.
  let key: String
  /// Its other columns, in the order of the record's JSON.
  let columns: [SyncedColumn]

  /// SQL for the record's JSON of the row called `row` (a table's name or alias), compact and on one line.
  ///
  /// Keys come in the order of `columns`. Those of `extra` come before them, in the objects they came from.
  func json(of row: String) -> String {
    let merged = object(from: row) { group, members in
      let path = group.map { "$.\($0)" } ?? "$"
      let unknown = group.map { "json_extract(x,'$.\($0)')" } ?? "json_remove(x\(groups.map { ",'$.\($0)'" }.joined()))"
      // Text, not json_patch: a patch takes a null for "remove". The unknown ones first, so that the known are written but once.
      let start =
        "CASE WHEN json_type(x,'\(path)') = 'object' AND \(unknown) <> '{}' THEN substr(\(unknown),1,length(\(unknown))-1) || ',' ELSE '{' END"
      return "json(\(start) || substr(json_object(\(members)),2))"
    }
    return """
      CASE WHEN \(row).extra IS NULL THEN \(plainJSON(of: row))
      ELSE (SELECT \(merged) FROM (SELECT \(unknown(in: "\(row).extra")) AS x)) END
      """
  }

  /// SQL for the record's JSON of a row whose `extra` is NULL.
  private func plainJSON(of row: String) -> String { object(from: row) { _, members in "json_object(\(members))" } }

  /// `SELECT` of one record's JSON if it has nothing from a newer schema: a fifth of the text of `select`, so that SQLite prepares it faster.
  var selectPlain: String { "SELECT \(plainJSON(of: table)) FROM \(table) WHERE \(key) = ?1 AND extra IS NULL" }

  /// `SELECT` of one record's JSON.
  var select: String { "SELECT \(json(of: table)) FROM \(table) WHERE \(key) = ?1" }

  /// The statement that writes a record.
  var apply: String {
    let names = columns.map(\.name) + ["extra"]
    let values = columns.map { "json_extract(?1,'\($0.path)')" } + [unknown(in: "?1")]
    return """
      INSERT INTO \(table)(\(key), \(names.joined(separator: ", ")))
      SELECT ?2, \(values.joined(separator: ", "))
      WHERE json_type(?1) = 'object' AND \(columns.map { $0.fits(in: "?1") }.joined(separator: " AND "))
      ON CONFLICT(\(key)) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }

  /// The objects inside the record, in order.
  private var groups: [String] {
    columns.reduce(into: []) { groups, column in
      if let group = column.group, !groups.contains(group) { groups.append(group) }
    }
  }

  /// The record as an expression: `make` builds each object (`nil` = the record itself) from its members.
  private func object(from row: String, make: (_ group: String?, _ members: String) -> String) -> String {
    var members: [String] = []
    var done: [String] = []
    for column in columns {
      guard let group = column.group else {
        members.append("'\(column.keys[0])',\(column.encoded(from: row))")
        continue
      }
      guard !done.contains(group) else { continue }
      done.append(group)
      let inner = columns.filter { $0.group == group }.map { "'\($0.keys[1])',\($0.encoded(from: row))" }
      members.append("'\(group)',\(make(group, inner.joined(separator: ",")))")
    }
    return make(nil, members.joined(separator: ","))
  }

  /// SQL for the members of the JSON object `json` other than the known values: an object, or NULL if there are none.
  private func unknown(in json: String) -> String {
    let known = columns.map { "'\($0.path)'" }.joined(separator: ",")
    // A group without members left, or that never was an object, goes too. The first column's path is gone already: removing it again
    // is how to remove nothing.
    let emptied = groups.map { group in
      """
      ,CASE WHEN json_type(rest,'$.\(group)') = 'object' AND json_extract(rest,'$.\(group)') <> '{}' \
      THEN '\(columns[0].path)' ELSE '$.\(group)' END
      """
    }
    return "(SELECT nullif(json_remove(rest\(emptied.joined())),'{}') FROM (SELECT json_remove(\(json),\(known)) AS rest))"
  }
}
