import Foundation
import Testing

/// The records of a backend's only user in PostgreSQL, once the faults have stopped.
struct StoredRows {
  private let ids: [String]
  /// The owner's counters, and whether their bytes agree with the rows.
  private let owner: String

  init(_ shell: PostgresShell) throws {
    ids = try shell.query("SELECT id FROM rec").split(separator: "\n").map(String.init)
    owner = try shell.query(
      """
      SELECT seq, records, (SELECT count(DISTINCT rec.seq) FROM rec),
        bytes = (SELECT sum(octet_length(body) + octet_length(id) + 100) FROM rec)
          + (SELECT sum(octet_length(answer) + 100) FROM device) FROM owner
      """
    ).trimmingCharacters(in: .newlines)
  }

  /// Requires that every acknowledged record is there once, and none that wasn't pushed. Returns how many were acknowledged.
  func require(_ pushed: [PushTraffic.Device]) throws -> Int {
    let there = Set(ids)
    let acknowledged = pushed.flatMap(\.acknowledged)
    let missing = acknowledged.filter { !there.contains($0) }
    try #require(missing.isEmpty, "\(missing.count) acknowledged records are gone: \(missing.prefix(3))")
    // A push of unknown fate may have been stored, and nothing else may.
    let known = Set(pushed.flatMap { $0.acknowledged + $0.unknown })
    try #require(there.isSubset(of: known) && there.count == ids.count)
    try #require(owner == "\(ids.count)|\(ids.count)|\(ids.count)|t", "\(owner), \(ids.count) rows")
    return acknowledged.count
  }
}
