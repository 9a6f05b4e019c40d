import ArgumentParser

/// `hsync pending`: barcodes that could not be looked up yet.
struct PendingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List barcodes that couldn't be looked up yet, and retry them.",
    subcommands: [PendingListCommand.self, PendingResolveCommand.self, PendingDeleteCommand.self],
    defaultSubcommand: PendingListCommand.self)
}
