import HealthModel

/// The unit file of the systemd user service that serves the pages.
struct WebUnit {
  static let name = "hsync-web.service"
  /// Exit codes that starting again wouldn't mend: wrong use, what isn't there, a library that is served already, rights, settings.
  private static let lasting = [ErrorKind.usage, .unavailable, .tryAgain, .noPermission, .configuration].map { "\($0.exitCode)" }

  let run: ScheduledRun
  /// 1-65535.
  let port: Int
  /// `https://…` as it was given; `nil` = no proxy shows the pages.
  let origin: String?
  let since: Moment

  var text: String {
    let arguments = ["serve", "--port", "\(port)"] + (origin.map { ["--origin", $0] } ?? [])
    return """
      \(WebUnitMark(port: port, origin: origin, since: since.iso8601).line)
      # Made by: hsync serve install. Taken away by: hsync serve uninstall
      [Unit]
      Description=Health data as pages for a browser (hsync)

      [Service]
      Type=exec
      \(UserSystemd.start(run, arguments))
      Restart=on-failure
      RestartSec=5
      RestartPreventExitStatus=\(WebUnit.lasting.joined(separator: " "))
      \(UserSystemd.hardening)

      [Install]
      WantedBy=default.target

      """
  }
}
