import ArgumentParser
import HealthDesk
import HealthModel
import LaundryPet
import Settings

/// `hsync laundry add NAME`.
struct LaundryAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Create a pet.")

  @Argument(help: "Its name, 1 to 30 characters.")
  var name: [String]

  @OptionGroup var numbers: PetNumberOptions

  @Flag(help: "Print the pet as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let draft = PetDraft(name: name.joined(separator: " "), numbers: numbers.values)
    let added = try LaundryDesk(library.open(), at: LocalClock.now).add(draft)
    LaundryWords.warn(of: added)
    if json { return Output.json(added.pet.json) }
    Output.line("\(LaundryWords.face(added.pet)) created \(added.pet.pet.name.onOneLine): \(LaundryWords.numbers(added.pet.pet))")
  }
}

/// The numbers of a pet's settings as options.
struct PetNumberOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The length of a wash in minutes, 1-120 (a new pet: 45).", valueName: "min"))
  var wash: Int?

  @Option(help: ArgumentHelp("The length of a drying in minutes, 1-180 (a new pet: 60).", valueName: "min"))
  var dry: Int?

  @Option(help: ArgumentHelp("How often the laundry is done, in days, 1-30 (a new pet: 7).", valueName: "days"))
  var every: Int?

  /// Those that were given.
  var values: [PetNumber: Int] {
    [PetNumber.washMinutes: wash, .dryMinutes: dry, .everyDays: every].compactMapValues(\.self)
  }
}
