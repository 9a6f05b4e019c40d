import FoodScan
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// Handles a photo's barcodes in `watch`: looks them up, then logs or queues them and marks the photo, in one transaction.
struct WatchSession {
  private let finder: FoodFinder
  private let ledger: PhotoLedger
  private let options: AmountOptions
  private let logs: Bool
  private let takesOld: Bool
  private let hasAuthToken: Bool
  private var attributions: [Attribution?] = []

  /// - Parameters:
  ///   - logs: Whether products are logged, or only shown.
  ///   - takesOld: Whether photos from long ago are logged, too.
  init(library: Library, products: ProductOptions, logging options: AmountOptions, logs: Bool, takesOld: Bool) throws {
    finder = try products.finder(in: library)
    ledger = PhotoLedger(library)
    self.options = options
    self.logs = logs
    self.takesOld = takesOld
    hasAuthToken = Events.hasAuthToken(for: library)
  }

  /// Looks up the products of a photo and settles it.
  ///
  /// - Returns: `false` when another watcher settled a photo with these bytes meanwhile: nothing is to be printed.
  /// - Throws: Errors of the look-up or the library; the photo isn't marked then and can be tried again.
  mutating func settle(_ photo: inout WatchedPhoto, _ outcome: Result<PhotoReading, ScanError>) async throws -> Bool {
    var food: PhotographedFood
    var actions: [GTIN: EventAction] = [:]
    switch outcome {
    case .failure(let error):
      food = PhotographedFood(finder, purpose(of: photo), otherwise: .unreadable)
      photo.report.fail(error)
    case .success(let reading):
      food = PhotographedFood(finder, purpose(of: photo), otherwise: .noBarcode)
      photo.report.add(reading, isExplained: false)
      for index in photo.report.finds.indices {
        let barcode = photo.report.finds[index].barcode
        let gtin = barcode.gtin
        if logs, isRecent(photo), actions[gtin] == nil {
          actions[gtin] = Events.atStart.begin(
            .foodLogSubmit(barcode: gtin.description, hasAuthToken: hasAuthToken), since: photo.noticedMs)
        }
        let finding = try await food.find(gtin, text: barcode.text)
        photo.report.finds[index].finding = finding
        attributions.append(finding.product?.attribution)
        if let failure = finding.failure {
          photo.report.fail(failure)
          actions[gtin]?.ended(with: failure)
        }
      }
    }
    let reason = photo.report.errors.first?.message
    guard let settled = try food.settle(photo.file, photo.digest, reason: reason, in: ledger) else { return false }
    tell(settled, in: &photo)
    for gtin in settled.logged.compactMap(\.gtin) + settled.repeated { actions[gtin]?.succeeded(.logged) }
    return true
  }

  /// The last words of a run: whose data was shown.
  func finish(isJSON: Bool) {
    if !isJSON { Attribution.sentences(attributions).forEach(Output.notice) }
  }

  private func isRecent(_ photo: WatchedPhoto) -> Bool { takesOld || !photo.time.isOld }

  private func purpose(of photo: WatchedPhoto) -> PhotographedFood.Purpose {
    guard logs else { return .show }
    guard isRecent(photo) else { return .leaveOld }
    return .log(MealWish(eatenAt: photo.time.moment, slot: options.slot, amount: options.amount, note: options.note))
  }

  private func tell(_ settled: SettledPhoto, in photo: inout WatchedPhoto) {
    photo.outcome = settled.outcome
    for meal in settled.logged {
      if let index = photo.report.finds.firstIndex(where: { $0.barcode.gtin == meal.gtin }) { photo.report.finds[index].mealID = meal.id }
      photo.lines.append("  " + meal.loggedLine(on: LocalClock.now.day))
    }
    for find in photo.report.finds where settled.repeated.contains(find.barcode.gtin) {
      photo.lines.append("  \(find.product?.name ?? find.barcode.text) of about that time is logged already; not logged again")
    }
    if settled.outcome == .old {
      photo.lines.append(
        "  taken \(photo.time.moment.day), too old to log automatically: hsync watch --all, or hsync scan --log")
    }
    if settled.outcome == .noBarcode, photo.report.others.isEmpty { photo.report.notices.append("\(photo.report.shownPhoto): no barcode") }
  }
}
