import ActivityWindow
import Forecast
import HealthDesk
import HealthModel

/// A profile in words.
struct GoProfileWords {
  private let setup: GoSetup

  init(_ setup: GoSetup) { self.setup = setup }

  /// A line for each setting.
  var lines: [String] {
    let profile = setup.profile
    var columns = Columns([.left, .left])
    columns.add(["name", profile.displayName.onOneLine])
    columns.add(["place", "\(setup.place.name.onOneLine) (\(setup.place.id))"])
    columns.add(["activities", list(Activity.allCases.filter(profile.activities.contains).map(\.rawValue))])
    columns.add(["dog", dog(profile)])
    columns.add(["preset", "\(profile.preset.rawValue): \(GoWords.tagline(profile.preset)) \(GoWords.description(profile.preset))"])
    columns.add(["notices", profile.sendsNotices ? list(profile.notifiedModes.map(\.rawValue)) : "off"])
    let quiet = profile.quietHours
    columns.add(["quiet hours", quiet.isEnabled ? "\(quiet.startClock)-\(quiet.endClock)" : "off"])
    columns.add(["after dark", profile.gatesDarkness ? "swims score 0" : "swims score as by day"])
    columns.add(["analytics", profile.allowsAnalytics ? "on" : "off"])
    columns.add(["scoring", Scoring.version])
    let lines = columns.lines(within: Terminal.room)
    return setup.hasProfile ? lines : lines + ["these are the defaults; set up yours: hsync go profile set --activities swim,run"]
  }

  private func dog(_ profile: CoastProfile) -> String {
    guard let dog = profile.dog else { return "none" }
    let details = [
      dog.size.map { $0.rawValue }, dog.coat.map { "\($0.rawValue) coat" }, "\(dog.heatSensitivity.rawValue) heat sensitivity",
    ]
    return "\(dog.name.onOneLine), \(details.compactMap { $0 }.joined(separator: ", ")) (only the name has an effect)"
  }

  private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}
