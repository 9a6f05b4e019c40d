import ArgumentParser

/// `hsync plan`: the week's workouts, meals and notes, and a subcommand for each thing that can be done to them.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan workouts and meals by the week: show, add, tick off, move and repeat items, by hand or from scripts.",
    discussion: """
      A week is this, next, last, +1, -1, 2026-W07 or a date in it. A day is mon … sun (of the week given with --week, by default this \
      week), today, tomorrow, +2, -1 or a date. An id can be shortened to any unique beginning. hsync undo undoes each change.
      """,
    subcommands: [
      PlanShowCommand.self, PlanAddCommand.self, PlanQuickCommand.self, PlanDoneCommand.self, PlanLogCommand.self, PlanMatchCommand.self,
      PlanRenameCommand.self, PlanMoveCommand.self,
      PlanDeleteCommand.self, PlanNoteCommand.self, PlanCopyWeekCommand.self, PlanApplyCommand.self, PlanImportCommand.self,
      PlanExportCommand.self,
    ],
    defaultSubcommand: PlanShowCommand.self)
}
