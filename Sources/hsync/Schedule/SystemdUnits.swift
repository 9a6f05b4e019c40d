import HealthModel

/// The texts of the two unit files of a systemd user timer.
struct SystemdUnits {
  static let service = "hsync-sync.service"
  static let timer = "hsync-sync.timer"

  let run: ScheduledRun
  let mark: ScheduleMark

  /// systemd never starts a second run while one goes on. User units can't have what needs privileges (ProtectSystem and the like).
  var serviceText: String {
    let environment = run.environment.map { "Environment=\(SystemdUnits.quoted("\($0.name)=\($0.value)"))\n" }.joined()
    let program = SystemdUnits.quoted(run.program).split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
    return """
      # \(mark.text)
      # Made by: hsync schedule install. Taken away by: hsync schedule delete
      [Unit]
      Description=Sync health data with its backend (hsync)
      Wants=network-online.target
      After=network-online.target

      [Service]
      Type=oneshot
      ExecStart=\(program) \(ScheduledRun.arguments.joined(separator: " "))
      \(environment)Nice=10
      IOSchedulingClass=idle
      TimeoutStartSec=1h
      UMask=0077
      NoNewPrivileges=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service

      """
  }

  /// Uses calendar times if they can express the interval: then a run missed while the machine was off is made up for.
  var timerText: String {
    let times =
      if let even = EvenInterval(mark.every) {
        "OnCalendar=\(even.calendar)\nPersistent=true"
      } else {
        "OnStartupSec=2min\nOnUnitActiveSec=\(mark.every.minutes)min"
      }
    return """
      # \(mark.text)
      [Unit]
      Description=Sync health data every \(mark.every.words) (hsync)

      [Timer]
      \(times)
      RandomizedDelaySec=\(jitterSeconds)
      AccuracySec=1s

      [Install]
      WantedBy=timers.target

      """
  }

  /// A quarter of the interval, at most 5 min: not all machines of the world call at once.
  private var jitterSeconds: Int { min(mark.every.minutes * 15, 300) }

  /// Returns a word in quotes for systemd.syntax(7), with specifiers and escapes made literal.
  private static func quoted(_ word: String) -> String {
    var text = "\""
    for character in word {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "%": text += "%%"
      default: text.append(character)
      }
    }
    return text + "\""
  }
}
