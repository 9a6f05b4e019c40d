import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go profile set`.
struct GoProfileSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set up the profile, or change it.",
    discussion: """
      On a terminal, without options, it asks. The first time, notices are on for the chosen activities, and for the dog's. A preset \
      writes all thresholds; size, coat and heat sensitivity are kept for you and don't change scores.
      """)

  @Option(help: ArgumentHelp("chill, balanced or strict.", valueName: "preset"))
  var preset: Preset?

  @Option(help: ArgumentHelp("swim, run or both, separated by a comma; none for none.", valueName: "list"))
  var activities: String?

  @Option(help: ArgumentHelp("The dog's name, 1 to 30 characters.", valueName: "name"))
  var dog: String?

  @Flag(help: "There is no dog (any more).")
  var noDog = false

  @Option(help: ArgumentHelp("The dog's size: small, medium or large.", valueName: "size"))
  var dogSize: Dog.Size?

  @Option(help: ArgumentHelp("The dog's coat: short, medium or long.", valueName: "coat"))
  var dogCoat: Dog.Coat?

  @Option(help: ArgumentHelp("The dog's sensitivity to heat: low, medium or high.", valueName: "level"))
  var dogHeat: Dog.HeatSensitivity?

  @Option(help: ArgumentHelp("Your display name, 1 to 50 characters.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("on, off, or the modes that notices are sent for, separated by commas.", valueName: "modes"))
  var notices: String?

  @Option(help: ArgumentHelp("Hours without these notices, like 22:00-07:00, or off.", valueName: "hours"))
  var quiet: String?

  @Flag(inversion: .prefixedNo, help: "Score swims in the dark 0.")
  var gateAfterDark: Bool?

  @Flag(inversion: .prefixedNo, help: "Allow events about notices to leave this machine.")
  var analytics: Bool?

  @Flag(help: "Don't ask for confirmation.")
  var yes = false

  @Flag(help: "Print the profile as one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if noDog, dog != nil || dogSize != nil || dogCoat != nil || dogHeat != nil {
      throw ValidationError("Give --no-dog or a dog, not both.")
    }
    _ = try change()
  }

  func run() async throws {
    var change = try change()
    let library = try library.open()
    let desk = GoDesk(library, clock: LocalClock.wall)
    let before = try desk.setup()
    if change.isEmpty {
      guard Terminal.isConversation else {
        throw CommandError(.usage, "nothing to set", hint: "for example: hsync go profile set --activities swim,run --preset balanced")
      }
      change = try GoProfileQuestions(before).ask()
    } else {
      try confirm(change, before)
    }
    let after = try desk.change(change)
    try await NoticeDesk(library).plan()
    if json { return Output.json(after.profile.json) }
    GoProfileWords(after).lines.forEach(Output.line)
  }

  /// Asks on a terminal, because scores change; a script that names the change means it.
  private func confirm(_ change: GoProfileChange, _ before: GoSetup) throws {
    guard before.hasProfile, !yes, Terminal.canAsk else { return }
    if let preset = change.preset, preset != before.profile.preset {
      try Confirmation.require("switch to \(preset.rawValue)? Your scores will update.", isGiven: false)
    }
    if change.dog == .removed, let dog = before.profile.dog {
      try Confirmation.require("remove \(dog.name.onOneLine)? Dog mode scores will use defaults.", isGiven: false)
    }
  }

  private func change() throws -> GoProfileChange {
    var change = GoProfileChange()
    change.displayName = name
    change.preset = preset
    change.activities = try activities.map(GoProfileSetCommand.activities)
    if noDog {
      change.dog = .removed
    } else if dog != nil || dogSize != nil || dogCoat != nil || dogHeat != nil {
      change.dog = .set(name: dog, size: dogSize, coat: dogCoat, heatSensitivity: dogHeat)
    }
    switch notices?.lowercased() {
    case nil: break
    case "on": change.sendsNotices = true
    case "off": change.sendsNotices = false
    case let list?:
      change.sendsNotices = true
      change.noticeModes = Set(try GoProfileSetCommand.words(list, option: "--notices") as [ActivityMode])
    }
    change.quietHours = try quiet.map(GoProfileSetCommand.quietHours)
    change.gatesDarkness = gateAfterDark
    change.allowsAnalytics = analytics
    return change
  }

  /// Reads `swim,run`, `both` or `none`.
  static func activities(_ text: String) throws -> Set<Activity> {
    switch text.lowercased() {
    case "both": Set(Activity.allCases)
    case "none": []
    default: Set(try words(text, option: "--activities"))
    }
  }

  private static func words<Word: RawRepresentable & CaseIterable>(
    _ text: String, option: String
  ) throws -> [Word] where Word.RawValue == String {
    try text.lowercased().split(separator: ",").map { part in
      guard let word = Word(rawValue: String(part).trimmed) else {
        throw ValidationError("\(option) takes \(Word.allCases.map(\.rawValue).joined(separator: ", ")), not '\(String(part).printable)'.")
      }
      return word
    }
  }

  private static func quietHours(_ text: String) throws -> ActivityWindow.QuietHours {
    if text.lowercased() == "off" { return .standard }
    let ends = text.split(separator: "-").map { ActivityWindow.QuietHours.minute(String($0).trimmed) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else {
      throw ValidationError("--quiet takes two different times like 22:00-07:00, or off.")
    }
    return ActivityWindow.QuietHours(isEnabled: true, startMinute: start, endMinute: end)
  }
}
