import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync config list`, which is what `hsync config` does.
struct ConfigListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every setting, its value, and where the value comes from.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let lastSyncMs = Events.lastSyncMs(ofLibrary: Paths().value("HSYNC_DB") ?? Paths().usualLibrary)
    Events.atStart.record(
      .screenViewed(.settings(hasPermissions: Events.atStart.hasPermissions, lastSyncAgeSec: Events.atStart.ageSec(ofMs: lastSyncMs))))
    let values = try SettingValues(paths: Paths())
    var failures = Failures()
    var rows: [(setting: Setting, found: SettingValues.Found?)] = []
    for setting in values.settings {
      do throws(SettingsError) { rows.append((setting, try values.found(setting))) } catch { failures.report(error) }
    }
    let unknown = values.unknown
    if json { Output.json(document(rows, unknown)) } else { show(rows) }
    for name in unknown { Output.notice(SettingValues.complaint(about: name)) }
    try failures.throwIfAny()
  }

  private func show(_ rows: [(setting: Setting, found: SettingValues.Found?)]) {
    var columns = Columns([.left, .left, .left])
    for (setting, found) in rows {
      let source =
        switch found?.origin {
        case .variable: "$" + (setting.variable ?? "")
        case .file: ""
        case .fallback, nil: "default"
        }
      let value = found.map { $0.value.lines.joined(separator: ", ") } ?? ""
      columns.add([setting.name, value.isEmpty ? "-" : value, source.isEmpty ? "" : Terminal.styled(source, .dim)])
    }
    columns.lines().forEach(Output.line)
  }

  private func document(_ rows: [(setting: Setting, found: SettingValues.Found?)], _ unknown: [String]) -> JSON {
    .object([
      ("path", .string(Paths().configuration)), ("settings", .array(rows.map { $0.setting.json($0.found) })),
      ("unknown", .array(unknown.map(JSON.string))),
    ])
  }
}
