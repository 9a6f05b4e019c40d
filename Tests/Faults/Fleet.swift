import Foundation
import TestSupport
import Testing

/// A person's devices and their backend, and what must be true of them once the faults have stopped: the invariant of `docs/faults.md`.
struct Fleet {
  let devices: [Household]
  private let database: String
  private let sql: String

  /// Devices of `hsync-backend`.
  init(_ devices: [Household], _ backend: RunningBackend) {
    self.init(devices, database: backend.database, sql: Agreement.liveRecords)
  }

  /// Devices of a backend whose file is read by `sql`, as `Agreement` does.
  init(_ devices: [Household], database: String, sql: String) {
    self.devices = devices
    self.database = database
    self.sql = sql
  }

  /// Syncs each device, at most three times: until none has anything more to say.
  ///
  /// - Returns: how often that took.
  @discardableResult
  func settle() throws -> Int {
    for round in 1...3 {
      var moved = 0
      for device in devices {
        let run = try device.hsync.run("sync", "--json")
        try #require(run.status == 0, "sync ended with \(run.status): \(run.err)")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
        moved += report.records
      }
      if moved == 0 { return round }
    }
    return 3
  }

  /// Throws unless backend and devices hold the same live records, nothing waits or is in flight, and every file is sound.
  ///
  /// - Parameter ledger: What was edited; every edit must be there, or a newer one of the same record.
  /// - Returns: the number of live records.
  @discardableResult
  func requireInvariant(_ ledger: Ledger? = nil) throws -> Int {
    let live = try Agreement.require(database: database, sql: sql, devices.map(\.library))
    for device in devices { try ledger?.requireAll(in: device) }
    for table in ["meal", "weight"] {
      let rows = try devices.map { try $0.sqlite("SELECT * FROM \(table) ORDER BY id").out }
      for other in rows { try #require(other == rows[0], "two devices' \(table) rows differ") }
    }
    return live
  }

  private struct Report: Decodable { let records: Int }
}

/// A record of the user's edits, kept independently of hsync: for each record the number of the last edit, or that it was deleted.
struct Ledger {
  /// Meals' energy and weights in whole kcal and kg, by `kind/id`; `nil` = deleted.
  private(set) var last: [String: Int?] = [:]
  /// Edits so far.
  private(set) var edits = 0

  /// The live ones' ids of a kind.
  func live(_ kind: String) -> [String] {
    last.compactMap { $0.value != nil && $0.key.hasPrefix(kind + "/") ? String($0.key.dropFirst(kind.count + 1)) : nil }.sorted()
  }

  /// Notes an edit; `nil` = a deletion.
  mutating func note(_ kind: String, _ id: String, _ value: Int?) {
    last["\(kind)/\(id)"] = .some(value)
    edits += 1
  }

  /// Throws unless the device holds exactly what was done last.
  func requireAll(in device: Household) throws {
    let found = try device.sqlite(
      "SELECT 'meal/' || id, CAST(energy_kcal AS INTEGER) FROM meal UNION ALL SELECT 'weight/' || id, CAST(kg AS INTEGER) FROM weight"
    ).lines
    let expected = last.compactMap { key, value in value.map { "\(key)|\($0)" } }
    let odd = Set(found).symmetricDifference(expected).sorted().prefix(4)
    try #require(odd.isEmpty, "\(Set(found).symmetricDifference(expected).count) edits lost or wrong: \(odd)")
    try #require(found.count == expected.count)
  }
}

extension Household {
  /// One random edit of a meal or a weight, mostly by the bare sqlite3 shell, and its note in the ledger.
  func edit(_ ledger: inout Ledger, _ dice: inout SeededGenerator) throws {
    let number = Int.random(in: 40...160, using: &dice)
    let known = ledger.live("meal")
    switch Int.random(in: 0..<20, using: &dice) {
    case 0..<2:
      let logged = try hsync.run("log", "--name", "by hsync", "--kcal", "\(number)", "--json")
      try #require(logged.status == 0, "\(logged.err)")
      ledger.note("meal", try JSONDecoder().decode(Logged.self, from: Data(logged.out.utf8)).id, number)
    case 2..<6 where !known.isEmpty:
      let id = known[Int.random(in: 0..<known.count, using: &dice)]
      if try value("UPDATE meal SET energy_kcal = \(number) WHERE id = '\(id)'; SELECT changes()") == "1" {
        ledger.note("meal", id, number)
      }
    case 6..<9 where !known.isEmpty:
      let id = known[Int.random(in: 0..<known.count, using: &dice)]
      if try value("DELETE FROM meal WHERE id = '\(id)'; SELECT changes()") == "1" { ledger.note("meal", id, nil) }
    case 9..<12:
      let day = "2026-01-\(Int.random(in: 10..<30, using: &dice))"
      _ = try value(
        "INSERT INTO weight(id, day, kg) VALUES ('\(day)', '\(day)', \(number)) ON CONFLICT DO UPDATE SET kg = excluded.kg")
      ledger.note("weight", day, number)
    default:
      let id = String(dice.next() % 0xFFFF_FFFF_FFFF, radix: 16)
      _ = try value("INSERT INTO meal(id, name, energy_kcal, day) VALUES ('\(id)', 'by the shell', \(number), '2026-02-10')")
      ledger.note("meal", id, number)
    }
  }

  private struct Logged: Decodable { let id: String }
}
