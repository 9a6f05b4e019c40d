import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel

/// `hsync diet settings`.
struct DietSettingsCommand: ParsableCommand, NeedingSettings {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show the plan's profile and choices; with options, change them from today on.",
    discussion: "The plan goes on; past days keep the targets that they had.")

  @OptionGroup var answers: DietAnswerOptions

  @Option(
    help: "Keep the macro goals at this weight in kg; off = they follow the latest weight.",
    transform: { try OptionalNumberArgument($0, in: .kg) })
  var lockMacros: OptionalNumberArgument?

  @Option(in: .percent, help: "Percent of imported active energy that is added to the target, 0-100 (default: 0).")
  var activeShare: TypedNumber?

  @Option(help: "Whether the plan has notices: on or off.")
  var notices: SwitchArgument?

  @Option(help: "Their style: supportive or gentle-guilt.")
  var voice: NoticeVoice?

  @Option(help: "The time of a reminder to weigh yourself, like 07:30; off = none.")
  var weighIn: OptionalClockArgument?

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  var settingsNeed: SettingsNeed { isChange ? .refuses : .tells }

  private var isChange: Bool {
    !answers.isEmpty || lockMacros != nil || activeShare != nil || notices != nil || voice != nil || weighIn != nil
  }

  func run() throws {
    let session = try DietSession(library)
    if isChange {
      try session.desk.edit(at: session.now) { draft, choice in
        try answers.fill(&draft)
        if let lockMacros { draft.lockedWeightKg = lockMacros.value }
        if let activeShare { draft.activeShare = activeShare.value / 100 }
        if let notices { choice.isOn = notices == .on }
        if let voice { choice.voice = voice }
        if let weighIn { choice.weighInMinute = weighIn.minute }
      }
    }
    let settings = try DietSettings(session)
    if json { return Output.json(settings.json) }
    settings.lines.forEach(Output.line)
  }
}
