import HealthDesk
import HealthModel
import HealthSync
import Settings

/// The day in words.
extension DayGlance {
  /// - Parameters:
  ///   - room: Columns of the screen. `nil` = a pipe: one complete fact per line, without decoration.
  ///   - windows: The line about activity windows; `nil` = none.
  func lines(within room: Int?, windows: String? = nil) -> [String] {
    let blank = room == nil ? [] : [""]
    return [Terminal.styled(menu.day.title, .bold)] + blank + (prompt?.lines(within: room) ?? [])
      + (room.map { DayCards(week).lines(within: $0) } ?? ["  " + DayCards(week).line]) + blank
      + menu.mealLines(within: room) + dietLines(within: room) + planLines(within: room) + (windows.map { ["  " + $0] } ?? []) + blank
      + (laundry.map { [$0.line] } ?? []) + stateLines
  }

  private func dietLines(within room: Int?) -> [String] {
    diet.map { FoldedText($0.line, width: room.map { $0 - 2 }).lines.map { "  " + $0 } } ?? []
  }

  /// Returns the rest of the plan: workouts and the day's note.
  private func planLines(within room: Int?) -> [String] {
    var columns = Columns([.left, .left, .left, .right, .left], elastic: 2, dispensable: [1])
    for item in menu.plan.items where item.kind == .workout {
      columns.add([
        DayMenu.mark(isDone: item.isCompleted), "workout", item.title.onOneLine, item.isCompleted ? "done" : "planned", item.shortID,
      ])
    }
    return columns.lines(indent: 2, within: room) + noteLines
  }

  private var noteLines: [String] {
    guard let note else { return [] }
    return note.split(whereSeparator: \.isNewline).enumerated().map { ($0 == 0 ? "  note: " : "        ") + String($1).onOneLine }
  }

  /// The queue, errors, and the age of the data.
  private var stateLines: [String] {
    var lines: [String] = []
    if sync.lookups > 0 { lines.append("\(Quantity.count(sync.lookups, "barcode")) to look up: hsync pending resolve") }
    for rest in failingNotices { lines.append("notices aren't delivered by \(rest.way): \(rest.reason.onOneLine): hsync notices") }
    if sync.refused > 0 { lines.append("\(Quantity.count(sync.refused, "record")) refused by the backend: hsync queue") }
    if let failure = sync.failure {
      lines.append("sync has failed since \(clock(failure.sinceMs)): \(failure.error.message)")
    } else if let end = sync.pausedUntilMs {
      lines.append("sync waits until \(clock(end)): the day's bytes are used up")
    }
    return lines + [Terminal.styled(freshness, .dim)]
  }

  /// `last sync 5 min ago, 3 records wait`; `more than 1,000` where they weren't all counted.
  private var freshness: String {
    let last = sync.lastOkAtMs.map { "last sync \(Age(of: $0, at: now.ms).words)" } ?? "Never synced"
    let isMore = sync.pending > DayGlance.mostWaiting
    let count = isMore ? "more than \(Quantity.grouped(DayGlance.mostWaiting))" : "\(sync.pending)"
    let waiting = sync.pending == 1 ? "1 record waits" : "\(count) records wait"
    return sync.pending == 0 ? last : "\(last), \(waiting)"
  }

  /// `12:03`, with its day unless that is this one.
  private func clock(_ ms: Int64) -> String {
    let moment = LocalClock.moment(atMs: ms)
    return moment.day == now.day ? moment.clock : "\(moment.day) \(moment.clock)"
  }
}
