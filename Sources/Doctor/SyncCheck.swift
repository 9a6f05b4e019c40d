import HealthDesk
import HealthModel
import HealthSync
import Usage

/// Checks the latest syncs.
struct SyncCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    guard let library = premises.open, premises.account != nil else { return [] }
    let status: SyncStatus
    do { status = try SyncEngine.status(of: library) } catch {
      return [.fail("sync", "its state can't be read", "hsync sync status")]
    }
    var findings: [Finding] = []
    if let error = status.lastError, let since = status.failingSinceMs {
      findings.append(
        .warn("sync", "failing, first \(Age(of: since, at: premises.nowMs).words): \(error.message)", error.advice ?? "hsync sync status"))
    }
    if !status.quarantined.isEmpty {
      findings.append(.warn("sync", "the backend refused \(Quantity.count(status.quarantined.count, "record"))", "hsync queue"))
    }
    guard findings.isEmpty else { return findings }
    let last = status.lastOkAtMs.map { "last \(Age(of: $0, at: premises.nowMs).words)" } ?? "never yet: hsync sync"
    return [.ok("sync", last + (status.pendingTotal > 0 ? ", \(Quantity.count(status.pendingTotal, "record")) to send" : ""))]
  }
}
