import ArgumentParser

/// `hsync schedule`: syncing from time to time, by the system.
struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule", abstract: "Have the system sync from time to time.",
    discussion: """
      A systemd user timer where there is one, else a line in the crontab. What goes wrong is shown by hsync today, hsync sync status and \
      hsync schedule status.
      """,
    subcommands: [ScheduleStatusCommand.self, ScheduleInstallCommand.self, ScheduleDeleteCommand.self],
    defaultSubcommand: ScheduleStatusCommand.self)
}
