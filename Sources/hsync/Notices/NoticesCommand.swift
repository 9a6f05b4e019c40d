import ArgumentParser

/// `hsync notices`.
struct NoticesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notices",
    abstract: "List planned and shown notices, deliver those that are due, or turn them off.",
    discussion: """
      The diet plan, activity windows and laundry pets plan notices. The setting notices.ways names how they are delivered: desktop, \
      command, ntfy, mail. hsync schedule delivers them at its interval, hsync serve to the minute.
      """,
    subcommands: [NoticesListCommand.self, NoticesRunCommand.self, NoticesOffCommand.self, NoticesOnCommand.self],
    defaultSubcommand: NoticesListCommand.self)
}
