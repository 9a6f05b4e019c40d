import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// Photos that were taken offline and queued on the device. The user doesn't see the answer, so the usual portion of each product is
/// logged, once for each photo however often it is sent.
struct WaitedPhotos: Sendable {
  let desk: FoodDesk

  /// The result of processing the photos.
  struct Outcome: Sendable {
    var logged: [Meal] = []
    /// Barcodes that will be logged once found.
    var waiting = 0
    /// Photos that were sent before.
    var known = 0
    /// Sentences about photos that gave nothing.
    var faults: [String] = []
  }

  /// Logs the photos of a form. The answer is a refusal, which is kept where the photos were taken, if one of them gives nothing.
  func log(_ photos: [SentPhoto], _ form: Form, _ session: PageSession) async throws -> Response {
    let eatenAt: Moment
    do {
      eatenAt = try form.enteredAt(by: desk.clock)
    } catch let fault as EntryError {
      return try await desk.scanPage(session, fault: fault.message).response(.unprocessableContent)
    }
    let outcome = try await outcome(of: photos, eatenAt: eatenAt)
    let names = outcome.logged.map(\.name).joined(separator: ", ")
    if !outcome.faults.isEmpty {
      let others = names.isEmpty ? "" : " Logged from the others: \(names)."
      return try await desk.scanPage(session, fault: outcome.faults.joined(separator: " ") + others).response(.unprocessableContent)
    }
    if outcome.waiting > 0 {
      return desk.notices.redirect(
        to: "/scan", .waiting("\(Quantity.count(outcome.waiting, "barcode")) will be logged once found. \(names)"))
    }
    return desk.notices.redirect(
      to: "/scan", names.isEmpty ? .done("That was already logged; it wasn't logged twice.") : .done("Logged \(names)", undoFor: session))
  }

  /// Logs the products in photos.
  func outcome(of photos: [SentPhoto], eatenAt: Moment) async throws -> Outcome {
    let desk = desk
    return try await desk.find { finder, library in
      let ledger = PhotoLedger(library)
      var outcome = Outcome(faults: photos.compactMap(\.fault))
      for photo in photos where !photo.barcodes.isEmpty {
        // It was sent before, and its answer was lost.
        if try ledger.outcome(of: photo.digest)?.isOpen == false {
          outcome.known += 1
          continue
        }
        try await WaitedPhotos.log(photo, MealWish(eatenAt: eatenAt, slot: nil, amount: nil, note: nil), finder, ledger, &outcome, desk)
      }
      return outcome
    }
  }

  private static func log(
    _ photo: SentPhoto, _ wish: MealWish, _ finder: FoodFinder, _ ledger: PhotoLedger, _ outcome: inout Outcome, _ desk: FoodDesk
  ) async throws {
    var food = PhotographedFood(finder, .log(wish), otherwise: .unknownProduct)
    var isOfUse = false
    var faults: [String] = []
    for barcode in photo.barcodes {
      let action = desk.begin(logging: barcode.gtin.description)
      let finding = try await food.find(barcode.gtin, text: barcode.text)
      if let failure = finding.failure { action.failed(failure) } else { action.succeeded(.logged) }
      switch finding.failure {
      case nil: isOfUse = true
      case .pending:
        isOfUse = true
        outcome.waiting += 1
      case let failure?: faults.append(failure.sentence.sentence)
      }
    }
    outcome.faults += faults
    // One that gives nothing may be sent again when its product is known.
    guard isOfUse else { return }
    outcome.logged += try food.settle(nil, photo.digest, reason: faults.first, in: ledger)?.logged ?? []
  }
}
