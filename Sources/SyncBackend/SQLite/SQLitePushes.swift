import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// Takes pushes into SQLite: each is stored whole, once, before it is answered.
struct SQLitePushes: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores a push and returns its answer, as JSON. Throws when its number isn't the next one.
  func push(_ request: PushRequest, owner: Owner) async throws -> [UInt8] {
    try await database.commits.write { db in
      try owner.requireToken(db)
      let last = try SQLitePushes.last(of: request.device, owner: owner, db)
      switch PushLedger.finding(number: request.number, sha256: request.sha256, after: last) {
      case .again: return Array(try SQLitePushes.answer(of: request.device, owner: owner, db))
      case .rewound(let rewind, let last):
        throw StoreError.rewound(rewind, last: last, epoch: try Epochs.current(db, owner: owner.number))
      case .next(let isFirst):
        if isFirst { try makeRoomForDevice(owner: owner, db) }
        return try store(request, owner: owner, db)
      }
    }
  }

  /// The last push of a device that was stored, `nil` when there was none.
  func lastPush(of device: String, owner: Owner) async throws -> LastPush? {
    try await database.pool.read { db in try SQLitePushes.last(of: device, owner: owner, db) }
  }

  // MARK: -

  private static func last(of device: String, owner: Owner, _ db: Database) throws -> LastPush? {
    let statement = try db.cachedStatement(sql: "SELECT last, sha256 FROM device WHERE owner = ? AND dev = ?")
    return try Row.fetchOne(statement, arguments: [owner.number, device]).map { try LastPush(number: $0.value(0), sha256: $0.value(1)) }
  }

  private static func answer(of device: String, owner: Owner, _ db: Database) throws -> Data {
    try Data.fetchOne(db, sql: "SELECT answer FROM device WHERE owner = ? AND dev = ?", arguments: [owner.number, device]) ?? Data()
  }

  private func store(_ request: PushRequest, owner: Owner, _ db: Database) throws -> [UInt8] {
    var writer = try RecordWriter(db, owner: owner, limits: limits, nowMs: now())
    try writer.requireRoom(forBytes: request.putBytes)
    var answer = PushResult()
    for record in request.records {
      switch record {
      case .failure(let rejected): answer.add(rejected)
      case .success(let record): answer.add(try writer.apply(record), of: record)
      }
    }
    try writer.finish()
    let bytes = try answer.kept(push: request.number, limits: limits)
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO device(owner, dev, last, sha256, answer, seen_at_ms) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT(owner, dev) DO UPDATE SET
          last = excluded.last, sha256 = excluded.sha256, answer = excluded.answer, seen_at_ms = excluded.seen_at_ms
        """)
    try statement.execute(arguments: [owner.number, request.device, request.number, request.sha256, Data(bytes), writer.nowMs])
    return bytes
  }

  /// Forgets the device that was away longest for a new one when there are as many as may be. Throws when all were here lately.
  private func makeRoomForDevice(owner: Owner, _ db: Database) throws {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM device WHERE owner = ?", arguments: [owner.number]) ?? 0
    guard count >= limits.maxDevices else { return }
    try db.execute(
      sql: """
        DELETE FROM device WHERE owner = ?1 AND dev = (
          SELECT dev FROM device WHERE owner = ?1 AND seen_at_ms < ?2 ORDER BY seen_at_ms LIMIT 1)
        """, arguments: [owner.number, now() - limits.deviceMemoryMs])
    guard db.changesCount > 0 else { throw StoreError.tooManyDevices(count) }
  }
}

extension Owner {
  /// Throws when the token was revoked after it was shown. To be called in the transaction that writes.
  func requireToken(_ db: Database) throws {
    guard let token else { return }
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM token WHERE sha256 = ?")
    guard try Bool.fetchOne(statement, arguments: [token]) == true else { throw StoreError.unauthorized }
  }
}
