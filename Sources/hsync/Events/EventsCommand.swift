import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync events`: what hsync noted of its own use, on this machine.
struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Show the local log of viewed screens and completed actions, with statistics.",
    discussion: """
      The log is a file on this machine. It is sent only after hsync config set analytics.opt_in true, to your own backend with the next \
      successful sync; docs/events.md describes its fields. hsync config set analytics.log false turns it off.
      """)

  @Option(name: .customShort("n"), help: ArgumentHelp("Number of latest entries to show.", valueName: "count"))
  var count = 20

  @Flag(help: "Show statistics: syncs, scans, look-ups, retries, and how each screen is used.")
  var stats = false

  @Flag(help: "Delete the log.")
  var delete = false

  @Flag(help: "Print the lines of the log unchanged; with --stats, one JSON document.")
  var json = false

  func validate() throws {
    if stats, delete { throw ValidationError("Give --stats or --delete, not both.") }
    if count < 0 { throw ValidationError("-n takes a number of events.") }
  }

  func run() throws {
    let log = EventLog(Paths())
    if delete {
      let hadAny = log.clear()
      return json ? Output.json(.object([("cleared", .bool(hadAny))])) : Output.line(hadAny ? "the log is empty" : "there was no log")
    }
    let events = log.events()
    if stats {
      let (actions, screens) = (EventStatistics(events), ScreenStatistics(events) { LocalClock.moment(atMs: $0).day })
      if json { return Output.json(.object(actions.members + screens.members)) }
      var columns = Columns([.left, .left])
      for row in actions.rows + screens.rows { columns.add(row) }
      return columns.lines().forEach(Output.line)
    }
    let shown = events.suffix(count)
    if json { return shown.forEach(Output.json) }
    if shown.isEmpty { return Output.line("no events yet") }
    var columns = Columns([.left, .left, .left])
    for event in shown {
      let moment = LocalClock.moment(atMs: event["at_ms"].int ?? 0)
      let facts = (event.members ?? []).dropFirst(2).map { "\($0.key)=\($0.value.string ?? $0.value.text)" }
      columns.add(["\(moment.day) \(moment.clock)", event["event"].string ?? "", facts.joined(separator: " ")])
    }
    columns.lines().forEach(Output.line)
  }
}
