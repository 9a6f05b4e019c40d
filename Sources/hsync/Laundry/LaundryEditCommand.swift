import ArgumentParser
import HealthDesk
import HealthModel
import LaundryPet
import Settings

/// `hsync laundry edit NAME`.
struct LaundryEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Rename a pet, or change its durations and how often its laundry is done.",
    discussion: "A changed duration counts from the next start.")

  @OptionGroup var pet: PetArgument

  @Option(name: .customLong("name"), help: ArgumentHelp("Its new name, 1 to 30 characters.", valueName: "text"))
  var newName: String?

  @OptionGroup var numbers: PetNumberOptions

  @Flag(help: "Print the pet as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if newName == nil, numbers.values.isEmpty { throw ValidationError("Give a change: --name, --wash, --dry or --every.") }
  }

  func run() throws {
    let edits =
      (newName.map { [PetEdit.rename($0)] } ?? [])
      + PetNumber.allCases.compactMap { number in numbers.values[number].map { .set(number, $0) } }
    let edited = try LaundryDesk(library.open(), at: LocalClock.now).edit(pet.name, edits)
    if newName != nil { LaundryWords.warn(of: edited) }
    if json { return Output.json(edited.pet.json) }
    let verb = edited.isNew ? "edited" : "unchanged"
    Output.line("\(verb) \(edited.pet.pet.name.onOneLine): \(LaundryWords.numbers(edited.pet.pet))")
  }
}
