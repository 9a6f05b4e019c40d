import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// The shared context of the plan's routes: the library, and the pages that a refusal shows as well.
struct PlanTable: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices
  let events: PageEvents
  let kept: KeptPages

  /// The page of a day.
  ///
  /// - Parameters:
  ///   - typed: The rejected input of the form for a typed item.
  ///   - typedNote: The note that was typed and not saved; `nil` = the form has the day's.
  func page(
    _ day: Day, _ session: PageSession, typed: TypedPlanItem = TypedPlanItem(), fault: TypedPlanItem.Fault? = nil,
    typedNote: String? = nil, notices: HTML? = nil
  ) async throws -> MadePage {
    let (now, chips, clock, cache) = (clock.now, settings.chips, clock, settings.forecasts?.cache)
    return try await library.read { library in
      let weeks = try PlannedWeek.weeks(1, from: ISOWeek(of: day), in: Planner(library))
      let windows = try cache.flatMap { try GoDesk(library, clock: clock).cached($0) }
      let page = PlanPage(
        planned: weeks[0], day: day, now: now, chips: chips, advice: windows?.advice(for: weeks[0].items) ?? [], session: session,
        typed: typed, fault: fault, typedNote: typedNote,
        notices: notices
      ).page
      let items = weeks[0].items.filter { $0.day == day }
      let workouts = items.count { $0.kind == .workout }
      return MadePage(page: page) { _ in .planner(selectedDay: day, workouts: workouts, meals: items.count - workouts) }
    }
  }

  /// The page of one item.
  ///
  /// - Parameters:
  ///   - id: A whole id; for a weekly item, of its occurrence in the week of `day`.
  ///   - typed: The title as it was refused, for the reason `fault`.
  /// - Throws: `Refusal.noPlanItem`.
  func itemPage(
    _ id: String, on day: Day, _ session: PageSession, typed: String? = nil, fault: String? = nil
  ) async throws -> Page {
    let today = clock.now.day
    do {
      return try await library.read { library in
        let item = try Planner(library).item(matching: id, in: ISOWeek(of: day))
        return PlanItemPage(item: item, day: day, today: today, session: session, typed: typed, fault: fault).page
      }
    } catch  where PlanDesk.isGone(error) {
      throw Refusal.noPlanItem(on: day)
    }
  }

  /// Changes an item.
  ///
  /// - Parameter day: That it is shown on; `nil` = one of this week.
  /// - Returns: The item in words.
  /// - Throws: `Refusal.noPlanItem`, `PlanFailure` or `StoreError`.
  func change(_ change: PlanChange, _ item: String, _ day: Day?) async throws -> String {
    let now = clock.now
    let week = day.map(ISOWeek.init(of:))
    let changed = try await write(day) { try PlanDesk($0, at: now, week: week).change(change, [item]) }
    return changed.first?.item?.words ?? "the item"
  }

  /// Writes to the library.
  ///
  /// - Throws: `Refusal.noPlanItem` where an item isn't there any more, or what the work throws.
  func write<T: Sendable>(_ day: Day?, _ work: @escaping @Sendable (Library) throws -> T) async throws -> T {
    do { return try await library.write(work) } catch  where PlanDesk.isGone(error) { throw Refusal.noPlanItem(on: day) }
  }

  /// The day that a field names; `nil` when it is missing or empty.
  ///
  /// - Throws: `Refusal` for what is no day.
  static func day(_ text: String?) throws(Refusal) -> Day? {
    guard let text, !text.isEmpty else { return nil }
    guard let day = Day(text) else { throw Refusal.badForm }
    return day
  }
}
