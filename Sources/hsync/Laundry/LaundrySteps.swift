import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings

/// Steps of pets, with what follows from each: the user's command and the notices.
enum LaundrySteps {
  /// Makes a step.
  ///
  /// - Returns: The pet afterwards.
  /// - Throws: As `LaundryDesk.step`.
  static func make(_ event: PetEvent, of name: String, in library: Library, at now: Moment) async throws -> PetReading {
    let step = try LaundryDesk(library, at: now).step(event, name)
    Configuration.atStart.laundry.hook.run(LaundryEvent(.step(event), step.pet, atMs: now.ms))
    // Best effort: whatever delivers notices plans them again first.
    _ = try? await NoticeDesk(library).plan()
    return step.pet
  }
}
