import ArgumentParser
import HealthModel
import LaundryPet

/// `hsync laundry wash NAME`.
struct LaundryWashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wash", abstract: "Start the wash.",
    discussion: """
      With --wait it follows the countdown and ends with the timer, so that a script can go on. Ctrl-C ends the waiting; the timer \
      goes on.
      """)

  @Flag(help: "Wait until the timer ends.")
  var wait = false

  @OptionGroup var step: LaundryStepOptions

  func run() async throws { try await step.run(.wash, waits: wait) }
}

/// `hsync laundry dry NAME`.
struct LaundryDryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dry", abstract: "Start the dryer, when the wash has ended.",
    discussion: "With --wait it follows the countdown and ends with the timer.")

  @Flag(help: "Wait until the timer ends.")
  var wait = false

  @OptionGroup var step: LaundryStepOptions

  func run() async throws { try await step.run(.dry, waits: wait) }
}

/// `hsync laundry fold NAME`.
struct LaundryFoldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold", abstract: "Mark the laundry folded, when the dryer has ended: health is 100 % again.")

  @OptionGroup var step: LaundryStepOptions

  func run() async throws { try await step.run(.fold) }
}

/// `hsync laundry cancel NAME`.
struct LaundryCancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel the running wash or drying.",
    discussion: "After a cancelled wash the machine is empty; after a cancelled drying the laundry is ready for the dryer.")

  @OptionGroup var step: LaundryStepOptions

  func run() async throws { try await step.run(.cancel) }
}

/// `hsync laundry snooze NAME`.
struct LaundrySnoozeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Have the notice of a finished wash or drying again in 10 minutes.")

  @OptionGroup var step: LaundryStepOptions

  func run() async throws { try await step.run(.snooze) }
}
