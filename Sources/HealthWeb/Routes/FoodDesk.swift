import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// The shared context of the food and scan routes: the library, the products, and the pages that a refusal shows as well.
struct FoodDesk: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices
  let events: PageEvents
  let kept: KeptPages
  let tray = ScanTray()
  private let searching = WorkLanes("hsync.products", count: 1)
  private let searches = KeptSearches()

  init(library: SharedLibrary, settings: LiveSettings, clock: any WallClock, notices: Notices, events: PageEvents, kept: KeptPages) {
    (self.library, self.settings, self.clock, self.notices) = (library, settings, clock, notices)
    (self.events, self.kept) = (events, kept)
  }

  /// Records that the user asked for a meal to be logged.
  ///
  /// - Parameters:
  ///   - barcode: `nil` for a meal by hand.
  ///   - startMs: When the scan began, milliseconds since 1970; `nil` = now.
  func begin(logging barcode: String?, since startMs: Int64? = nil) -> PageAction {
    let path = library.path
    return events.begin(since: startMs) { _ in .foodLogSubmit(barcode: barcode, hasAuthToken: Events.hasAuthToken(forLibrary: path)) }
  }

  /// Runs a lookup off the threads that build pages.
  ///
  /// - Throws: The error of a source that can't be used, what the work throws, or `StoreError`.
  func find<T: Sendable>(_ work: @escaping @Sendable (FoodFinder, Library) async throws -> T) async throws -> T {
    let (finder, clock) = (settings.finder, clock)
    return try await library.ask { library in try await work(finder(library, clock), library) }
  }

  /// The page of food.
  ///
  /// - Parameters:
  ///   - query: The words to search for; empty = the history is shown.
  ///   - shown: The number of results to show.
  ///   - before: The day that the history ends before; `nil` = today.
  ///   - fields: The rejected input of the form by hand.
  func foodPage(
    _ session: PageSession, query: String = "", shown: Int = FoodResults.step, before: Day? = nil,
    fields: MealFields = MealFields(form: "hand"), notices: HTML? = nil
  ) async throws -> MadePage {
    let (now, health) = (clock.now, settings.health)
    let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    let shelf = words.isEmpty ? FoodPage.Shelf() : await shelf(words)
    let mark = settings.mark
    let (searches, makeSearches) = (searches, settings.foodSearches)
    let commits = words.isEmpty ? nil : try? await library.commitNumber()
    return try await library.read { library in
      // Without a plan, or with one that can't be read, food is logged all the same.
      let plan = try? DietDesk(library, settings: health).history()
      let running = plan?.state(on: now.day)?.isActive == true ? plan?.version(on: now.day) : nil
      let rows = FoodRows(session: session, now: now, leadsAway: running != nil)
      let listing: FoodPage.Listing
      if words.isEmpty {
        listing = .history(try FoodHistory(Diary(library), before: before, today: now.day))
      } else {
        let searches = try searches.searches(commits: commits, settings: mark) { try makeSearches(library) }
        listing = .found(FoodResults(query: query, matches: FoodPage.Matches(searches, query), shelf: shelf, shown: shown, rows: rows))
      }
      let form = HandForm(session: session, id: RecordID.make(atMs: now.ms), fields: fields, hasPlan: running != nil)
      let page = FoodPage(
        listing: listing, now: now, session: session, form: form, rows: rows, window: running?.profile.window, notices: notices
      ).page
      // What couldn't be searched may be there again the next time.
      return MadePage(page: page, isLasting: listing.fault == nil)
    }
  }

  /// The page on which a portion of an own or a logged food is chosen.
  ///
  /// - Parameters:
  ///   - own: The id of an own food.
  ///   - again: The id of an entry, if there is no own food.
  ///   - unit: The selected unit; `nil` = the default.
  ///   - typed: The rejected input.
  /// - Throws: `Refusal` when there is no such food.
  func portionPage(
    own: String?, again: String?, _ session: PageSession, unit: TypedMeal.Unit? = nil, typed: TypedMeal = TypedMeal([:]),
    fault: EntryError? = nil, notices: HTML? = nil
  ) async throws -> Page {
    let food = try await library.read { library -> LoggableFood? in
      if let own { return try OwnFoodDesk(library).food(id: own).map(LoggableFood.own) }
      return try again.flatMap { try Diary(library).meal(id: $0) }.map(LoggableFood.entry)
    }
    guard let food else { throw Refusal.noMeal }
    return PortionPage(
      food: food, now: clock.now, session: session, unit: unit, fields: MealFields(form: "portion", typed: typed, fault: fault),
      notices: notices
    ).page
  }

  /// Searches the product file, away from the threads that build pages: it may have to be read.
  private func shelf(_ words: [String]) async -> FoodPage.Shelf {
    let find = settings.products
    do {
      return FoodPage.Shelf(products: try await searching.run { try find(words, FoodPage.mostProducts) })
    } catch {
      return FoodPage.Shelf(fault: error as? any UserFacingError)
    }
  }

  /// The page where scanning begins.
  ///
  /// - Parameter code: The number that was typed.
  func scanPage(_ session: PageSession, code: String = "", fault: String? = nil, notices: HTML? = nil) async throws -> Page {
    let clock = clock
    return try await library.read { library in
      ScanPage(
        pending: try PendingFood(library).list(), clock: { clock.moment(atMs: $0) }, now: clock.now, session: session, code: code,
        fault: fault,
        notices: notices
      ).page
    }
  }

  /// The page of a typed number.
  ///
  /// - Throws: `FoodError` when the text is no barcode; the error of an unusable source, or `StoreError`.
  func findingPage(
    _ text: String, _ session: PageSession, unit: TypedMeal.Unit? = nil, typed: TypedMeal = TypedMeal([:]), fault: EntryError? = nil,
    tray: String? = nil, notices: HTML? = nil
  ) async throws -> MadePage {
    let barcode = try TypedBarcode(text)
    let finding = try await find { finder, _ in try await finder.find(barcode) }
    let page = FindingPage(
      finding: finding, path: "/scan/code?code=\(text.inQuery)", now: clock.now, session: session, unit: unit, typed: typed, fault: fault,
      tray: tray, notices: notices
    ).page
    // A number without a product is looked up each time.
    return MadePage(page: page, isLasting: finding.product != nil)
  }
}
