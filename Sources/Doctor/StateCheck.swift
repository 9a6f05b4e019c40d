import HealthModel
import HealthStore
import HealthSync

extension LibraryRepair {
  /// Whether a body in flight can be sent again.
  package static func isReadable(_ flight: OutboxQueue.StoredFlight) -> Bool { Flight(leftBehind: flight) != nil }
}

/// Checks for faults that `--repair` can repair.
struct StateCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    guard let library = premises.open else { return [] }
    do throws(StoreError) {
      return try LibraryRepair(library, nowMs: premises.nowMs, isReadable: LibraryRepair.isReadable).faults().map { fault in
        fault.isSevere
          ? .fail(fault.check, fault.words, "hsync doctor --repair") : .warn(fault.check, fault.words, "hsync doctor --repair")
      }
    } catch {
      return [premises.fail("sync", error)]
    }
  }
}
