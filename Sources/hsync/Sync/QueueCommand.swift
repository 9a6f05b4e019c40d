import ArgumentParser

/// `hsync queue`: records that the backend rejected.
struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "List the records that the backend refused, and why; send them again or give them up.",
    discussion: """
      A refused record stays here as it is and keeps nothing else from being synced. Editing it sends it again; so does hsync queue retry. \
      What merely waits to be sent is shown by hsync sync status.
      """,
    subcommands: [QueueListCommand.self, QueueShowCommand.self, QueueRetryCommand.self, QueueDeleteCommand.self],
    defaultSubcommand: QueueListCommand.self)
}
