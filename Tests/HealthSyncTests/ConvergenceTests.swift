import Foundation
import GRDB
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// Two devices, a backend that fails at random, and the invariant: when the faults stop, all three are the same and nothing waits.
@Suite struct ConvergenceTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func twoDevicesAndTheBackendBecomeOneWhateverIsLost(seed: UInt64) async throws {
    let dice = Mutex(SeededGenerator(seed: seed))
    let isFaulty = Mutex(true)
    let backend = try ReferenceBackend { _, _ in
      guard isFaulty.withLock({ $0 }) else { return .none }
      switch dice.withLock({ Int.random(in: 0..<10, using: &$0) }) {
      case 0: return .answerLost(.closed)
      case 1: return .answerLost(.text("<html>", type: "text/html"))
      case 2: return .refused(.text("", status: 503))
      case 3: return .refused(.closed)
      default: return .none
      }
    }
    let devices = [try SyncFixture(), try SyncFixture()]
    for _ in 0..<25 {
      let device = devices[dice.withLock { Int.random(in: 0..<2, using: &$0) }]
      var edits = dice.withLock { SeededGenerator(seed: $0.next()) }
      for _ in 0..<3 { try Self.edit(device, &edits) }
      _ = try await device.engine(backend.url).run(reason: .person)
    }
    isFaulty.withLock { $0 = false }
    for _ in 0..<3 {
      for device in devices { _ = try await device.engine(backend.url).run(reason: .person) }
    }
    for device in devices {
      #expect(try device.waiting() == "0|0|0")
      #expect(try device.text("PRAGMA integrity_check") == "ok")
      let live = try device.text("SELECT 'meal/' || v.id, v.hlc, v.dev FROM version AS v JOIN meal USING (id) ORDER BY v.id")
      #expect(live == backend.versions())
    }
    #expect(try devices[0].meals() == devices[1].meals())
    #expect(try devices[0].text(Self.everyColumn) == devices[1].text(Self.everyColumn))
  }

  /// Restored from a backup, a device goes on under a new id; what it had sent since the backup comes back to it.
  @Test func aDeviceRestoredFromABackupLosesNothing() async throws {
    let backend = try ReferenceBackend()
    let device = try SyncFixture()
    try device.add(["a", "b"])
    _ = try await device.engine(backend.url).run(reason: .person)
    let backup = device.folder.file("backup.db")
    try device.executeUnchecked("VACUUM INTO '\(backup)'")
    try device.add(["c", "d"])
    _ = try await device.engine(backend.url).run(reason: .person)
    try device.add(["e"])
    _ = try await device.engine(backend.url).run(reason: .person)

    let restored = try SyncFixture(copying: backup)
    try restored.add(["f"])
    let name = try restored.text("SELECT device FROM sync_state")
    let report = try await restored.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pulled == 3)
    #expect(try restored.text("SELECT device FROM sync_state") != name)
    #expect(try report.newDevice == restored.text("SELECT device FROM sync_state"))
    #expect(backend.ids() == ["a", "b", "c", "d", "e", "f"])
    #expect(try restored.text("SELECT id FROM meal ORDER BY id") == backend.ids().joined(separator: "\n"))
    #expect(try restored.waiting() == "0|0|0")
  }

  /// Restored from a backup, a backend gets again what it lost, deletions too; nothing here is deleted for its forgetting.
  @Test func aBackendRestoredFromABackupGetsEverythingAgain() async throws {
    let backend = try ReferenceBackend()
    let device = try SyncFixture()
    try device.add(["a", "b", "c"])
    _ = try await device.engine(backend.url).run(reason: .person)
    let backup = backend.state.withLock { $0 }
    try device.add(["d"])
    try device.add(["b"], kcal: 222)
    try device.execute("DELETE FROM meal WHERE id = 'c'")
    _ = try await device.engine(backend.url).run(reason: .person)
    _ = try await device.engine(backend.url).run(reason: .person)
    try device.add(["x"])
    _ = try await device.engine(backend.url).run(reason: .person)
    let meals = try device.meals()
    let text = backend.text()

    backend.state.withLock { state in
      state = backup
      state.epoch = "e2"
    }
    try device.add(["e"])
    let report = try await device.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.recovered == 2)
    #expect(backend.ids() == ["a", "b", "d", "e", "x"])
    #expect(try device.meals() == meals.replacingOccurrences(of: "x|Meal x", with: "e|Meal e|100.0|-\nx|Meal x").sortedLines)
    #expect(backend.text().contains(text.split(separator: "\n")[0]))
    #expect(try device.waiting() == "0|0|0")
  }

  /// The backend forgot deletions that this device never heard of: what is absent from it is deleted here, unless it was edited.
  @Test func anExpiredCursorForgetsWhatIsGone() async throws {
    let isExpired = Mutex(false)
    let backend = try ReferenceBackend { request, _ in
      guard request.target.hasPrefix("/v1/sync/changes?since=e1"), isExpired.withLock({ $0 }) else { return .none }
      isExpired.withLock { $0 = false }
      return .refused(.text(#"{"code":"cursor_expired","message":"?"}"#, status: 410))
    }
    let device = try SyncFixture()
    try device.add(["a", "b", "c"])
    _ = try await device.engine(backend.url).run(reason: .person)
    backend.state.withLock { state in
      state.records["meal/b"] = nil
      state.records["meal/c"] = nil
    }
    isExpired.withLock { $0 = true }
    try device.execute("DROP TRIGGER meal_changed; UPDATE meal SET note = 'edited' WHERE id = 'c'")
    try device.execute("INSERT INTO outbox SELECT kind, id, hlc + 1, 1 FROM version WHERE id = 'c'")
    let report = try await device.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(try device.text("SELECT id FROM meal ORDER BY id") == "a\nc")
    #expect(backend.ids() == ["a", "c"])
    #expect(try device.waiting() == "0|0|0")
  }

  /// A snapshot that broke off goes on at its cursor: what its first pages had is not taken for gone.
  @Test func aSnapshotThatBrokeOffGoesOn() async throws {
    let script = Mutex((isExpired: true, isAway: true))
    let backend = try ReferenceBackend { request, _ in
      guard request.path == "/v1/sync/changes" else { return .none }
      let isAtBeginning = request.target.hasPrefix("/v1/sync/changes?since=&")
      return script.withLock { script in
        if script.isExpired, !isAtBeginning {
          script.isExpired = false
          return .refused(.text(#"{"code":"cursor_expired","message":"?"}"#, status: 410))
        }
        return !script.isExpired && script.isAway && !isAtBeginning ? .refused(.text("", status: 503)) : .none
      }
    }
    let device = try SyncFixture()
    try device.add(["a", "b", "c", "d", "e"])
    try device.execute(#"UPDATE sync_state SET cursor = 'e1.0'; UPDATE backend SET state = '{"pageLimit":2}'"#)
    backend.state.withLock { $0.epoch = "e1" }
    script.withLock { $0 = (isExpired: false, isAway: false) }
    #expect(try await device.engine(backend.url).run(reason: .person).pushed == 5)
    backend.state.withLock { $0.records["meal/d"] = nil }
    script.withLock { $0 = (isExpired: true, isAway: true) }
    try device.execute("UPDATE backend SET state = json_set(state, '$.pageLimit', 2)")
    #expect(try await device.engine(backend.url).run(reason: .person).failure?.code == .server)
    #expect(try device.text("SELECT count(*) FROM snapshot_seen") == "2")
    #expect(BackendState(json: try device.queue.backendState()).recovery == .forgetAbsent)
    #expect(try device.text("SELECT count(*) FROM meal") == "5")
    script.withLock { $0.isAway = false }
    #expect(try await device.engine(backend.url).run(reason: .person).failure == nil)
    #expect(try device.text("SELECT group_concat(id, '') FROM meal") == "abce")
    #expect(try device.text("SELECT count(*) FROM snapshot_seen") == "0")
  }

  /// A kind and a field of a newer version pass through a device that knows neither.
  @Test func whatAnOldVersionDoesNotKnowSurvivesIt() async throws {
    let backend = try ReferenceBackend()
    let device = try SyncFixture()
    let hlc = Int64(1_770_724_980_000) << 16
    try device.add(["a"])
    _ = try await device.engine(backend.url).run(reason: .person)
    backend.state.withLock { state in
      let mood = SyncRecord(kind: "mood", id: "m", hlc: hlc, dev: "ff", content: .put(#"{"score":12345678901234567890,"of":[1,2]}"#))
      state.records["mood/m"] = ReferenceBackend.Stored(record: mood, seq: state.seq + 1)
      if case .put(let json) = state.records["meal/a"]?.record.content {
        let newer = SyncRecord(
          kind: "meal", id: "a", hlc: state.records["meal/a"]!.record.hlc + 1, dev: "ff",
          content: .put(json.dropLast() + #","vibe":"good"}"#))
        state.records["meal/a"] = ReferenceBackend.Stored(record: newer, seq: state.seq + 2)
      }
      state.seq += 2
    }
    let pulled = try await device.engine(backend.url).run(reason: .person)
    #expect(pulled.pulled == 2)
    #expect(try device.text("SELECT kind, id, json FROM foreign_record") == #"mood|m|{"score":12345678901234567890,"of":[1,2]}"#)
    try device.add(["a"], kcal: 7)
    try SyncEngine.join(device.library, to: BackendAccount(url: backend.url, token: "secret-token"), .fresh)
    backend.state.withLock { $0 = ReferenceBackend.State() }
    let report = try await device.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 2)
    #expect(backend.text().contains(#"mood/m {"score":12345678901234567890,"of":[1,2]}"#))
    #expect(backend.text().contains(#""energy_kcal":7"#) && backend.text().contains(#""vibe":"good""#))
  }

  private static let everyColumn = "SELECT * FROM meal ORDER BY id"

  private static func edit(_ device: SyncFixture, _ dice: inout SeededGenerator) throws {
    let id = "meal-\(Int.random(in: 0..<6, using: &dice))"
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: try device.execute("DELETE FROM meal WHERE id = '\(id)'")
    case 1: try device.execute("UPDATE meal SET note = 'note \(dice.next() % 100)' WHERE id = '\(id)'")
    default: try device.add([id], kcal: Double.random(in: 1...900, using: &dice).rounded())
    }
  }
}

extension String {
  fileprivate var sortedLines: String { split(separator: "\n").sorted().joined(separator: "\n") }
}
