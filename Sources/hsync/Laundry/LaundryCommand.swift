import ArgumentParser

/// `hsync laundry`: the laundry pets, and a subcommand for each thing that can be done with them.
struct LaundryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laundry",
    abstract: "Keep laundry pets: start washes and dryers, fold, and see who needs some love.",
    discussion: """
      A pet is named by any unique beginning of its name, or of its id. A timer is its end time in the library: it goes on when hsync has \
      ended, and on every synced device. hsync undo undoes each change.
      """,
    subcommands: [
      LaundryListCommand.self, LaundryAddCommand.self, LaundryShowCommand.self, LaundryWashCommand.self, LaundryDryCommand.self,
      LaundryFoldCommand.self, LaundryCancelCommand.self, LaundrySnoozeCommand.self, LaundryEditCommand.self, LaundryDeleteCommand.self,
      LaundryResetCommand.self, LaundrySettingsCommand.self,
    ],
    defaultSubcommand: LaundryListCommand.self)
}
