import HealthModel
import HealthStore
import Products

/// What `scan` does with the barcodes of one run: look up, keep what must wait, log.
struct ScanSession {
  /// What happens with a product that was found.
  enum Mode { case show, ask, log }

  private let products: ProductLookup
  private let pending: PendingLookups
  private let diary: MealLog
  private let options: AmountOptions
  private let mode: Mode
  private var showsOpenFoodFacts = false
  /// Whether `a` was answered.
  private var asksNoMore = false
  private var loggedCodes: Set<GTIN> = []
  private let hasAuthToken: Bool
  /// Since when whoever scans has waited for the photo at hand, milliseconds since 1970.
  private var sinceMs = LocalClock.nowMs

  init(library: Library, products: ProductOptions, logging options: AmountOptions, mode: Mode) throws {
    self.products = try products.lookup(in: library)
    self.pending = PendingLookups(library)
    self.diary = MealLog(library)
    self.options = options
    self.mode = mode
    hasAuthToken = Events.hasAuthToken(for: library)
  }

  /// Looks each barcode of a photo up; with `--log` logs what was found.
  mutating func look(up report: inout PhotoReport) async throws {
    for index in report.finds.indices {
      let barcode = report.finds[index].barcode
      let action = mode == .log && !loggedCodes.contains(barcode.gtin) ? begin(barcode.gtin) : nil
      // A shop's own number is looked up in the product file alone.
      let answer = try await products.answer(for: barcode.gtin)
      report.finds[index].answer = answer
      switch answer {
      case .found(let product):
        showsOpenFoodFacts = showsOpenFoodFacts || product.isFromOpenFoodFacts
        try pending.settle(barcode.gtin)
        guard mode == .log else { continue }
        do {
          let meal = try log(product, amount: options.amount)
          report.finds[index].mealID = meal?.id
          report.notices.append(meal?.loggedLine ?? "\(product.name) was logged from an earlier photo of this run; not logged again")
          action?.succeeded(.logged)
        } catch let error as any UserFacingError {
          report.fail(error)
          action?.failed(error)
        }
      case .notFound:
        try pending.settle(barcode.gtin)
        // Nobody else could know a shop's own number: reading it is all that a scan can do.
        if barcode.gtin.isInStore, mode != .log { continue }
        let error = barcode.gtin.isInStore ? CommandError.inStore(barcode.text) : .unknownProduct(barcode.text)
        report.fail(error)
        action?.failed(error)
      case .unavailable(let trouble):
        let now = LocalClock.now
        let wish = mode == .log && loggedCodes.insert(barcode.gtin).inserted ? options.wish(now: now) : nil
        try pending.add(barcode.gtin, text: barcode.text, reason: trouble.sentence, wish: wish, atMs: now.ms)
        let error = CommandError.kept(barcode.text, trouble, willBeLogged: mode == .log)
        report.fail(error)
        action?.failed(error)
      }
    }
    if mode == .log { sinceMs = LocalClock.nowMs }
  }

  /// Records that somebody wants it logged.
  private func begin(_ gtin: GTIN) -> EventAction {
    Events.begin(.foodLogSubmit(barcode: gtin.description, hasAuthToken: hasAuthToken), since: sinceMs)
  }

  /// On a terminal: asks once for each product found and logs it with the answer.
  ///
  /// - Returns: whether to scan on.
  mutating func offerToLog(_ report: PhotoReport, failures: inout Failures) -> Bool {
    guard mode == .ask else { return true }
    for product in report.finds.compactMap(\.product) where !loggedCodes.contains(product.gtin) && !Task.isCancelled {
      do {
        let portion = try product.portion(options.amount ?? product.usualAmount)
        let answer = asksNoMore ? .all : LogQuestion(product: product, portion: portion).ask()
        let chosen: Amount
        switch answer {
        case .log(let amount): chosen = amount
        case .all:
          asksNoMore = true
          chosen = portion.amount
        case .leave: continue
        case .quit: return false
        }
        let action = begin(product.gtin)
        do {
          if let meal = try log(product, amount: chosen) { Output.notice(meal.loggedLine) }
          action.succeeded(.logged)
        } catch {
          action.failed(error)
          throw error
        }
      } catch let error as any UserFacingError {
        failures.report(error)
      } catch {
        failures.report(CommandError(.software, "\(error)"))
      }
    }
    sinceMs = LocalClock.nowMs
    return true
  }

  /// The last words of a run: whose data was shown.
  func finish(isJSON: Bool) {
    if showsOpenFoodFacts, !isJSON { Output.notice(Attribution.openFoodFacts) }
  }

  /// Logs it; `nil` if an earlier photo of this run showed the same: photos of one package are one meal.
  private mutating func log(_ product: Product, amount: Amount?) throws -> Meal? {
    guard !loggedCodes.contains(product.gtin) else { return nil }
    let now = LocalClock.now
    let wish = MealWish(eatenAt: options.eatenAt(now: now), slot: options.slot, amount: amount, note: options.note)
    let meal = try Meal(wish, of: product, now: now)
    try diary.log([meal], at: now)
    loggedCodes.insert(product.gtin)
    return meal
  }
}
