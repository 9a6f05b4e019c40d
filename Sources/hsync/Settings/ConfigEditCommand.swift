import ArgumentParser
import Foundation
import HealthModel
import Settings

/// `hsync config edit`.
struct ConfigEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit config.toml in $VISUAL or $EDITOR, and check it before it is saved.",
    discussion: "You edit a copy. It replaces config.toml only if it is valid TOML and all its values are valid.")

  func run() throws {
    let paths = Paths()
    let file = SettingsFile(paths: paths)
    let before = try file.text()
    let copy = "\(try file.makeFolder())/edit-\(getpid()).toml"
    let start = before ?? SettingsTemplate.text
    guard FileManager.default.createFile(atPath: copy, contents: Data(start.utf8), attributes: [.posixPermissions: 0o600]) else {
      throw CommandError(.cantCreate, "\(copy) can't be written", hint: "check the folder's permissions and space")
    }
    var isKept = false
    defer { if !isKept { unlink(copy) } }
    while true {
      try Editor(paths: paths).edit(copy)
      guard let after = FileManager.default.contents(atPath: copy).flatMap({ String(validating: $0, as: UTF8.self) }) else {
        throw CommandError(.badData, "the edited text isn't UTF-8", hint: "config.toml wasn't changed")
      }
      guard after != start else { return Output.notice("nothing was changed") }
      do throws(SettingsError) {
        try SettingValues(paths: paths, text: after).check()
        return try file.replace(before, with: after)
      } catch {
        guard Terminal.canAsk, error.kind == .configuration else {
          isKept = true
          throw CommandError(error.kind, error.message, hint: "config.toml wasn't changed; your text is in \(copy)")
        }
        Output.report(CommandError(error.kind, error.message))
        if Terminal.ask("edit it again? [Y/n] ")?.lowercased().hasPrefix("n") ?? true {
          throw CommandError(.no, "nothing was changed")
        }
      }
    }
  }
}
