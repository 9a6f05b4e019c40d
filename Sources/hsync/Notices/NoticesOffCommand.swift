import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync notices off`.
struct NoticesOffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Turn all notices off, and cancel those that are planned.",
    discussion: "Sets notices.enabled to false. Engines go on; hsync notices on turns their notices on again.")

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    try NoticesSwitch.set(false)
    try await NoticeDesk(try library.open(), isEnabled: false).plan()
    Output.line("notices are off")
  }
}

/// `hsync notices on`.
struct NoticesOnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "on", abstract: "Turn notices on again.")

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    try NoticesSwitch.set(true)
    let desk = NoticeDesk(try library.open(), isEnabled: true)
    try await desk.plan()
    let glance = try desk.glance()
    Output.line("notices are on, \(Quantity.count(glance.planned.count, "notice")) planned")
    if glance.ways.isEmpty { Output.notice("\(CommandError.noWay.message); name one: hsync config set notices.ways desktop") }
  }
}

/// The setting `notices.enabled`.
private enum NoticesSwitch {
  static func set(_ isOn: Bool) throws {
    let setting = Setting.showsNotices
    if let variable = try SettingsFile(paths: Paths()).set(setting, words: ["\(isOn)"], from: "/", .replaces) {
      Output.notice("$\(variable) is set and overrides \(setting.name)")
    }
  }
}
