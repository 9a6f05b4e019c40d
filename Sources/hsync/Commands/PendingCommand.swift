import ArgumentParser

/// `hsync pending`: barcodes that could not be looked up yet.
struct Pending: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "List the barcodes that could not be looked up yet; try them again.",
    subcommands: [PendingList.self, PendingResolve.self, PendingDelete.self],
    defaultSubcommand: PendingList.self)
}
