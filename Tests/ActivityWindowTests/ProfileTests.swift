import HealthModel
import Testing

@testable import ActivityWindow

@Suite("G-PROFILE") struct ProfileTests {
  /// G-PROFILE-4
  @Test func aSetUpHasTheDefaults() throws {
    let profile = CoastProfile()
    #expect(profile.displayName == "Beach Buddy")
    #expect(profile.preset == .balanced)
    #expect(profile.thresholds == Preset.balanced.thresholds)
    #expect(profile.activities == [.swim, .run])
    #expect(profile.noticeModes == [.swimSolo, .runSolo])
    #expect(profile.quietHours == QuietHours(isEnabled: false, startMinute: 1320, endMinute: 420))
    #expect(!profile.allowsAnalytics && !profile.gatesDarkness && profile.sendsNotices)
    _ = try profile.validated(isSetUp: true)
  }

  /// G-PROFILE-4
  @Test(
    arguments: [
      ([.swim, .run], true, ActivityMode.allCases), ([.swim], true, [.swimSolo, .swimDog]), ([.run], false, [.runSolo]), ([], true, []),
    ] as [(Set<Activity>, Bool, [ActivityMode])])
  func togglesFollowFromActivitiesAndDog(activities: Set<Activity>, hasDog: Bool, modes: [ActivityMode]) {
    let profile = CoastProfile(activities: activities, dog: hasDog ? Dog(name: "Rex") : nil)
    #expect(profile.noticeModes == Set(modes))
    #expect(profile.cardModes == modes)
    #expect(profile.notifiedModes == modes)
  }

  /// G-PROFILE-6
  @Test func aPresetWritesAllThresholds() {
    var profile = CoastProfile()
    profile.thresholds.uvBad = 11
    profile.choose(.strict)
    #expect(profile.thresholds == Preset.strict.thresholds)
    #expect(profile.scoring.thresholds.runHotWarnC == 26.5)
  }

  @Test func theDogTurnsItsNoticesOnAndTakesThemAlong() {
    var profile = CoastProfile(activities: [.run])
    profile.noticeModes = [.runSolo]
    profile.set(Dog(name: "Rex"))
    #expect(profile.noticeModes == [.runSolo, .runDog])
    #expect(profile.cardModes == [.runSolo, .runDog])
    profile.noticeModes = [.runSolo]
    profile.set(Dog(name: "Max"))
    #expect(profile.noticeModes == [.runSolo])
    profile.noticeModes = [.runSolo, .runDog]
    profile.removeDog()
    #expect(profile.noticeModes == [.runSolo] && profile.dog == nil)
    #expect(profile.scoring == CoastProfile().scoring)
  }

  /// G-PROFILE-2
  @Test func cardsAndNoticesAreSeparate() {
    var profile = CoastProfile(activities: [.swim])
    profile.noticeModes = [.runSolo, .runDog]
    #expect(profile.cardModes == [.swimSolo])
    #expect(profile.notifiedModes == [.runSolo])
    profile.sendsNotices = false
    #expect(profile.notifiedModes.isEmpty)
  }

  static let full = """
    {"schema":"profile_v1","display_name":"Ana","preset":"chill","thresholds":{"swim_wave_meh_m":0.75,"swim_wave_bad_m":1.15,\
    "swim_dog_wave_meh_m":0.75,"swim_dog_wave_bad_m":0.95,"run_hot_feelslike_warn_c":29.5,"run_hot_feelslike_bad_c":33.5,\
    "dog_heat_warn_feelslike_c":27.5,"dog_heat_bad_feelslike_c":30.5,"uv_warn":7,"uv_bad":9,"aqi_warn_eu":80,"aqi_bad_eu":120,\
    "wind_warn_ms":10,"wind_bad_ms":14},"activities_enabled":["run"],"dog":{"has_dog":true,"dog_name":"Rex","size":"small","coat":null,\
    "heat_sensitivity":"high"},"notification_preferences":{"enabled":true,"mode_toggles":{"swim_solo":false,"swim_dog":false,\
    "run_solo":true,"run_dog":true},"quiet_hours":{"enabled":true,"start":"22:30","end":"06:15"}},"privacy":{"analytics_opt_in":true},\
    "extensions":{"gate_after_dark":true},"from_the_future":{"a":[1,2.50]}}
    """

  @Test func aDocumentComesBackAsItWas() throws {
    let profile = try CoastProfile(json: try JSON(parsing: Self.full))
    #expect(profile.json.text == Self.full)
    #expect(profile.dog == Dog(name: "Rex", size: .small, coat: nil, heatSensitivity: .high))
    #expect(profile.quietHours == QuietHours(isEnabled: true, startMinute: 1350, endMinute: 375))
    #expect(profile.extra.map(\.key) == ["from_the_future"])
    #expect(try CoastProfile(json: profile.json) == profile)
    #expect(try CoastProfile(json: CoastProfile().json) == CoastProfile())
  }

  @Test func whatIsMissingHasItsDefault() throws {
    #expect(try CoastProfile(json: .object([])) == CoastProfile())
    let json = #"{"preset":"strict","dog":{"has_dog":true,"dog_name":" Rex "},"notification_preferences":null}"#
    let profile = try CoastProfile(json: try JSON(parsing: json))
    #expect(profile.thresholds == Preset.strict.thresholds)
    #expect(profile.dog?.name == "Rex")
    #expect(profile.noticeModes == Set(ActivityMode.allCases))
    #expect(profile.dog?.heatSensitivity == .medium)
  }

  /// A document and the fault of reading it.
  @Test(
    arguments: [
      ("[]", .notAProfile), (#"{"schema":"profile_v2"}"#, .notAProfile), (#"{"display_name":""}"#, .displayName),
      (#"{"display_name":"   "}"#, .displayName), (#"{"display_name":"\#(String(repeating: "x", count: 51))"}"#, .displayName),
      (#"{"display_name":"a\u001bb"}"#, .displayName), (#"{"display_name":7}"#, .wrongType(field: "display_name")),
      (#"{"preset":"wild"}"#, .unknownWord(field: "preset")),
      (#"{"activities_enabled":["ski"]}"#, .unknownWord(field: "activities_enabled")),
      (#"{"activities_enabled":[1]}"#, .unknownWord(field: "activities_enabled")),
      (#"{"activities_enabled":"swim"}"#, .wrongType(field: "activities_enabled")), (#"{"dog":{"has_dog":true}}"#, .dogName),
      (#"{"dog":{"has_dog":true,"dog_name":"\#(String(repeating: "x", count: 31))"}}"#, .dogName),
      (#"{"dog":{"has_dog":true,"dog_name":"R","size":"huge"}}"#, .unknownWord(field: "dog.size")),
      (#"{"dog":{"has_dog":1}}"#, .wrongType(field: "dog.has_dog")),
      (#"{"notification_preferences":{"quiet_hours":{"start":"24:00"}}}"#, .quietHours),
      (#"{"notification_preferences":{"quiet_hours":{"start":"7:00"}}}"#, .quietHours),
      (#"{"notification_preferences":{"quiet_hours":{"start":"07:00"}}}"#, .quietHours),
      (#"{"notification_preferences":{"mode_toggles":{"run_dog":true}}}"#, .noDog),
      (
        #"{"notification_preferences":{"mode_toggles":{"run_dog":"yes"}}}"#,
        .wrongType(field: "notification_preferences.mode_toggles.run_dog")
      ),
      (#"{"thresholds":{"uv_warn":8}}"#, .threshold(name: "uv_warn")), (#"{"thresholds":{"uv_bad":1e9}}"#, .threshold(name: "uv_bad")),
      (#"{"thresholds":{"swim_wave_meh_m":-1}}"#, .threshold(name: "swim_wave_meh_m")),
      (#"{"thresholds":{"aqi_bad_eu":"high"}}"#, .wrongType(field: "thresholds.aqi_bad_eu")),
    ] as [(String, ProfileFault.Code)]) func faultsAreNamed(json: String, code: ProfileFault.Code) throws
  {
    let fault = #expect(throws: ProfileFault.self) { try CoastProfile(json: try JSON(parsing: json)) }
    #expect(fault?.code == code)
    #expect(fault?.kind == .badData)
    #expect(fault?.message.isEmpty == false)
  }

  @Test func aStoredProfileWithNoticesOfADogThatIsGoneIsReadable() throws {
    let json = try JSON(parsing: #"{"notification_preferences":{"mode_toggles":{"run_dog":true}}}"#)
    #expect(try CoastProfile(json: json, isStored: true).noticeModes == [.swimSolo, .runSolo])
  }

  /// G-PROFILE-3
  @Test func setUpNeedsAnActivityAndLaterNoneIsFine() throws {
    let profile = CoastProfile(activities: [])
    #expect(throws: ProfileFault.self) { try profile.validated(isSetUp: true) }
    #expect(try profile.validated().cardModes.isEmpty)
  }

  @Test func namesHaveFiftyAndThirtyCharacters() throws {
    var profile = CoastProfile(displayName: String(repeating: "é", count: 50), dog: Dog(name: String(repeating: "🐕", count: 30)))
    #expect(try profile.validated().displayName.count == 50)
    profile.displayName += "x"
    #expect(throws: ProfileFault.self) { try profile.validated() }
    // One character with a thousand accents isn't a name.
    profile.displayName = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(throws: ProfileFault.self) { try profile.validated() }
  }

  /// G-NOTIFY-8: 22:00 to 07:00 contains its start and not its end.
  @Test(arguments: [
    (1320, 420, 1320, true), (1320, 420, 1319, false), (1320, 420, 0, true), (1320, 420, 419, true), (1320, 420, 420, false),
    (600, 660, 600, true), (600, 660, 660, false), (600, 660, 599, false), (600, 600, 600, false),
  ]) func quietHoursContainTheirStart(start: Int, end: Int, minute: Int, isQuiet: Bool) {
    #expect(QuietHours(isEnabled: true, startMinute: start, endMinute: end).contains(minute: minute) == isQuiet)
    #expect(!QuietHours(isEnabled: false, startMinute: start, endMinute: end).contains(minute: minute))
  }
}
