import ArgumentParser

/// `hsync weight`: the latest weight, its average and trend; log, list, delete.
struct WeightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weight",
    abstract: "Show the latest weight with average and trend; log and list weights.",
    discussion: "Weights from health data count, unless one was logged by hand for the same day.",
    subcommands: [WeightShowCommand.self, WeightLogCommand.self, WeightListCommand.self, WeightDeleteCommand.self],
    defaultSubcommand: WeightShowCommand.self)
}
