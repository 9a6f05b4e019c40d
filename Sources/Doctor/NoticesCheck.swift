import HealthDesk
import HealthModel
import HealthStore
import Settings
import Transport
import Usage

/// Checks the ways in which notices are delivered.
struct NoticesCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    guard let library = premises.open, case .success(let values) = premises.settings, let settings = try? Configuration(values) else {
      return []
    }
    let ways = NoticeWays(settings, library: library, transport: CurlTransport(), paths: premises.paths)
    let names = ways.ways.map(\.id)
    guard !settings.notices.ways.isEmpty || !names.isEmpty || ways.fault != nil else { return [] }
    guard settings.notices.isEnabled else { return [.ok("notices", "off")] }
    if let fault = ways.fault { return [premises.fail("notices", fault)] }
    guard let rests = try? NoticeTable(library).rests() else {
      return [.fail("notices", "their state can't be read", "hsync doctor --repair")]
    }
    let failing = rests.filter { names.contains($0.way) }
    if failing.isEmpty { return [.ok("notices", "delivered by \(names.joined(separator: ", "))")] }
    return failing.map { rest in
      let reason = premises.shown(sentence: rest.reason)
      return .warn(
        "notices", "\(rest.way) fails, last \(Age(of: rest.sinceMs, at: premises.nowMs).words): \(reason)", "hsync notices --test")
    }
  }
}
