import ArgumentParser

/// `hsync schedule`: syncing from time to time, by the system.
struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule", abstract: "Schedule automatic syncs.",
    discussion: """
      Uses a systemd user timer if available, else a line in the crontab. Failures are shown by hsync today, hsync sync status and hsync \
      schedule status.
      """,
    subcommands: [ScheduleStatusCommand.self, ScheduleInstallCommand.self, ScheduleDeleteCommand.self],
    defaultSubcommand: ScheduleStatusCommand.self)
}
