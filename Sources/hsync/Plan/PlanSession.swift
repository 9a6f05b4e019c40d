import HealthModel
import HealthStore
import WeekPlan

/// A plan that is open for one command: the day, the week that is meant, and edits with the words for what they did.
struct PlanSession {
  let library: Library
  let planner: Planner
  /// One moment for all of the command.
  let now: Moment
  /// Which week a weekday, and an item of a series, is meant in.
  let week: ISOWeek

  /// Opens the library; the week is that of `--week`, else this one.
  init(_ options: LibraryOptions, week: WeekOptions? = nil) throws {
    now = LocalClock.now
    self.week = try week?.week(from: now.day) ?? ISOWeek(of: now.day)
    library = try options.open()
    planner = Planner(library)
  }

  /// The day that is meant; today without one.
  func day(_ argument: PlanDay?) throws -> Day { try argument?.day(in: week, today: now.day) ?? now.day }

  /// Makes an edit of each item or none at all, and prints what each did: `done Run on Fri 27 Nov (k7m2p9qa)`, or the item as JSON.
  ///
  /// - Parameters:
  ///   - verb: Past, for the title of the undoable change: `renamed`.
  ///   - told: The same for the line, where that differs: `renamed to`.
  ///   - references: Ids or beginnings of them; `-` stands for those that standard input names, a line each: an id, or an item as `--json`
  ///     prints it. What is named twice counts once.
  ///   - preposition: Before the day.
  func change(
    _ verb: String, told: String? = nil, _ references: [String], preposition: String = "on", json: Bool,
    _ edit: (_ reference: String) -> PlanEdit
  ) throws {
    var items: [(reference: String, item: PlanItem?)] = []
    for reference in try ListedNames(references, name: { $0["id"].string }).names {
      // For the words only: what isn't there, or is there as a whole series alone, is the edit's matter.
      let item = try? planner.item(matching: reference, in: week)
      if item == nil || !items.contains(where: { $0.item?.id == item?.id }) { items.append((reference, item)) }
    }
    let what = items.count == 1 ? items[0].item?.words ?? "a weekly item" : "\(items.count) planned items"
    let outcomes = try planner.apply(items.map { edit($0.reference) }, title: "\(verb) \(what)", week: week, at: now)
    for ((reference, item), outcome) in zip(items, outcomes) {
      let isUnchanged = outcome == .unchanged
      guard let result = outcome.item ?? item else {
        if !json { Output.line("unchanged: \(reference)") }
        continue
      }
      if json {
        Output.json(result.json)
      } else {
        Output.line(
          (isUnchanged ? "unchanged: " : "\(told ?? verb) ") + result.line(beside: now.day, preposition: isUnchanged ? "on" : preposition))
      }
    }
  }
}

extension PlanOutcome {
  /// The one item that it is about, `nil` for notes, weeks and nothing at all.
  var item: PlanItem? {
    switch self {
    case .added(let item), .changed(let item), .removed(let item): item
    case .noted, .copied, .unchanged: nil
    }
  }
}
