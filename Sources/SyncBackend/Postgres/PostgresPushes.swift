import FoundationEssentials
import Postgres

/// Takes pushes and single meals into PostgreSQL: one transaction of two round trips each.
struct PostgresPushes: Sendable {
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores a push and returns its answer, as JSON. Throws when its number isn't the next one.
  func push(_ request: PushRequest, owner: Owner, _ connection: PostgresConnection) throws -> [UInt8] {
    let records = request.records.compactMap { try? $0.get() }
    // The device's row is read after the owner's is locked: what another push has stored meanwhile is seen.
    let facts = try connection.run(
      [.init("BEGIN")] + PostgresRecordWriter.facts(owner, records, on: connection)
        + [.init("SELECT last, sha256, octet_length(answer) FROM device WHERE owner = $1 AND dev = $2", key(request, owner))])
    let device = facts[facts.count - 1]
    var writer = try PostgresRecordWriter(
      facts[1...], owner: owner, records: records, on: connection, limits: limits, nowMs: now())
    var freed: Int64 = 0
    switch PushLedger.finding(number: request.number, sha256: request.sha256, after: PostgresPushes.last(device)) {
    case .again:
      let answer = try connection.run("SELECT answer FROM device WHERE owner = $1 AND dev = $2", key(request, owner)).bytes(0, 0)
      try connection.run("COMMIT")
      return answer ?? []
    case .rewound(let rewind, let last): throw StoreError.rewound(rewind, last: last, epoch: writer.epoch)
    case .next(let isFirst):
      if isFirst { freed = try makeRoomForDevice(owner: owner, connection) }
    }
    try writer.requireRoom(forBytes: Int64(request.putBytes))
    let answer = try answer(to: request, &writer, owner: owner, connection)
    try writer.requireRoom()
    let bytes = try answer.kept(push: request.number, limits: limits)
    // A new device's row counts as well.
    let stored = device.count == 1 ? device.integer(0, 2) ?? 0 : -Share.bytesPerRow
    let keep = PostgresConnection.Query(
      """
      INSERT INTO device(owner, dev, last, sha256, answer, seen_at_ms) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT(owner, dev) DO UPDATE SET
        last = excluded.last, sha256 = excluded.sha256, answer = excluded.answer, seen_at_ms = excluded.seen_at_ms
      """,
      key(request, owner) + [.integer(request.number), .bytes(request.sha256), .bytes(bytes), .integer(writer.nowMs)])
    _ = try connection.run(
      writer.queries(answerBytes: Int64(bytes.count) - stored - freed) + [keep, .init("COMMIT")])
    return bytes
  }

  /// Stores a meal. Returns whether it was new; see `BackendStore.log(_:owner:)`.
  func log(_ meal: PushedRecord, owner: Owner, _ connection: PostgresConnection) throws -> Bool {
    let facts = try connection.run([.init("BEGIN")] + PostgresRecordWriter.facts(owner, [meal], on: connection))
    var writer = try PostgresRecordWriter(
      facts[1...], owner: owner, records: [meal], on: connection, limits: limits, nowMs: now())
    let stored = try connection.run(
      "SELECT body FROM rec WHERE owner = $1 AND kind = $2 AND id = $3", [.text(owner.id), .text(meal.kind), .text(meal.id)])
    if stored.count == 1, let body = stored.bytes(0, 0), body.elementsEqual(meal.body ?? []) { return false }
    switch writer.apply(meal) {
    case .superseded, .done(.known), .done(.superseded): return false
    case .done(.stored), .done(.restamped):
      try writer.requireRoom()
      _ = try connection.run(writer.queries() + [.init("COMMIT")])
      return true
    }
  }

  /// The last push of a device that was stored, `nil` when there was none.
  func lastPush(of device: String, owner: Owner, _ connection: PostgresConnection) throws -> LastPush? {
    PostgresPushes.last(
      try connection.run("SELECT last, sha256 FROM device WHERE owner = $1 AND dev = $2", [.text(owner.id), .text(device)]))
  }

  // MARK: -

  private func key(_ request: PushRequest, _ owner: Owner) -> [PostgresValue] { [.text(owner.id), .text(request.device)] }

  private static func last(_ rows: PostgresRows) -> LastPush? {
    guard rows.count == 1, let number = rows.integer(0, 0), let sha256 = rows.bytes(0, 1) else { return nil }
    return LastPush(number: number, sha256: Data(sha256))
  }

  /// Applies all records. Those that lost against a stored one are read in a round trip of their own.
  private func answer(
    to request: PushRequest, _ writer: inout PostgresRecordWriter, owner: Owner, _ connection: PostgresConnection
  ) throws -> PushResult {
    var outcomes: [(record: PushedRecord, outcome: PostgresRecordWriter.Outcome)] = []
    var answer = PushResult()
    for record in request.records {
      switch record {
      case .failure(let rejected): answer.add(rejected)
      case .success(let record): outcomes.append((record, writer.apply(record)))
      }
    }
    var winners = try bodies(
      of: outcomes.compactMap { if case .superseded = $0.outcome { $0.record } else { nil } }, owner: owner, connection
    ).makeIterator()
    for (record, outcome) in outcomes {
      switch outcome {
      case .done(let outcome): answer.add(outcome, of: record)
      case .superseded(let version):
        let body = winners.next() ?? nil
        answer.add(.superseded(StoredRecord(kind: record.kind, id: record.id, version: version, body: body)), of: record)
      }
    }
    return answer
  }

  /// The data of stored records, in their order; `nil` for a deletion.
  private func bodies(of records: [PushedRecord], owner: Owner, _ connection: PostgresConnection) throws -> [String?] {
    guard !records.isEmpty else { return [] }
    let rows = try connection.run(
      """
      SELECT r.body FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS k(kind, id, n),
        LATERAL (SELECT body FROM rec WHERE rec.owner = $1 AND rec.kind = k.kind AND rec.id = k.id LIMIT 1) r ORDER BY k.n
      """, [.text(owner.id), .texts(records.lazy.map(\.kind)), .texts(records.lazy.map(\.id))])
    return (0..<rows.count).map { rows.text($0, 0) }
  }

  /// Forgets the device that was away longest for a new one when there are as many as may be. Returns the bytes that counted for
  /// it. Throws when all were here lately.
  private func makeRoomForDevice(owner: Owner, _ connection: PostgresConnection) throws -> Int64 {
    let count = try connection.run("SELECT count(*) FROM device WHERE owner = $1", [.text(owner.id)]).integer(0, 0) ?? 0
    guard count >= limits.maxDevices else { return 0 }
    let gone = try connection.run(
      """
      DELETE FROM device WHERE owner = $1 AND dev = (
        SELECT dev FROM device WHERE owner = $1 AND seen_at_ms < $2 ORDER BY seen_at_ms LIMIT 1)
      RETURNING octet_length(answer)
      """, [.text(owner.id), .integer(now() - limits.deviceMemoryMs)])
    guard gone.count == 1 else { throw StoreError.tooManyDevices(Int(count)) }
    return (gone.integer(0, 0) ?? 0) + Share.bytesPerRow
  }
}
