import Doctor
import HealthModel

/// Whether syncs run by themselves, and how the last one ended.
struct ScheduleCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    let state: ScheduleState?
    do { state = try Schedule(paths: premises.paths).state() } catch {
      guard let error = error as? any UserFacingError else { return [] }
      return [.warn("schedule", premises.shown(sentence: error.message), error.advice)]
    }
    guard let state else {
      return [.ok("schedule", premises.account == nil ? "none" : "none: it syncs by hand (hsync schedule install)")]
    }
    let words = "every \(state.mark.every.words) by \(state.keeper.rawValue)"
    if !state.isActive {
      let start = state.keeper == .systemd ? "systemctl --user start \(SystemdUnits.timer)" : "service cron start"
      return [.warn("schedule", "\(words), which isn't at work", start)]
    }
    if let status = state.lastStatus, status != 0 {
      return [.warn("schedule", "\(words); the last run failed with status \(status)", premises.shown(sentence: state.log))]
    }
    return [.ok("schedule", words)]
  }
}
