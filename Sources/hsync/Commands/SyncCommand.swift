import ArgumentParser

/// `hsync sync`.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Push what is new to the backend and pull what other devices did.",
    subcommands: [SyncRunCommand.self, SyncStatusCommand.self],
    defaultSubcommand: SyncRunCommand.self)
}
