import ArgumentParser

/// `hsync queue`: records that the backend rejected.
struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "List the records that the backend refused, with the reasons; retry or discard them.",
    discussion: """
      A refused record stays in the library and doesn't block others. Editing it sends it again, and so does hsync queue retry. Records \
      that are merely waiting to be sent are shown by hsync sync status.
      """,
    subcommands: [QueueListCommand.self, QueueShowCommand.self, QueueRetryCommand.self, QueueDeleteCommand.self],
    defaultSubcommand: QueueListCommand.self)
}
