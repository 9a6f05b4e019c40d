import ArgumentParser

/// `hsync sync`.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Push new records to the backend and pull the changes of other devices.",
    discussion: """
      hsync sync takes the options of hsync sync run. hsync sync --watch keeps running and syncs shortly after each edit; hsync schedule \
      install sets up regular syncs.
      """,
    subcommands: [SyncRunCommand.self, SyncStatusCommand.self],
    defaultSubcommand: SyncRunCommand.self)
}
