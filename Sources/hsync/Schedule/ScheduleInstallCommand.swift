import ArgumentParser
import HealthModel
import HealthSync
import Settings

/// `hsync schedule install`.
struct ScheduleInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Sync every 15 minutes, or at another interval; replaces an earlier schedule.",
    discussion: """
      Runs hsync sync --timer with the current library and settings: HSYNC_DB, HSYNC_CONFIG, HSYNC_ZONE, XDG_… and TZ are carried over. \
      Start times are spread over a part of the interval, and runs never overlap.
      """)

  @Option(help: ArgumentHelp("The interval, 1m to 24h. With cron, it must divide an hour or a day evenly.", valueName: "interval"))
  var every = IntervalArgument(minutes: 15)

  @Flag(help: "Use systemd; fail if it isn't available.")
  var systemd = false

  @Flag(help: "Use cron even if systemd is available.")
  var cron = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if systemd, cron { throw ValidationError("Give --systemd or --cron, not both.") }
  }

  func run() throws {
    let schedule = Schedule()
    let run = try ScheduledRun(library: library.named)
    let keeper: ScheduleState.Keeper? = systemd ? .systemd : cron ? .cron : nil
    let state = try schedule.install(run, ScheduleMark(every: every, since: LocalClock.now), by: keeper)
    if json { Output.json(ScheduleState.json(state)) } else { state?.lines.forEach(Output.line) }
    if state?.keeper == .systemd, schedule.endsAtLogout {
      Output.notice("it runs while you are logged in; to have it run always: loginctl enable-linger")
    }
    if try AccountFile(library: library.file).read() == nil {
      Output.notice("no backend is configured; runs fail until you sign in: hsync login --url URL")
    }
  }
}
