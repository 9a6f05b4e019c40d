import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// `hsync sync run`, which is what `hsync sync` does.
struct SyncRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Sync now.",
    discussion: """
      Only one run at a time: a second one exits with 75. An interrupted run loses nothing, and sending a record again has no further \
      effect.
      """)

  @Flag(help: "Only show what would be sent.")
  var dryRun = false

  @Flag(help: "Mark the run as started by a timer: it respects the waiting time after failures.")
  var timer = false

  @Flag(help: "Keep running and sync shortly after each edit by any program, and at intervals, until Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "With --watch: how often to pull changes and read sources, 1m to 24h (default: 15m).", valueName: "interval"))
  var every: IntervalArgument?

  @Flag(help: "Print one JSON document; with --watch, one per line for each run that changed something.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if watch, dryRun || timer { throw ValidationError("--watch goes with neither --dry-run nor --timer.") }
    if every != nil, !watch { throw ValidationError("--every goes with --watch; for a timer: hsync schedule install --every …") }
  }

  func run() async throws {
    let library = try library.open()
    if watch { return try await SyncWatch(library, every: every ?? IntervalArgument(minutes: 15), json: json).run() }
    if dryRun {
      guard let engine = try SyncEngine(signedIn: library) else { throw CommandError.notSignedIn }
      return show(try engine.preview())
    }
    if timer, try await TimedNotices(library).run() == .all { return }
    // Nobody taps a timer.
    let action = timer ? nil : Events.atStart.begin(.manualSync(hasPermissions: Events.atStart.hasPermissions))
    do {
      try await sync(library, action)
    } catch {
      action?.ended(with: (error as? StoppedSync)?.stop ?? error)
      throw error
    }
  }

  private func sync(_ library: Library, _ action: EventAction?) async throws {
    var failures = Failures()
    let outcome = try await ReportedSync(library).run(timer ? .timer : .person, reporting: &failures)
    guard case .ran(let report, let engine) = outcome else { throw CommandError.notSignedIn }
    if let stop = report.stop { throw StoppedSync(stop: stop) }
    if json { Output.json(report.json) } else { report.lines.forEach(Output.line) }
    if let failure = report.failure { failures.report(failure) }
    try failures.throwIfAny()
    action?.succeeded(.synced(records: report.pushed + report.pulled))
    Output.flush()
    await Events.atStart.send(with: engine, reason: timer ? .timer : .person)
  }

  private func show(_ preview: SyncPreview) {
    if json { return Output.json(.object([("pending", SyncStatus.json(preview.pending))])) }
    let counts = preview.pending.map { RecordWords.count($0.count, of: $0.kind) }
    Output.line(counts.isEmpty ? "nothing to send" : "would send " + counts.joined(separator: ", "))
    for record in preview.first {
      let words = RecordWords(kind: record.kind, id: record.id, json: record.json) { Quantity.weight($0) }
      let what = record.isDeletion ? "" : "  " + words.line
      Output.line("  \(record.isDeletion ? "delete" : "put   ")  \(record.kind) \(record.id)\(what)")
    }
    let others = preview.pending.reduce(0) { $0 + $1.count } - preview.first.count
    if others > 0 { Output.line("  and \(others) more") }
  }
}

/// A sync that stopped before its end, in M-HOME's words.
private struct StoppedSync: UserFacingError {
  let stop: SyncError

  var message: String { stop.code == .locked ? stop.message : "Sync Failed: \(stop.message)" }
  var hint: Hint? { stop.hint }
  var kind: ErrorKind { stop.kind }
}

extension CommandError {
  /// There is no account to sync with.
  static let notSignedIn = CommandError(.configuration, "no backend to sync with", hint: "hsync login --url URL")
}
