import Foundation
import GRDB
import HealthStore
import HealthSync
import TestSupport
import Testing
import Transport

@Suite(.serialized) struct Row21LastWriterWins {
  /// Two devices edit and delete the same few rows and sync in random order; after each sync both the rows and the conflicts are what a model
  /// of twenty lines says.
  @Test func twoDevicesAgainstAModel() async throws {
    try await FaultRow(21, "two devices edit and delete the same rows in random order").holds {
      let backend = try RunningBackend()
      let account = try BackendAccount(url: backend.url, token: try backend.addUser("ana"))
      var dice = SeededGenerator(seed: 21)
      var model = Model()
      let folder = try TemporaryFolder()
      let libraries = try ["a.db", "b.db"].map { try Library(at: folder.file($0)) }
      for library in libraries { try await Self.sync(library, account) }
      let names = try libraries.map { try $0.read { try String.fetchOne($0, sql: "SELECT device FROM sync_state") ?? "" } }
      let steps = FaultScale.count(full: 10_000, short: 600)
      var syncs = 0
      for step in 1...steps {
        let device = Int.random(in: 0..<2, using: &dice)
        let id = "row-\(Int.random(in: 0..<8, using: &dice))"
        switch Int.random(in: 0..<20, using: &dice) {
        case 0..<12:
          let hlc = try Self.edit(libraries[device], id, step)
          model.edit(device, id, Model.Version(hlc: hlc, dev: names[device]), step)
        case 12..<16 where model.rows[device][id] != nil:
          let hlc = try Self.delete(libraries[device], id)
          model.edit(device, id, Model.Version(hlc: hlc, dev: names[device]), nil)
        case 16:
          // A clock that runs up to four minutes ahead: its edits are larger than later ones of the other device.
          let ahead = Int64.random(in: 1...240_000, using: &dice)
          try libraries[device].write {
            try $0.execute(sql: "UPDATE sync_state SET hlc = max(hlc, (unixepoch() * 1000 + ?) << 16)", arguments: [ahead])
          }
        default:
          try await Self.sync(libraries[device], account)
          model.sync(device)
          syncs += 1
          try Self.compare(libraries[device], model, device, step)
        }
      }
      for _ in 0..<2 {
        for device in 0..<2 {
          try await Self.sync(libraries[device], account)
          model.sync(device)
          try Self.compare(libraries[device], model, device, steps)
        }
      }
      try #require(model.rows[0] == model.rows[1])
      let there = try Program("/usr/bin/sqlite3", home: folder)
        .run(backend.database, "SELECT id, json_extract(body, '$.name') FROM rec WHERE body IS NOT NULL ORDER BY id").lines
      try #require(there == model.rows[0].sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)" })
      return
        "\(steps) steps, \(syncs) syncs: rows as in the model after each, \(model.conflicts[0] + model.conflicts[1]) lost edits = conflict rows"
    }
  }

  /// The last writer wins, as plainly as it can be said.
  private struct Model {
    struct Version: Comparable {
      let hlc: Int64
      let dev: String
      static func < (a: Version, b: Version) -> Bool { (a.hlc, a.dev) < (b.hlc, b.dev) }
    }

    var server: [String: (version: Version, value: Int?)] = [:]
    var rows: [[String: Int]] = [[:], [:]]
    var dirty: [[String: Version]] = [[:], [:]]
    var conflicts = [0, 0]

    mutating func edit(_ device: Int, _ id: String, _ version: Version, _ value: Int?) {
      rows[device][id] = value
      dirty[device][id] = version
    }

    mutating func sync(_ device: Int) {
      for (id, version) in dirty[device] {
        if let winner = server[id], winner.version > version {
          if winner.value != rows[device][id] { conflicts[device] += 1 }
        } else {
          server[id] = (version, rows[device][id])
        }
      }
      dirty[device] = [:]
      rows[device] = server.compactMapValues(\.value)
    }
  }

  private static func sync(_ library: Library, _ account: BackendAccount) async throws {
    let report = try await SyncEngine(library: library, account: account, transport: CurlTransport()).run(reason: .person)
    try #require(report.failure == nil, "\(String(describing: report.failure))")
  }

  private static func edit(_ library: Library, _ id: String, _ value: Int) throws -> Int64 {
    try library.write { db in
      try db.execute(
        sql: "INSERT INTO meal(id, name, energy_kcal, day) VALUES (?1, ?2, 1, '2026-02-10') ON CONFLICT DO UPDATE SET name = excluded.name",
        arguments: [id, "\(value)"])
      return try Int64.fetchOne(db, sql: "SELECT hlc FROM outbox WHERE id = ?", arguments: [id]) ?? 0
    }
  }

  private static func delete(_ library: Library, _ id: String) throws -> Int64 {
    try library.write { db in
      try db.execute(sql: "DELETE FROM meal WHERE id = ?", arguments: [id])
      return try Int64.fetchOne(db, sql: "SELECT hlc FROM outbox WHERE id = ?", arguments: [id]) ?? 0
    }
  }

  private static func compare(_ library: Library, _ model: Model, _ device: Int, _ step: Int) throws {
    let (rows, conflicts, waiting) = try library.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, CAST(name AS INTEGER) FROM meal").reduce(into: [String: Int]()) { $0[$1[0]] = $1[1] }
      return (
        rows, try Int.fetchOne(db, sql: "SELECT count(*) FROM conflict") ?? -1,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? -1
      )
    }
    try #require(rows == model.rows[device], "step \(step): rows differ")
    try #require(conflicts == model.conflicts[device], "step \(step): \(conflicts) conflict rows, \(model.conflicts[device]) lost edits")
    try #require(waiting == 0, "step \(step): \(waiting) still wait")
  }
}
