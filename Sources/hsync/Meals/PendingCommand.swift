import ArgumentParser

/// `hsync pending`: barcodes that could not be looked up yet.
struct PendingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List the barcodes that could not be looked up yet; try them again.",
    subcommands: [PendingListCommand.self, PendingResolveCommand.self, PendingDeleteCommand.self],
    defaultSubcommand: PendingListCommand.self)
}
