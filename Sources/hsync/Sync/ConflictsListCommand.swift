import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// `hsync conflicts list`.
struct ConflictsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List conflicts, latest first.")

  @Flag(help: "Print one JSON object per conflict, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let conflicts = try ConflictLog(library.open()).entries()
    if json { return conflicts.forEach { Output.json(.object($0.members)) } }
    if conflicts.isEmpty { return Output.line("no local edit lost against a newer one") }
    var columns = Columns([.right, .left, .left, .left])
    for conflict in conflicts {
      let moment = LocalClock.moment(atMs: conflict.atMs)
      let won = LocalClock.moment(atMs: conflict.wonAtMs)
      let state = conflict.isRestored ? "restored" : "lost to device \(conflict.wonDevice), \(won.day) \(won.clock)"
      columns.add(["\(conflict.number)", "\(moment.day) \(moment.clock)", conflict.words, Terminal.styled(state, .dim)])
    }
    columns.lines().forEach(Output.line)
  }
}
