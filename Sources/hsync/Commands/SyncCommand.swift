import ArgumentParser

/// `hsync sync`.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Push what is new to the backend and pull what other devices did.",
    discussion: "hsync sync is hsync sync run; hsync help sync run lists its options, --watch and --dry-run among them.",
    subcommands: [SyncRunCommand.self, SyncStatusCommand.self],
    defaultSubcommand: SyncRunCommand.self)
}
