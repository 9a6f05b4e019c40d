import HealthDesk
import HealthModel
import HealthStore
import Products
import Settings

/// Handles the barcodes of one run of `scan`: looks them up, queues those that can't be looked up, logs.
struct ScanSession {
  /// The treatment of a product that was found.
  enum Mode { case show, ask, log }

  private var food: ScannedFood
  private let diet: DietDesk
  private let options: AmountOptions
  private let mode: Mode
  private var attributions: [Attribution?] = []
  /// Whether `a` was answered.
  private var asksNoMore = false
  private let hasAuthToken: Bool
  /// The time since when the user has waited for the current photo, milliseconds since 1970.
  private var sinceMs = LocalClock.nowMs

  init(library: Library, products: ProductOptions, logging options: AmountOptions, mode: Mode) throws {
    food = ScannedFood(library, try products.finder(in: library))
    diet = DietSession(library).desk
    self.options = options
    self.mode = mode
    hasAuthToken = Events.hasAuthToken(for: library)
  }

  /// Looks each barcode of a photo up; with `--log` logs what was found.
  mutating func look(up report: inout PhotoReport) async throws {
    for index in report.finds.indices {
      let barcode = report.finds[index].barcode
      let action = mode == .log && !food.isTaken(barcode.gtin) ? begin(barcode.gtin) : nil
      let wish = mode == .log ? try options.wish(now: LocalClock.now) : nil
      let finding = try await food.find(barcode.gtin, text: barcode.text, wish: wish)
      report.finds[index].finding = finding
      attributions.append(finding.product?.attribution)
      if let failure = finding.failure {
        report.fail(failure)
        action?.ended(with: failure)
      }
      guard let product = finding.product, mode == .log else { continue }
      do {
        let (meal, lines) = try log(product, try options.wish(now: LocalClock.now))
        report.finds[index].mealID = meal?.id
        report.notices += lines.isEmpty ? ["\(product.name) was logged from an earlier photo of this run; not logged again"] : lines
        action?.succeeded(.logged)
      } catch let error as any UserFacingError {
        report.fail(error)
        action?.ended(with: error)
      }
    }
    if mode == .log { sinceMs = LocalClock.nowMs }
  }

  /// Logs a product, unless this run has logged it already.
  ///
  /// - Returns: The meal and the lines about it; `nil` and none = it was logged already.
  private mutating func log(_ product: Product, _ wish: MealWish) throws -> (meal: Meal?, lines: [String]) {
    let diet = diet
    let (meal, effect) = try diet.watching(wish.eatenAt.day) { try food.log(product, wish) }
    guard let meal else { return (nil, []) }
    return (meal, [meal.loggedLine(on: LocalClock.now.day)] + (effect?.lines(of: meal) ?? []))
  }

  /// Records that the user requested to log it.
  private func begin(_ gtin: GTIN) -> EventAction {
    Events.atStart.begin(.foodLogSubmit(barcode: gtin.description, hasAuthToken: hasAuthToken), since: sinceMs)
  }

  /// On a terminal: asks once for each product found and logs it according to the answer.
  ///
  /// - Returns: whether to continue scanning.
  mutating func offerToLog(_ report: PhotoReport, failures: inout Failures) -> Bool {
    guard mode == .ask else { return true }
    for product in report.finds.compactMap(\.product) where !food.isTaken(product.gtin) && !Task.isCancelled {
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
          try log(product, try options.wish(now: LocalClock.now, amount: chosen)).lines.forEach(Output.notice)
          action.succeeded(.logged)
        } catch {
          action.ended(with: error)
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
    if !isJSON { Attribution.sentences(attributions).forEach(Output.notice) }
  }
}
