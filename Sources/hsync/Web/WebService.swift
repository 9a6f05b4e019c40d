import HealthModel
import Settings

/// The systemd user service that serves the pages from login to logout, or from boot on where the user lingers.
struct WebService {
  private let systemd: UserSystemd?

  init(paths: Paths = Paths()) { systemd = UserSystemd(paths: paths) }

  /// The state of the service.
  struct State {
    let mark: WebUnitMark
    /// Whether systemd runs it.
    let isActive: Bool
    /// The exit status of the last run; `nil` = it runs, or none has ended yet.
    let lastStatus: Int?

    /// The command that shows its errors.
    static let log = "journalctl --user -u \(WebUnit.name)"
  }

  /// Writes the unit and starts the service, which takes the place of an earlier one.
  ///
  /// - Throws: kind `.unavailable` when there is no systemd of this user, or it refuses; nothing new stays then.
  func install(_ unit: WebUnit) throws {
    guard let systemd, systemd.isAvailable else {
      throw CommandError(
        .unavailable, "this user has no systemd instance",
        hint: "start it yourself: hsync serve; or see the unit: hsync serve install --print")
    }
    let isReplaced = systemd.has(WebUnit.name)
    try systemd.write(unit.text, to: WebUnit.name)
    do {
      try systemd.systemctl.succeed(["--user", "daemon-reload"])
      try systemd.systemctl.succeed(["--user", "enable", "--now", WebUnit.name])
      // One that runs already keeps its old options until it is started anew.
      if isReplaced { try systemd.systemctl.succeed(["--user", "restart", WebUnit.name]) }
    } catch {
      if !isReplaced { _ = try? remove() }
      throw error
    }
  }

  /// Stops the service and takes away all that `install` and systemd made for it. `false` = there was none.
  func remove() throws -> Bool {
    guard let systemd, systemd.has(WebUnit.name) else { return false }
    let isAvailable = systemd.isAvailable
    if isAvailable { _ = try systemd.systemctl.run(["--user", "disable", "--now", WebUnit.name]) }
    try systemd.remove([WebUnit.name, "default.target.wants/\(WebUnit.name)"].map(systemd.path))
    if isAvailable {
      _ = try systemd.systemctl.run(["--user", "daemon-reload"])
      _ = try systemd.systemctl.run(["--user", "reset-failed", WebUnit.name])
    }
    return true
  }

  /// `nil` = not installed.
  func state() throws -> State? {
    guard let systemd, let text = try? String(contentsOfFile: systemd.path(of: WebUnit.name), encoding: .utf8),
      let mark = WebUnitMark(in: text)
    else { return nil }
    let isActive = try systemd.systemctl.run(["--user", "is-active", WebUnit.name]).status == 0
    let last = isActive ? nil : try systemd.lastStatus(of: WebUnit.name)
    return State(mark: mark, isActive: isActive, lastStatus: last)
  }

  /// Whether the service ends when the user logs out.
  var endsAtLogout: Bool { systemd?.lingers == false }
}

extension WebService.State {
  /// As in the JSON contract; without a service all but the first are `null`.
  static func json(_ state: WebService.State?) -> JSON {
    .object([
      ("installed", .bool(state != nil)), ("port", state.map { JSON($0.mark.port) } ?? .null), ("origin", JSON(state?.mark.origin)),
      ("since", JSON(state?.mark.since)), ("active", state.map { .bool($0.isActive) } ?? .null),
      ("last_status", state?.lastStatus.map { JSON($0) } ?? .null), ("log", state == nil ? .null : .string(log)),
    ])
  }

  /// A line for each thing that is known.
  var lines: [String] {
    var columns = Columns([.left, .left])
    columns.add(["pages", mark.origin ?? "http://127.0.0.1:\(mark.port)"])
    columns.add(["service", "systemd user service \(WebUnit.name)"])
    columns.add(["since", String(mark.since.prefix(16).map { $0 == "T" ? " " : $0 })])
    if isActive {
      columns.add(["state", "running"])
    } else {
      let ended = lastStatus.map { $0 == 0 ? "" : ", failed with status \($0): \(WebService.State.log)" } ?? ""
      columns.add(["state", Terminal.styled("not running", .warning) + "\(ended); start it: systemctl --user start \(WebUnit.name)"])
    }
    return columns.lines()
  }
}
