import ArgumentParser
import HealthDesk
import HealthModel
import WeekPlan

/// The common part of the commands that add to a plan: the days, and the output of the new items.
struct PlanAddition: ParsableArguments {
  @Option(day: "mon … sun, today, tomorrow, +2, -1 or 2026-02-10 (default: today).", completion: .planDays)
  var day: TypedDay?

  @Flag(help: "Repeat every week on that weekday, from that day on.")
  var weekly = false

  @Option(day: "The last day of a weekly item.", completion: .planDays)
  var until: TypedDay?

  @Flag(name: .shortAndLong, help: "Print only the id.")
  var quiet = false

  @Flag(help: "Print the new item as JSON.")
  var json = false

  func validate() throws {
    if until != nil, !weekly { throw ValidationError("--until goes with --weekly.") }
    if quiet, json { throw ValidationError("Either --quiet or --json.") }
  }

  /// Adds items, all or none, and prints them: `added Run on Fri 27 Nov (k7m2p9qa)`.
  ///
  /// - Throws: kind `.usage` for an empty text, or a last day before the first.
  func add(_ wishes: [(kind: PlanItem.Kind, text: String)], in session: PlanSession) throws {
    let today = session.now.day
    let day = session.day(day)
    let last = until?.day(in: session.week, today: today)
    let draft = try PlanDraft(wishes, on: day, repeats: weekly ? .weekly(until: last) : nil)
    let items = try recorded(wishes.map(\.kind), on: day, in: session) { try session.desk.add(draft) }
    for item in items {
      if json {
        Output.json(item.json)
      } else {
        Output.line(quiet ? item.shortID : "added \(item.line(beside: today))")
      }
    }
    // "mon" on a Friday is the Monday that was: right for what was done, a surprise for what is to be.
    if day < today, session.week == ISOWeek(of: today), self.day?.weekday != nil, !quiet, !json {
      Output.notice("\(PlanDates.day(day, beside: today)) is past; for the one to come: --week next")
    }
  }

  /// Runs `body`, and records the added items as events in the local log.
  private func recorded(
    _ kinds: [PlanItem.Kind], on day: Day, in session: PlanSession, _ body: () throws -> [PlanItem]
  ) throws -> [PlanItem] {
    let actions = kinds.map { Events.atStart.begin(.plannerQuickAdd(type: $0 == .workout ? .workout : .meal, day: day)) }
    let items: [PlanItem]
    do { items = try body() } catch {
      actions.forEach { $0.ended(with: error) }
      throw error
    }
    // For the events alone: what was added is added, whatever becomes of this.
    let planned = (try? session.planner.items(from: day, through: day)) ?? items
    for (action, item) in zip(actions, items) {
      action.succeeded(.planned(newTotal: planned.count { ($0.kind == .workout) == (item.kind == .workout) }))
    }
    return items
  }
}
