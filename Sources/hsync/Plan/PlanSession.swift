import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// A plan that is open for one command: the day, the week that is meant, and edits with the words for what they did.
struct PlanSession {
  let library: Library
  let desk: PlanDesk

  /// Opens the library; the week is that of `--week`, else this one.
  init(_ options: LibraryOptions, week: WeekOptions? = nil) throws {
    let now = LocalClock.now
    let week = try week?.week(from: now.day)
    library = try options.open()
    desk = PlanDesk(library, at: now, week: week)
  }

  /// The plan.
  var planner: Planner { desk.planner }
  /// The time of the command, read once.
  var now: Moment { desk.now }
  /// The week in which weekdays and items of a series are interpreted.
  var week: ISOWeek { desk.week }

  /// The day that is meant; today without one.
  func day(_ argument: TypedDay?) -> Day { argument?.day(in: week, today: now.day) ?? now.day }

  /// Changes each item or none at all, and prints the outcome of each: `done Run on Fri 27 Nov (k7m2p9qa)`, or the item
  /// as JSON.
  ///
  /// - Parameter references: Ids or prefixes of them; `-` means those on standard input, one a line: an id, or an item
  ///   as printed by `--json`. Repeated ones count once.
  func change(_ change: PlanChange, _ references: [String], json: Bool) throws {
    for changed in try desk.change(change, ListedNames(references, name: { $0["id"].string }).names) {
      guard let item = changed.item else {
        if !json { Output.line("unchanged: \(changed.reference)") }
        continue
      }
      if json {
        Output.json(item.json)
      } else if changed.isUnchanged {
        Output.line("unchanged: " + item.line(beside: now.day))
      } else {
        Output.line("\(change.told) " + item.line(beside: now.day, preposition: change.preposition))
      }
    }
  }
}

extension PlanChange {
  /// The words before the item.
  fileprivate var told: String { if case .rename = self { "renamed to" } else { verb } }

  /// The word before the item's day.
  fileprivate var preposition: String { if case .move = self { "to" } else { "on" } }
}
