import GRDB

/// Rows as records and back, in SQLite alone.
extension SyncedTable {
  /// SQL for the record's JSON of the row called `row` (a table's name or alias), compact and on one line.
  ///
  /// Keys come in the order of `columns`. Those of `extra` stand before them, in the objects they came from.
  package func json(of row: String) -> String {
    let plain = object(from: row) { _, members in "json_object(\(members))" }
    let merged = object(from: row) { group, members in
      let path = group.map { "$.\($0)" } ?? "$"
      let unknown = group.map { "json_extract(x,'$.\($0)')" } ?? "json_remove(x\(groups.map { ",'$.\($0)'" }.joined()))"
      // Text, not json_patch: a patch takes a null for "remove". The unknown ones first, so that the known are written but once.
      let start =
        "CASE WHEN json_type(x,'\(path)') = 'object' AND \(unknown) <> '{}' THEN substr(\(unknown),1,length(\(unknown))-1) || ',' ELSE '{' END"
      return "json(\(start) || substr(json_object(\(members)),2))"
    }
    return """
      CASE WHEN \(row).extra IS NULL THEN \(plain)
      ELSE (SELECT \(merged) FROM (SELECT \(unknown(in: "\(row).extra")) AS x)) END
      """
  }

  /// `SELECT` of one record's JSON; `?1` is the id. No row if there is none.
  package var selectJSON: String { "SELECT \(json(of: name)) FROM \(name) WHERE \(key) = ?1" }

  /// The statement that writes a record's JSON (`?1`) into the row of an id (`?2`), new or not.
  ///
  /// It writes nothing if a value is missing that must be there, or one has a type that doesn't fit; a value out of range fails by the
  /// table's CHECKs.
  package var applyJSON: String {
    let names = columns.map(\.name) + ["extra"]
    let values = columns.map { "json_extract(?1,'\($0.path)')" } + [unknown(in: "?1")]
    return """
      INSERT INTO \(name)(\(key), \(names.joined(separator: ", ")))
      SELECT ?2, \(values.joined(separator: ", "))
      WHERE json_type(?1) = 'object' AND \(columns.map { $0.fits(in: "?1") }.joined(separator: " AND "))
      ON CONFLICT(\(key)) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }

  /// The record's JSON, `nil` if there is no such row.
  package func json(of id: String, in db: Database) throws -> String? {
    try String.fetchOne(db.cachedStatement(sql: selectJSON), arguments: [id])
  }

  /// Writes a record's JSON into its row; keys that this version doesn't know go to `extra`.
  ///
  /// The JSON must be as `JSON.text` writes it (no needless escapes in keys). The triggers see the write as any other, so a caller that
  /// applies what came from the backend sets `sync_state.applying` first.
  /// - Returns: `false` if the table refuses the record (a value is missing, of another type or out of range); nothing is written then.
  package func apply(_ json: String, to id: String, in db: Database) throws -> Bool {
    do {
      let statement = try db.cachedStatement(sql: applyJSON)
      try statement.execute(arguments: [json, id])
      return db.changesCount > 0
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_MISMATCH || error.message == "malformed JSON"
    {
      return false
    }
  }

  /// Deletes a row; nothing happens if there is none.
  package func delete(_ id: String, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(key) = ?1").execute(arguments: [id])
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
    var done: Set<String> = []
    for column in columns {
      guard let group = column.group else {
        members.append("'\(column.keys[0])',\(column.encoded(from: row))")
        continue
      }
      guard done.insert(group).inserted else { continue }
      let inner = columns.filter { $0.group == group }.map { "'\($0.keys[1])',\($0.encoded(from: row))" }
      members.append("'\(group)',\(make(group, inner.joined(separator: ",")))")
    }
    return make(nil, members.joined(separator: ","))
  }

  /// SQL for what is in the JSON object `json` besides the known values: an object, or NULL if there is nothing.
  private func unknown(in json: String) -> String {
    let known = columns.map { "'\($0.path)'" }.joined(separator: ",")
    // A group that is left without members, or never was an object, goes too; '\(columns[0].path)' is gone already and stands for "nothing".
    let emptied = groups.map { group in
      ",CASE WHEN json_type(rest,'$.\(group)') = 'object' AND json_extract(rest,'$.\(group)') <> '{}' THEN '\(columns[0].path)' ELSE '$.\(group)' END"
    }
    return "(SELECT nullif(json_remove(rest\(emptied.joined())),'{}') FROM (SELECT json_remove(\(json),\(known)) AS rest))"
  }
}
