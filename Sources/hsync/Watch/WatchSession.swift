import FoodScan
import HealthModel
import HealthStore
import Products

/// What `watch` does with what was read in a photo: look up, then log or keep it and mark the photo, in one transaction.
struct WatchSession {
  private let products: ProductLookup
  private let ledger: PhotoLedger
  private let options: AmountOptions
  private let logs: Bool
  private let takesOld: Bool
  private let hasAuthToken: Bool
  private var showsOpenFoodFacts = false

  /// - Parameters:
  ///   - logs: Whether products are logged, or only shown.
  ///   - takesOld: Whether photos from long ago are logged, too.
  init(library: Library, products: ProductOptions, logging options: AmountOptions, logs: Bool, takesOld: Bool) throws {
    self.products = try products.lookup(in: library)
    ledger = PhotoLedger(library)
    self.options = options
    self.logs = logs
    self.takesOld = takesOld
    hasAuthToken = Events.hasAuthToken(for: library)
  }

  /// Looks up what a photo shows and settles it.
  ///
  /// - Returns: `false` when another watcher settled a photo with these bytes meanwhile: nothing is to be said.
  /// - Throws: What hinders the look-up or the library; the photo isn't marked then and can be tried again.
  mutating func settle(_ photo: inout WatchedPhoto, _ outcome: Result<PhotoReading, ScanError>) async throws -> Bool {
    var harvest = PhotoHarvest(otherwise: .noBarcode)
    var actions: [GTIN: EventAction] = [:]
    switch outcome {
    case .failure(let error):
      harvest.otherwise = .unreadable
      photo.report.fail(error)
    case .success(let reading):
      photo.report.add(reading, isExplained: false)
      for index in photo.report.finds.indices {
        let gtin = photo.report.finds[index].barcode.gtin
        if logs, isRecent(photo), actions[gtin] == nil {
          actions[gtin] = Events.begin(.foodLogSubmit(barcode: gtin.description, hasAuthToken: hasAuthToken), since: photo.noticedMs)
        }
        let answer = try await products.answer(for: gtin)
        photo.report.finds[index].answer = answer
        gather(answer, photo.report.finds[index].barcode, of: &photo, into: &harvest, actions[gtin])
      }
    }
    harvest.reason = photo.report.errors.first?.message
    guard let settled = try ledger.settle(photo.file, photo.digest, harvest, at: LocalClock.now) else { return false }
    tell(settled, in: &photo)
    for gtin in settled.logged.compactMap(\.gtin) + settled.repeated { actions[gtin]?.succeeded(.logged) }
    return true
  }

  /// The last words of a run: whose data was shown.
  func finish(isJSON: Bool) {
    if showsOpenFoodFacts, !isJSON { Output.notice(Attribution.openFoodFacts) }
  }

  private func isRecent(_ photo: WatchedPhoto) -> Bool { takesOld || !photo.time.isOld }

  /// What one answer comes to. Of several codes in a photo the best decides what becomes of it.
  private mutating func gather(
    _ answer: ProductAnswer, _ barcode: Barcode, of photo: inout WatchedPhoto, into harvest: inout PhotoHarvest, _ action: EventAction?
  ) {
    let now = LocalClock.now
    let isRecent = isRecent(photo)
    let wish = MealWish(eatenAt: photo.time.moment, slot: options.slot, amount: options.amount, note: options.note)
    func fail(_ error: any UserFacingError, _ outcome: PhotoOutcome) {
      photo.report.fail(error)
      action?.failed(error)
      harvest.settle(for: outcome)
    }
    switch answer {
    case .found(let product):
      showsOpenFoodFacts = showsOpenFoodFacts || product.isFromOpenFoodFacts
      harvest.answered.append(barcode.gtin)
      guard logs else { return harvest.settle(for: .shown) }
      guard isRecent else { return harvest.settle(for: .old) }
      do {
        harvest.meals.append(try Meal(wish, of: product, now: now))
      } catch let error as any UserFacingError {
        fail(error, .refused)
      } catch {
        fail(CommandError(.software, "\(error)"), .refused)
      }
    case .notFound:
      harvest.answered.append(barcode.gtin)
      // Nobody else could know a shop's own number: reading it is all that one can do.
      if barcode.gtin.isInStore, !logs { return harvest.settle(for: .shown) }
      fail(barcode.gtin.isInStore ? CommandError.inStore(barcode.text) : .unknownProduct(barcode.text), .unknownProduct)
    case .unavailable(let trouble):
      harvest.pending.append(
        PendingLookup(
          gtin: barcode.gtin, text: barcode.text, reason: trouble.sentence, atMs: now.ms, wishes: logs && isRecent ? [wish] : []))
      fail(CommandError.kept(barcode.text, trouble, willBeLogged: logs && isRecent), .pending)
    }
  }

  private func tell(_ settled: SettledPhoto, in photo: inout WatchedPhoto) {
    photo.outcome = settled.outcome
    for meal in settled.logged {
      if let index = photo.report.finds.firstIndex(where: { $0.barcode.gtin == meal.gtin }) { photo.report.finds[index].mealID = meal.id }
      photo.lines.append("  " + meal.loggedLine)
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

extension PhotoHarvest {
  /// Takes the better of two outcomes: the one that stands first in the list of them.
  fileprivate mutating func settle(for outcome: PhotoOutcome) {
    let order = PhotoOutcome.allCases
    if let (new, old) = order.firstIndex(of: outcome).flatMap({ new in order.firstIndex(of: otherwise).map { (new, $0) } }), new < old {
      otherwise = outcome
    }
  }
}
