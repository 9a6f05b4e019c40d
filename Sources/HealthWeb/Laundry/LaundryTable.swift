import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import LaundryPet

/// The shared context of the laundry pets' routes: the library, and the pages that a refusal shows as well.
struct LaundryTable: Sendable {
  let library: SharedLibrary
  let desk: SettingsDesk
  let clock: any WallClock
  let notices: Notices
  let hook: LaundryHooks

  /// Whether a phone vibrates.
  var haptics: Haptics { Haptics(isOn: desk.settings.hasLaundryHaptics) }

  /// A pet of a whole id.
  ///
  /// - Throws: `Refusal.noPet`.
  func pet(_ id: String?) async throws -> PetReading {
    guard let id else { throw Refusal.badForm }
    let now = clock.now
    return try await found { try await library.read { try LaundryDesk($0, at: now).pet(id) } }
  }

  /// The page of a pet.
  ///
  /// - Throws: `Refusal.noPet`.
  func page(
    _ id: String?, _ session: PageSession, isRefused: Bool = false, notices: HTML? = nil
  ) async throws -> Page {
    guard let id else { throw Refusal.badForm }
    let (now, haptics) = (clock.now, haptics)
    let (pet, tasks) = try await found {
      try await library.read { library in
        let desk = LaundryDesk(library, at: now)
        let pet = try desk.pet(id)
        return (pet, try desk.buttons(of: pet))
      }
    }
    return PetPage(pet: pet, tasks: tasks, now: now, session: session, haptics: haptics, isRefused: isRefused, notices: notices).page
  }

  /// Does work on a pet.
  ///
  /// - Throws: `Refusal.noPet` when there is no such pet, or what the work throws.
  func found<T>(_ work: () async throws -> T) async throws -> T {
    do { return try await work() } catch let error as LaundryError {
      switch error.fault {
      case .unknownPet, .noPets, .ambiguousPet: throw Refusal.noPet
      default: throw error
      }
    } catch let error as StoreError where error.code == .notFound {
      throw Refusal.noPet
    }
  }
}
