import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// Takes pushes: each is stored whole, once, before it is answered.
///
/// A device numbers its pushes. `last` and the answer to it are stored with the records, in one transaction, so that a push that is sent
/// again is answered again and changes nothing, and a device or a server that was put back to an older state shows in one number.
struct PushStore: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores a push and returns its answer, as JSON. Throws 409 when its number isn't the next one.
  func push(_ request: PushRequest, owner: Owner) async throws -> [UInt8] {
    try await database.commits.write { db in
      try owner.requireToken(db)
      let last = try PushStore.last(of: request.device, owner: owner, db)
      if let last, last.number == request.number, last.sha256 == request.sha256 {
        return Array(try PushStore.answer(of: request.device, owner: owner, db))
      }
      let expected = (last?.number ?? 0) + 1
      guard request.number == expected else { throw try rewound(request, last: expected - 1, owner: owner, db) }
      if last == nil { try makeRoomForDevice(owner: owner, db) }
      return try store(request, owner: owner, db)
    }
  }

  /// A device's last push.
  struct LastPush: Sendable {
    /// Its number, from 1.
    let number: Int64
    /// SHA-256 of its unpacked body.
    let sha256: Data
  }

  /// The last push of a device that was stored, `nil` when there was none.
  func lastPush(of device: String, owner: Owner) async throws -> LastPush? {
    try await database.pool.read { db in try PushStore.last(of: device, owner: owner, db) }
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
      case .failure(let rejected): answer.rejected.append(rejected.rejection.json(kind: rejected.kind, id: rejected.id))
      case .success(let record):
        switch try writer.apply(record) {
        case .accepted: answer.accepted += 1
        case .superseded(let winner): answer.superseded.append(winner)
        case .restamped(let hlc):
          answer.accepted += 1
          answer.restamped.append(
            .object([("kind", .string(record.kind)), ("id", .string(record.id)), ("hlc", .string(String(hlc)))]))
        }
      }
    }
    try writer.finish()
    let bytes = answer.bytes(push: request.number, limits: limits)
    // It is kept. Half as many records have half as many reasons.
    guard bytes.count <= 4 * limits.maxPushAnswerBytes else {
      throw Refusal.tooLarge("the answer to this push is too long: send fewer records")
    }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO device(owner, dev, last, sha256, answer, seen_at_ms) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT(owner, dev) DO UPDATE SET
          last = excluded.last, sha256 = excluded.sha256, answer = excluded.answer, seen_at_ms = excluded.seen_at_ms
        """)
    try statement.execute(arguments: [owner.number, request.device, request.number, request.sha256, Data(bytes), writer.nowMs])
    return bytes
  }

  /// Forgets the device that was away longest for a new one when there are as many as may be. Throws 403 when all were here lately.
  private func makeRoomForDevice(owner: Owner, _ db: Database) throws {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM device WHERE owner = ?", arguments: [owner.number]) ?? 0
    guard count >= limits.maxDevices else { return }
    try db.execute(
      sql: """
        DELETE FROM device WHERE owner = ?1 AND dev = (
          SELECT dev FROM device WHERE owner = ?1 AND seen_at_ms < ?2 ORDER BY seen_at_ms LIMIT 1)
        """, arguments: [owner.number, now() - limits.deviceMemoryMs])
    guard db.changesCount > 0 else {
      throw Refusal(.forbidden, "too_many_devices", "this account has \(count) devices already")
    }
  }

  /// Returns the refusal for an unexpected push number. A number used for other bytes, or below the last: the device
  /// was restored to an older state. One beyond the next: the server was.
  private func rewound(_ request: PushRequest, last: Int64, owner: Owner, _ db: Database) throws -> Refusal {
    let details = [JSON.Member("last", JSON(last)), JSON.Member("epoch", .string(try Epochs.current(db, owner: owner.number)))]
    return request.number <= last
      ? Refusal(.conflict, "device_rewound", "push \(request.number) of this device was another one", details: details)
      : Refusal(.conflict, "server_rewound", "the server's last push of this device is \(last)", details: details)
  }
}
