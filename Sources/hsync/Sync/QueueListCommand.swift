import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// `hsync queue list`.
struct QueueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List refused records, latest first.")

  @Flag(help: "Print one JSON object per record, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let refused = try QuarantineLog(library.open()).entries()
    if json { return refused.forEach { Output.json(.object($0.members)) } }
    if refused.isEmpty { return Output.line("there are no refused records") }
    var columns = Columns([.left, .left, .left])
    for entry in refused {
      let moment = LocalClock.moment(atMs: entry.atMs)
      columns.add(["\(moment.day) \(moment.clock)", "\(entry.kind)/\(QueueListCommand.shortID(of: entry, among: refused))", entry.words])
      columns.add(["", "", Terminal.styled(entry.message, .warning)])
    }
    columns.lines().forEach(Output.line)
  }

  /// Returns the end of a long id, as in `hsync meals`, long enough to be unique; a short id whole.
  private static func shortID(of entry: QuarantineLog.Entry, among all: [QuarantineLog.Entry]) -> String {
    let others = all.filter { $0.kind == entry.kind && $0.id != entry.id }.map { $0.id.lowercased() }
    guard entry.id.count > 24 else { return entry.id }
    for length in 6..<entry.id.count {
      let end = entry.id.suffix(length).lowercased()
      if !others.contains(where: { $0.hasSuffix(end) || $0.hasPrefix(end) }) { return String(entry.id.suffix(length)) }
    }
    return entry.id
  }
}
