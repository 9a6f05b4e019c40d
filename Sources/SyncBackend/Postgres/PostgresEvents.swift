import Postgres

/// Stores usage events of apps that their users chose to send, in PostgreSQL.
enum PostgresEvents {
  /// Stores the lines that aren't there yet, of which each is known by its place.
  static func store(
    _ portion: EventPortion, owner: Owner, limits: BackendLimits, nowMs: Int64, _ connection: PostgresConnection
  ) throws -> EventOutcome {
    let facts = try connection.run([.init("BEGIN")] + PostgresRecordWriter.facts(owner, [], on: connection))
    let writer = try PostgresRecordWriter(
      facts[1...], owner: owner, records: [], on: connection, limits: limits, nowMs: nowMs)
    try writer.requireRoom(forBytes: portion.bytes)
    let events = portion.events
    let added = try connection.run(
      """
      INSERT INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms)
      SELECT $1::uuid, $2::text, $3::bigint, t.*, $4::bigint FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::text[]) AS t
      ON CONFLICT DO NOTHING RETURNING octet_length(body)
      """,
      [
        .text(owner.id), .text(portion.place.device), .integer(portion.place.file), .integer(nowMs), .integers(events.map(\.offset)),
        .integers(events.map(\.atMs)), .texts(events.lazy.map(\.name)), .texts(events.lazy.map(\.body)),
      ])
    let bytes = (0..<added.count).reduce(0) { $0 + (added.integer($1, 0) ?? 0) + Share.bytesPerRow }
    _ = try connection.run([
      .init("UPDATE owner SET bytes = bytes + $2 WHERE id = $1", [.text(owner.id), .integer(bytes)]), .init("COMMIT"),
    ])
    return EventOutcome(accepted: events.count, skipped: portion.skipped)
  }

  /// An owner's events after a place; see `BackendStore.events(of:after:most:)`.
  static func some(of owner: Owner, after place: EventPlace?, most: Int, _ connection: PostgresConnection) throws -> [StoredEvent] {
    let rows = try connection.run(
      """
      SELECT dev, file, "offset", received_at_ms, body FROM event WHERE owner = $1 AND (dev, file, "offset") > ($2, $3, $4)
      ORDER BY dev, file, "offset" LIMIT $5
      """,
      [
        .text(owner.id), .text(place?.device ?? ""), .integer(place?.file ?? -1), .integer(place?.offset ?? -1), .integer(Int64(most)),
      ])
    return (0..<rows.count).map { n in
      StoredEvent(
        place: EventPlace(device: rows.text(n, 0) ?? "", file: rows.integer(n, 1) ?? 0, offset: rows.integer(n, 2) ?? 0),
        receivedAtMs: rows.integer(n, 3) ?? 0, body: rows.text(n, 4) ?? "")
    }
  }
}
