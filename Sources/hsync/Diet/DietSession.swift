import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// The diet plan of a library that is open for one command.
struct DietSession {
  let desk: DietDesk
  /// The time of the command, read once.
  let now = LocalClock.now

  /// Opens the library.
  init(_ options: LibraryOptions) throws { self.init(try options.open()) }

  /// The plan of an open library.
  init(_ library: Library) { desk = DietDesk(library, settings: Configuration.atStart.health) }

  /// The plan today.
  func glance() throws -> DietGlance { try desk.glance(on: now.day, today: now.day) }
}

extension DietWords {
  /// The texts, with weights in the user's unit.
  static let chosen = DietWords { Quantity.weight($0) }
}
