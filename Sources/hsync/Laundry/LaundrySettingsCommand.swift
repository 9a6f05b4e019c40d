import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync laundry settings`.
struct LaundrySettingsCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show the settings of laundry pets.",
    discussion: "hsync config set changes one; hsync laundry edit changes those of a pet.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let values = try? SettingValues(paths: Paths())
    let settings = Setting.ofLaundry.map { setting in
      (name: setting.name, value: (try? values?.found(setting))?.value ?? setting.fallback, about: setting.about)
    }
    if json {
      return Output.json(.object(settings.map { (String($0.name.dropFirst("laundry.".count)), $0.value?.json ?? .null) }))
    }
    var columns = Columns([.left, .left, .left], elastic: 2)
    for setting in settings { columns.add([setting.name, setting.value?.lines.first?.onOneLine ?? "", setting.about]) }
    columns.lines(within: Terminal.room).forEach(Output.line)
    Output.line("change one: hsync config set \(Setting.soundsLaundry.name) false; try notices: hsync notices --test")
  }
}
