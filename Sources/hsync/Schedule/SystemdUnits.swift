import HealthModel

/// The texts of the two unit files of a systemd user timer.
struct SystemdUnits {
  static let service = "hsync-sync.service"
  static let timer = "hsync-sync.timer"

  let run: ScheduledRun
  let mark: ScheduleMark

  /// systemd never starts a second run while one goes on.
  var serviceText: String {
    """
    # \(mark.text)
    # Made by: hsync schedule install. Taken away by: hsync schedule delete
    [Unit]
    Description=Sync health data with its backend (hsync)
    Wants=network-online.target
    After=network-online.target

    [Service]
    Type=oneshot
    \(UserSystemd.start(run, ScheduledRun.arguments))
    Nice=10
    IOSchedulingClass=idle
    TimeoutStartSec=1h
    \(UserSystemd.hardening)

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
}
