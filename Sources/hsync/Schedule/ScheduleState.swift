import HealthModel
import Settings

/// The installed schedule and its latest runs.
struct ScheduleState {
  /// The system's program that starts the runs.
  enum Keeper: String {
    case systemd, cron
  }

  let keeper: Keeper
  let mark: ScheduleMark
  /// Whether the program that starts the runs is active: the timer, or a cron daemon.
  var isActive: Bool
  /// Milliseconds since 1970. `nil` = not known.
  var nextRunMs: Int64?
  /// The end of the last run, in milliseconds since 1970. `nil` = none yet, or not known.
  var lastRunMs: Int64?
  /// The exit status of that run. `nil` = as above.
  var lastStatus: Int?
  /// The command that shows the errors of the runs.
  var log: String

  /// As in the JSON contract; without a schedule all but the first are `null`.
  static func json(_ state: ScheduleState?) -> JSON {
    func ms(_ value: Int64?) -> JSON { value.map { JSON($0) } ?? .null }
    return .object([
      ("installed", .bool(state != nil)), ("keeper", JSON(state?.keeper.rawValue)),
      ("every_min", state.map { JSON($0.mark.every.minutes) } ?? .null),
      ("since", JSON(state?.mark.since)), ("active", state.map { .bool($0.isActive) } ?? .null), ("next_run_ms", ms(state?.nextRunMs)),
      ("last_run_ms", ms(state?.lastRunMs)), ("last_status", state?.lastStatus.map { JSON($0) } ?? .null), ("log", JSON(state?.log)),
    ])
  }

  /// A line for each thing that is known.
  var lines: [String] {
    var columns = Columns([.left, .left])
    let name = keeper == .systemd ? "systemd user timer \(SystemdUnits.timer)" : "cron"
    columns.add(["schedule", "every \(mark.every.words) by \(name)"])
    columns.add(["since", String(mark.since.prefix(16).map { $0 == "T" ? " " : $0 })])
    if isActive {
      columns.add(["next run", nextRunMs.map(ScheduleState.clock) ?? "not known"])
    } else {
      let remedy =
        keeper == .systemd ? "start it: systemctl --user start \(SystemdUnits.timer)" : "no cron daemon runs; start it: service cron start"
      columns.add(["next run", Terminal.styled("none", .warning) + ", \(remedy)"])
    }
    let result = lastStatus.map { $0 == 0 ? "succeeded" : Terminal.styled("failed with status \($0)", .warning) + ": \(log)" }
    columns.add(["last run", lastRunMs.map { "\(ScheduleState.clock($0)), \(result ?? "result not known")" } ?? "none yet"])
    return columns.lines()
  }

  private static func clock(_ ms: Int64) -> String {
    let moment = LocalClock.moment(atMs: ms)
    return "\(moment.day) \(moment.clock)"
  }
}
