import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import WeekPlan

/// `hsync plan apply [FILE|-]`.
struct PlanApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Do what a script says, a JSON object per line: all of it or nothing.",
    discussion: """
      Lines are {"op":"add","type":"workout","title":"Run","day":"fri"}, {"op":"done","id":"k7m2"}, undone, rename, move, rm, note, copy_week; or whole \
      items as hsync plan --json --items prints them, changed or not. Blank lines and those that begin with # are skipped. docs/planner.md has all.
      """)

  @Argument(help: "The script; - is standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Check it against the plan and tell what it would do; write nothing.")
  var dryRun = false

  @Flag(help: "One JSON document with the counts and the items.")
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
