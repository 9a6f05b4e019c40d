import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Transport
import Usage

/// Checks whether the backend answers and accepts the token, and compares its clock.
struct BackendCheck: Checkup {
  let premises: Premises

  func findings() async -> [Finding] {
    guard let account = premises.account else { return clockByLibrary }
    if premises.isOffline { return [.ok("backend", "not asked (--offline)")] + clockByLibrary }
    guard let library = premises.open, let device = try? OutboxQueue(library).position().device else {
      return [.warn("backend", "not asked: the library can't be read", nil)]
    }
    // A person waits for the answer.
    let timeouts = Timeouts(connect: .seconds(5), stalled: .seconds(10), total: .seconds(15))
    let probe = await BackendProbe.ask(account, device: device, transport: CurlTransport(), timeouts: timeouts)
    return [standing(probe.standing)] + (probe.clockAheadMs.map { [clock($0)] } ?? clockByLibrary)
  }

  private func standing(_ standing: BackendProbe.Standing) -> Finding {
    switch standing {
    case .signedIn: .ok("backend", "answers, and takes the token")
    case .up: .ok("backend", "answers; whether it takes the token, a sync shows")
    case .unready(let error): premises.fail("backend", error)
    case .trouble(let error): premises.fail("backend", error, remedy: remedy(error))
    }
  }

  /// Returns a remedy that is more detailed than that of a sync.
  private func remedy(_ error: SyncError) -> String? {
    switch error.code {
    case .tlsDate: "look at this machine's clock (date) first; if it is right, the backend's certificate has to be renewed"
    case .tlsHost: "the address and the certificate's name must be the same: hsync login --url URL"
    case .tlsIssuer: error.advice ?? "apt-get install ca-certificates, or have your own authority trusted: update-ca-certificates"
    case .network: error.advice ?? "is the network up? everything but sync works without it"
    default: error.advice
    }
  }

  private func clock(_ aheadMs: Int64) -> Finding {
    // 5 minutes: what is made later than that by this clock gets the backend's time (docs/sync-protocol.md).
    guard aheadMs.magnitude > 300_000 else { return .ok("clock", "as the backend's") }
    let words = "\(BackendCheck.duration(aheadMs)) \(aheadMs > 0 ? "before" : "behind") the backend's"
    return .warn("clock", words, "set it by the network: sudo timedatectl set-ntp true")
  }

  /// The finding about a clock that was set back, by times in the library; used if the backend doesn't answer.
  private var clockByLibrary: [Finding] {
    guard let library = premises.open, let status = try? SyncEngine.status(of: library) else { return [] }
    guard let latest = [status.lastOkAtMs, status.lastRun?.endedMs].compactMap({ $0 }).max() else { return [] }
    let behindMs = max(0, latest) - premises.nowMs
    guard behindMs > 60_000 else { return [.ok("clock", "not before the last sync")] }
    return [
      .warn(
        "clock", "\(BackendCheck.duration(behindMs)) before the last sync: it was set back, or was wrong then",
        "set it by the network: sudo timedatectl set-ntp true")
    ]
  }

  private static func duration(_ ms: Int64) -> String {
    let minutes = ms.magnitude / 60_000
    return minutes < 120 ? "\(minutes) min" : minutes < 48 * 60 ? "\(minutes / 60) h" : Quantity.count(Int(minutes / 1440), "day")
  }
}
