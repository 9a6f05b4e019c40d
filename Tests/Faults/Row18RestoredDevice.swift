import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row18RestoredDevice {
  /// A library is put back from a backup, one push and many pushes old, and copied to another computer while it is in use.
  @Test func backupsAndClones() async throws {
    try await FaultRow(18, "a device restored from a backup, or cloned").holds {
      let backend = try RunningBackend()
      let token = try backend.addUser("ana")
      let devices = [try Household(), try Household()]
      for device in devices { try device.logIn(to: backend, token: token) }
      var ledger = Ledger()
      var dice = SeededGenerator(seed: 18)
      func editAndSync(_ device: Household, times: Int) throws {
        for _ in 0..<times {
          for _ in 0..<3 { try device.edit(&ledger, &dice) }
          try device.syncs()
        }
      }
      for device in devices { try editAndSync(device, times: 2) }

      let behind = FaultScale.count(full: 40, short: 6)
      var names: Set<String> = []
      for (pushes, edits) in [(1, 4), (behind, 4), (2, 0)] {
        let device = devices[0]
        let backup = try device.copied()
        for n in 0..<pushes {
          try editAndSync(device, times: 1)
          if n % 2 == 0 { try editAndSync(devices[1], times: 1) }
        }
        names.insert(try device.value("SELECT device FROM sync_state"))
        try device.restore(backup)
        // Edits of what the backup knows, made after it was put back; they are the newest.
        for _ in 0..<edits { try device.edit(&ledger, &dice) }
        try device.syncs()
        // Nothing to push shows nothing to the server, and nothing is lost either: the pull alone brings what was pushed since.
        let isNew = names.insert(try device.value("SELECT device FROM sync_state")).inserted
        try #require(isNew == (edits > 0), "\(pushes) pushes behind, \(edits) edits: \(isNew ? "a new id" : "the same id")")
        let fleet = Fleet(devices, backend)
        try fleet.settle()
        try fleet.requireInvariant(ledger)
      }

      // A copy for another computer, made with edits in the outbox and a body in flight; both go on.
      for _ in 0..<3 { try devices[0].edit(&ledger, &dice) }
      let clone = try Household()
      try clone.restore(try devices[0].copied())
      for _ in 0..<3 { try clone.edit(&ledger, &dice) }
      for _ in 0..<3 { try devices[0].edit(&ledger, &dice) }
      let all = Fleet(devices + [clone], backend)
      for device in all.devices { try device.syncs() }
      try all.settle()
      let live = try all.requireInvariant(ledger)
      let ids = Set(try all.devices.map { try $0.value("SELECT device FROM sync_state") })
      try #require(ids.count == 3, "two devices of one name")
      return """
        restored 1 and \(behind) pushes behind, then cloned: a new id each time, \(ledger.edits) edits on 3 devices, none lost, \
        all \(live) records equal
        """
    }
  }
}

extension Household {
  /// A copy of the library and the account beside it, as cp makes it while nobody has it open.
  func copied() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in ["hsync.db", "hsync.db-wal", "hsync.db.account"] where FileManager.default.fileExists(atPath: folder + name) {
      try FileManager.default.copyItem(atPath: folder + name, toPath: copy.file(name))
    }
    return copy
  }

  /// Puts a copy in the library's place.
  func restore(_ copy: TemporaryFolder) throws {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: copy.path) {
      try FileManager.default.copyItem(atPath: copy.file(name), toPath: folder + name)
    }
  }

  private var folder: String { home.file(".local/share/hsync/") }
}
