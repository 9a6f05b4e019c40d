import Foundation
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings
import Synchronization

/// Follows a timer until it ends, with the time that is left on one line of standard error that is overwritten; nothing is shown when
/// that isn't a terminal.
struct LaundryCountdown: Sendable {
  let library: Library
  /// The pet's whole id.
  let petID: String
  /// The task whose timer it is.
  let taskID: String

  /// Waits for the end. The library is looked at each second: another program or device may cancel the timer.
  ///
  /// - Returns: The pet with its laundry waiting.
  /// - Throws: kind `.no` when the timer was cancelled, `CancellationError` after Ctrl-C.
  func wait() async throws -> PetReading {
    let end = Mutex<PetReading?>(nil)
    try await Interrupt.cancelling { _ in
      let isShown = Terminal.canRewrite(STDERR_FILENO)
      defer { if isShown { Output.rewrite("") } }
      while true {
        let pet = try reading()
        guard pet.task?.id == taskID else {
          throw CommandError(.no, "the timer of \(pet.pet.name.printable) was cancelled", hint: "see it: hsync laundry show \(pet.pet.id)")
        }
        guard pet.stage.isTimed, let timer = pet.timer else { return end.withLock { $0 = pet } }
        if isShown { Output.rewrite("\(LaundryWords.face(pet)) \(pet.pet.name.onOneLine) \(pet.status)  \(LaundryWords.countdown(timer))") }
        try await Task.sleep(for: .milliseconds(max(50, timer.remainingMs % 1000)))
      }
    }
    guard let pet = end.withLock(\.self) else { throw CancellationError() }
    return pet
  }

  private func reading() throws -> PetReading { try LaundryDesk(library, at: LocalClock.now).pet(petID) }
}
