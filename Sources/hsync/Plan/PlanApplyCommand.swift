import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import WeekPlan

/// `hsync plan apply [FILE|-]`.
struct PlanApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Apply a script of JSON lines to the plan, atomically.",
    discussion: """
      Each line is an operation, like {"op":"add","type":"workout","title":"Run","day":"fri"} or {"op":"done","id":"k7m2"} (also undone, \
      rename, move, rm, note, copy_week), or a whole item as printed by hsync plan --json --items, changed or not. Blank lines and lines \
      that begin with # are skipped. docs/planner.md describes all operations.
      """)

  @Argument(help: "The script; - is standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Check the script against the plan and show what it would change; write nothing.")
  var dryRun = false

  @Flag(help: "Print one JSON document with the counts and the items.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if file == "-", Terminal.isTerminal(STDIN_FILENO) { throw ValidationError("Give a file, or pipe a script in.") }
  }

  func run() throws {
    let session = try PlanSession(library, week: week)
    let report: PlanReport
    do {
      let script = try PlanScript(parsing: InputText(of: file).bytes, week: session.week, today: session.now.day)
      report = PlanReport(try applied(script, in: session), isRehearsal: dryRun)
    } catch let error as PlanError {
      let hints = [error.advice, dryRun ? nil : "nothing was written"].compactMap(\.self)
      throw CommandError(error.kind, error.message, hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
    }
    if json { return Output.json(report.json) }
    report.lines(beside: session.now.day).forEach(Output.line)
  }

  private func applied(_ script: PlanScript, in session: PlanSession) throws -> [PlanOutcome] {
    do {
      if dryRun { return try session.planner.rehearse(script.edits, week: session.week, at: session.now) }
      return try session.planner.apply(
        script.edits, title: "applied \(Quantity.count(script.edits.count, "line")) to the plan", week: session.week, at: session.now)
    } catch let failure as PlanFailure {
      throw script.located(failure)
    }
  }
}
