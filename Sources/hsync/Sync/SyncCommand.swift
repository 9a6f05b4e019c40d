import ArgumentParser

/// `hsync sync`.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Push what is new to the backend and pull what other devices did.",
    discussion: """
      hsync sync takes the options of hsync sync run. hsync sync --watch stays and syncs soon after each edit; hsync schedule install has the \
      system sync from time to time.
      """,
    subcommands: [SyncRunCommand.self, SyncStatusCommand.self],
    defaultSubcommand: SyncRunCommand.self)
}
