import Postgres

/// Writes one owner's records into PostgreSQL: the facts are read in one round trip, decided on, and the outcome is written in another.
///
/// The owner's row is locked from `facts` on, so that nothing of theirs changes in between. Apply records in order, then run `queries`.
struct PostgresRecordWriter {
  /// A record of a kind.
  private struct Key: Hashable {
    let kind: String
    let id: String
  }

  /// The stored facts about a record.
  private struct Known {
    var version: RecordVersion
    /// The bytes that count for it.
    var bytes: Int64
    /// Its index in `written`; `nil` = it is as the database has it.
    var index: Int?
  }

  /// A record to be written.
  private struct Written {
    let record: PushedRecord
    let version: RecordVersion
    let seq: Int64
  }

  /// The result of applying a record. The data of a superseding one in the database aren't known yet.
  enum Outcome {
    case done(PushResult.Outcome)
    case superseded(by: RecordVersion)
  }

  /// The server's time; see `ServerClock.time(_:stored:)`.
  let nowMs: Int64
  /// The owner's epoch before.
  let epoch: String
  /// The epoch that this write belongs to.
  private let currentEpoch: String
  /// Whether the tables are distributed, and the owner's rows are on one node.
  private let isOnANode: Bool
  private let owner: Owner
  private let limits: BackendLimits
  private let shareBefore: Share
  private var share: Share
  private let seqBefore: Int64
  private var seq: Int64
  private var known: [Key: Known] = [:]
  private var written: [Written] = []

  /// The statements that lock the owner and read the facts about records; their rows go to `init`.
  ///
  /// - Parameter connection: where they are run. Where the tables are distributed, the epoch is that of the node that has the owner's rows.
  static func facts(_ owner: Owner, _ records: [PushedRecord], on connection: PostgresConnection) -> [PostgresConnection.Query] {
    [
      .init(connection.isDistributed ? ownerOnANode : ownerRow, [.text(owner.id)]),
      .init("SELECT count(*), \(PostgresMoveMark.isSet) FROM token WHERE sha256 = $1", [.bytes(owner.token)]),
      // LIMIT makes it one look into the index for each, whatever the planner believes of the table.
      .init(
        """
        SELECT k.n, r.hlc, r.dev, coalesce(octet_length(r.body), 0)
        FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS k(kind, id, n),
          LATERAL (SELECT hlc, dev, body FROM rec WHERE rec.owner = $1 AND rec.kind = k.kind AND rec.id = k.id LIMIT 1) r
        """, [.text(owner.id), .texts(records.lazy.map(\.kind)), .texts(records.lazy.map(\.id))]),
    ]
  }

  private static let ownerRow = "SELECT seq, now_ms, bytes, records, epoch FROM owner WHERE id = $1 FOR NO KEY UPDATE"
  private static let ownerOnANode =
    "SELECT seq, now_ms, bytes, records, epoch, \(PostgresEpochs.incarnation) FROM owner WHERE id = $1 FOR NO KEY UPDATE"

  /// A writer from the facts. Throws when the owner was deleted meanwhile, or the token of the request was revoked.
  init(
    _ facts: ArraySlice<PostgresRows>, owner: Owner, records: [PushedRecord], on connection: PostgresConnection, limits: BackendLimits,
    nowMs: Int64
  ) throws {
    let (row, token, stored) = (facts[facts.startIndex], facts[facts.startIndex + 1], facts[facts.startIndex + 2])
    if token.integer(0, 1) == 1 { throw StoreError.moved }
    guard row.count == 1, owner.token == nil || token.integer(0, 0) == 1 else { throw StoreError.unauthorized }
    self.owner = owner
    self.limits = limits
    isOnANode = connection.isDistributed
    seqBefore = row.integer(0, 0) ?? 0
    seq = seqBefore
    self.nowMs = ServerClock.time(nowMs, stored: row.integer(0, 1) ?? 0)
    shareBefore = Share(bytes: row.integer(0, 2) ?? 0, records: row.integer(0, 3) ?? 0)
    share = shareBefore
    self.epoch = row.text(0, 4) ?? ""
    guard let current = connection.epoch ?? row.text(0, 5).map({ PostgresEpochs.epoch(ofNode: $0) }) else {
      throw PostgresError("XX000", "PostgreSQL has no identity")
    }
    currentEpoch = CursorRule.epochName(of: current, owner: owner.id)
    for n in 0..<stored.count {
      guard let place = stored.integer(n, 0), records.indices.contains(Int(place) - 1) else { continue }
      let record = records[Int(place) - 1]
      known[Key(kind: record.kind, id: record.id)] = Known(
        version: RecordVersion(hlc: stored.integer(n, 1) ?? 0, device: stored.text(n, 2) ?? ""),
        bytes: Share.bytes(ofRecord: record.id, body: nil) + (stored.integer(n, 3) ?? 0))
    }
  }

  /// Throws when so many more bytes could exceed the quota.
  func requireRoom(forBytes count: Int64) throws(StoreError) { try shareBefore.requireRoom(forBytes: count, limits: limits) }

  /// Throws when there is more than may be, and more than before.
  func requireRoom() throws(StoreError) { try share.requireRoom(since: shareBefore, limits: limits) }

  /// Decides on one record.
  mutating func apply(_ record: PushedRecord) -> Outcome {
    let key = Key(kind: record.kind, id: record.id)
    let stored = known[key]
    switch RecordVerdict(record.version, over: stored?.version, nowMs: nowMs, maxSkewMs: limits.maxSkewMs) {
    case .known: return .done(.known)
    case .superseded:
      guard let stored else { return .done(.known) }
      guard let index = stored.index else { return .superseded(by: stored.version) }
      let winner = written[index]
      let body = winner.record.body.map { String(decoding: $0, as: UTF8.self) }
      return .done(.superseded(StoredRecord(kind: record.kind, id: record.id, version: winner.version, body: body)))
    case .stored:
      write(record, version: record.version, key, over: stored)
      return .done(.stored)
    case .restamped(let hlc):
      write(record, version: RecordVersion(hlc: hlc, device: record.version.device), key, over: stored)
      return .done(.restamped(hlc: hlc))
    }
  }

  /// The statements that write the outcome. `answerBytes`: bytes that the answers of the owner's devices grow by.
  func queries(answerBytes: Int64 = 0) -> [PostgresConnection.Query] {
    var queries: [PostgresConnection.Query] = []
    let last = written.enumerated().filter { known[Key(kind: $1.record.kind, id: $1.record.id)]?.index == $0 }.map(\.element)
    if !last.isEmpty { queries.append(upsert(last)) }
    if epoch != currentEpoch {
      // One that was closed and is open once more, as when servers see the tables before and after they were distributed, has a new end.
      queries.append(
        .init(
          """
          INSERT INTO owner_epoch(owner, epoch, closed_at) VALUES ($1, $2, $3)
          ON CONFLICT(owner, epoch) DO UPDATE SET closed_at = excluded.closed_at
          """, [.text(owner.id), .text(epoch), .integer(seqBefore)]))
    }
    queries.append(
      .init(
        "UPDATE owner SET seq = $2, now_ms = $3, bytes = $4, records = $5, epoch = $6 WHERE id = $1",
        [
          .text(owner.id), .integer(seq), .integer(nowMs), .integer(share.bytes + answerBytes), .integer(share.records),
          .text(currentEpoch),
        ]))
    return queries
  }

  // MARK: -

  private mutating func write(_ record: PushedRecord, version: RecordVersion, _ key: Key, over stored: Known?) {
    seq += 1
    let bytes = Share.bytes(ofRecord: record.id, body: record.body)
    share.bytes += bytes - (stored?.bytes ?? 0)
    if stored == nil { share.records += 1 }
    known[key] = Known(version: version, bytes: bytes, index: written.count)
    written.append(Written(record: record, version: version, seq: seq))
  }

  /// Each record once: a statement can't change a row twice.
  private func upsert(_ rows: [Written]) -> PostgresConnection.Query {
    .init(
      isOnANode ? PostgresRecordWriter.upsertOnANode : PostgresRecordWriter.upsert,
      [
        .text(owner.id), .texts(rows.lazy.map(\.record.kind)), .texts(rows.lazy.map(\.record.id)), .integers(rows.map(\.version.hlc)),
        .texts(rows.lazy.map(\.version.device)), .texts(rows.map(\.record.body)), .integers(rows.map(\.seq)),
        .integers(rows.map { $0.record.body == nil ? nowMs : nil }),
      ])
  }

  private static let upsert = upsert("SELECT $1::uuid, * FROM \(columns)")
  /// Read beside the owner's row, the records are inserted by its node. From arrays alone, Citus would copy them to the nodes, and commit in two phases.
  private static let upsertOnANode = upsert("SELECT owner.id, new.* FROM owner, \(columns) AS new WHERE owner.id = $1")
  private static let columns = "unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])"

  private static func upsert(_ rows: String) -> String {
    """
    INSERT INTO rec(owner, kind, id, hlc, dev, body, seq, deleted_at_ms)
    \(rows)
    ON CONFLICT (owner, kind, id) DO UPDATE SET
      hlc = excluded.hlc, dev = excluded.dev, body = excluded.body, seq = excluded.seq, deleted_at_ms = excluded.deleted_at_ms
    WHERE (excluded.hlc, excluded.dev) > (rec.hlc, rec.dev)
    """
  }
}
