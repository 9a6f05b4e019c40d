import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing
import WeekPlan

/// Activity windows of a library: the profile, places, and a forecast whose services fail one by one.
@Suite struct GoDeskTests {
  private func dog(_ name: String) -> GoProfileChange.DogChange { .set(name: name, size: nil, coat: nil, heatSensitivity: nil) }

  @Test func aSetUpDerivesItsToggles() throws {
    let go = try GoFixture()
    #expect(try go.go.setup().profile == CoastProfile() && !go.go.setup().isSetUp)
    try go.setUp {
      $0.activities = [.run]; $0.dog = dog("Rex"); $0.preset = .strict
    }
    let setup = try go.go.setup()
    #expect(setup.hasProfile && setup.profile.noticeModes == [.runSolo, .runDog] && setup.profile.thresholds.uvWarn == 5)
    #expect(setup.place == .standard)
  }

  @Test func aChangeKeepsTheRest() throws {
    let go = try GoFixture()
    try go.setUp {
      $0.dog = dog("Rex"); $0.displayName = "Jo"
    }
    var change = GoProfileChange()
    change.dog = .set(name: nil, size: .large, coat: nil, heatSensitivity: .high)
    change.gatesDarkness = true
    let profile = try go.go.change(change).profile
    #expect(profile.dog == Dog(name: "Rex", size: .large, heatSensitivity: .high) && profile.displayName == "Jo" && profile.gatesDarkness)
    change = GoProfileChange()
    change.dog = .removed
    let without = try go.go.change(change).profile
    #expect(without.dog == nil && without.noticeModes == [.swimSolo, .runSolo])
    #expect(throws: ProfileFault.self) {
      var change = GoProfileChange()
      change.noticeModes = [.runDog]
      try go.go.change(change)
    }
    #expect(try go.go.setup().profile == without, "nothing was written")
  }

  /// Two devices' edits, merged: a warning above its worse threshold, notices with a dog that is gone, and words of a newer version.
  @Test func aRecordThatIsNotRightIsReadAsFarAsItIs() throws {
    let go = try GoFixture()
    try go.setUp {
      $0.displayName = "Jo"; $0.dog = dog("Rex")
    }
    let records = CoastRecords(go.library)
    let stored = try #require(try records.contents().profile)
    let merged = try JSON(
      parsing: stored.text.replacing(#""uv_warn":6"#, with: #""uv_warn":9"#).replacing(#""has_dog":true"#, with: #""has_dog":false"#)
        .replacing(#"["swim","run"]"#, with: #"["swim","run","surf"]"#).replacing(#""start":"22:00""#, with: #""start":"late""#))
    try records.edit("merged", at: go.clock.now) { _ in CoastEdit(profile: .set(merged)) }
    let profile = try go.go.setup().profile
    #expect(profile.displayName == "Jo" && profile.thresholds == Preset.balanced.thresholds && profile.quietHours == .standard)
    #expect(profile.dog == nil && profile.noticeModes == [.swimSolo, .runSolo] && profile.activities == [.swim, .run])
  }

  @Test func aMemberOfANewerVersionSurvivesAnEdit() throws {
    let go = try GoFixture()
    try go.setUp()
    let records = CoastRecords(go.library)
    let stored = try #require(try records.contents().profile)
    let newer = try JSON(parsing: stored.text.replacing(#""enabled":true"#, with: #""enabled":true,"sound":"bell""#))
    try records.edit("newer", at: go.clock.now) { _ in CoastEdit(profile: .set(newer)) }
    try go.setUp { $0.displayName = "Jo" }
    let kept = try #require(try records.contents().profile)
    #expect(kept["notification_preferences"]["sound"].string == "bell" && kept["display_name"].string == "Jo")
  }

  @Test func thePlaceThatWasSavedLastIsShownUnlessOneIsChosen() throws {
    let go = try GoFixture()
    try go.go.add(Place(id: "haifa", name: "Haifa", latitude: 32.8, longitude: 35, zone: "Asia/Jerusalem"))
    go.later(minutes: 1)
    try go.go.add(Place(id: "pool", name: "The Pool", latitude: 1, longitude: 2, zone: "UTC"))
    #expect(try go.go.setup().place.id == "pool" && go.go.setup().places.count == 2)
    try go.go.use("Haifa")
    #expect(try go.go.setup().place.id == "haifa")
    #expect(try go.go.setup().profile.sendsNotices == false, "a choice alone turns no notices on")
    #expect(try go.go.setup(place: "the pool").place.id == "pool")
    try go.go.remove("haifa")
    #expect(try go.go.setup().place.id == "pool")
    #expect(throws: GoError.unknownPlace("haifa", known: ["pool", "tel_aviv_coast"])) { try go.go.setup(place: "haifa") }
    #expect(throws: GoError.unknownZone("Mars/Base")) {
      try go.go.add(Place(id: "mars", name: "Mars", latitude: 1, longitude: 2, zone: "Mars/Base"))
    }
  }

  @Test func eachServiceFailsAlone() async throws {
    for service in [FakeForecast.Service.weather, .marine, .air] {
      let go = try GoFixture()
      go.service.set(service, to: .text("broken", status: 500))
      let view = try await go.view()
      let hour = try GoTime("9").hour(in: view).forecast
      #expect((hour.feelsC == nil) == (service == .weather) && (hour.waveM == nil) == (service == .marine), "\(service)")
      #expect((hour.aqiEu == nil) == (service == .air) && view.troubles.count == 1, "\(service)")
      #expect(GoWords.banners(view, by: go.clock).count == 1)
    }
  }

  @Test func theSameTroubleOfAllServicesIsToldOnce() async throws {
    let go = try GoFixture()
    for service in [FakeForecast.Service.weather, .marine, .air] { go.service.set(service, to: .text("broken", status: 500)) }
    let view = try await go.view()
    let banners = GoWords.banners(view, by: go.clock)
    #expect(view.troubles.count == 3 && banners.count == 1, "\(banners)")
    #expect(banners.first?.hasPrefix("Open-Meteo has trouble (500); try again after ") == true, "\(banners)")
  }

  /// G-FORECAST-2
  @Test func theLastForecastIsShownWithItsAge() async throws {
    let go = try GoFixture()
    try go.setUp()
    #expect(try await go.view().age?.freshness == .fresh)
    go.later(minutes: 90)
    let offline = try await go.view(at: "http://127.0.0.1:1")
    #expect(offline.isOffline && offline.age?.freshness == .stale && offline.forecast != nil)
    #expect(GoWords.banners(offline, by: go.clock) == ["Offline. Showing last known forecast."])
    go.later(minutes: 91)
    let old = try #require(try go.go.cached(go.cache))
    #expect(old.age.map(GoWords.updated) == "Updated 3h+ ago")
    #expect(GoWords.banners(old, by: go.clock) == ["Last update was a while ago. Data may be off."])
    go.later(minutes: 180)
    let older = try #require(try go.go.cached(go.cache))
    #expect(GoWords.banners(older, by: go.clock) == ["Forecast data is stale. Notifications paused until data refreshes."])
    #expect(older.isGoodNow(in: older.modes), "an old forecast scores as ever")
  }

  @Test func withoutASetUpNothingIsCached() async throws {
    let go = try GoFixture()
    _ = try await go.view()
    #expect(try go.go.cached(go.cache) == nil)
    let empty = try GoFixture()
    let view = try await empty.view(.never)
    #expect(throws: GoError.noForecast(place: "Tel Aviv Coast", .offline, "offline")) { try view.withForecast(by: empty.clock) }
  }

  @Test func aPlaceWithoutSeaHasNoSwims() async throws {
    let go = try GoFixture()
    go.service.set(.marine, to: .text(#"{"error":true,"reason":"No data is available for this location"}"#, status: 400))
    let view = try await go.view()
    #expect(view.sea == .inland && view.modes == [.runSolo])
  }

  @Test(arguments: [
    ("now", "2026-06-01T08:00"), ("7", "2026-06-01T07:00"), ("07:59", "2026-06-01T07:00"), ("tomorrow 7:00", "2026-06-02T07:00"),
    ("today 23", "2026-06-01T23:00"), ("2026-06-03T06:30", "2026-06-03T06:00"), ("2026-06-03 06:30", "2026-06-03T06:00"),
    ("gonow://today?hour=2026-06-02T07:00&mode=run_solo", "2026-06-02T07:00"),
  ])
  func timesNameHours(text: String, hour: String) async throws {
    let view = try await GoFixture().view()
    #expect(try GoTime(text).hour(in: view).localTime == hour)
  }

  @Test(arguments: ["", "24", "7:60", "7:5", "noon", "2026-02-30 7", "yesterday 7", "7 8 9", "٧", "gonow://today?mode=run_solo"])
  func otherTextsAreNoTimes(text: String) { #expect(throws: GoError.notATime(text)) { try GoTime(text) } }

  /// G-PLAN-8
  @Test func screenReadersHearWholeSentences() async throws {
    let go = try GoFixture { ms in
      var hour = FakeForecast.Hour()
      if ms / 3_600_000 % 24 == 9 { hour.rain = 4 }
      return hour
    }
    let view = try await go.view()
    let words = GoWords(CoastProfile())
    #expect(try words.spoken(GoTime("12").hour(in: view), in: .swimSolo) == "12:00: not recommended. Heavy rain.")
    #expect(try words.spoken(GoTime("13").hour(in: view), in: .swimSolo) == "13:00: score 100, Perfect. Waves calm, nice temperature.")
    let ages = [0, 12, 200].map { GoWords.spoken(ForecastAge(fetchedAtMs: 0, nowMs: $0 * 60_000)) }
    #expect(
      ages == ["Data updated 0 minutes ago", "Data updated 12 minutes ago", "Data is stale, updated 3 hours ago"])
  }

  @Test func wordsNameTheDog() throws {
    let words = GoWords(CoastProfile(dog: Dog(name: "Rex")))
    #expect(words.title(.swimDog) == "Swim with Rex" && words.reason(.tooHotForDog) == "Too hot for Rex")
    #expect(GoWords(CoastProfile()).line(.dog(.earlyMorning)) == "Your dog says: early morning or bust.")
    let today = try #require(Day("2026-06-01"))
    #expect([0, 1, 3].map { GoWords.title(today.adding($0), today: today) } == ["Today", "Tomorrow", "Thursday Jun 4"])
  }
}

/// Planned workouts beside the windows of their day.
@Suite struct GoWorkoutTests {
  private func item(_ title: String, _ day: String, done: Bool = false, kind: PlanItem.Kind = .workout) throws -> PlanItem {
    PlanItem(
      id: title, shortID: "k7m2p4xq", kind: kind, title: title, day: try #require(Day(day)), isCompleted: done, completedAtMs: nil,
      createdAtMs: 1, repeats: nil)
  }

  @Test func runsAndSwimsHaveTheBestWindowOfTheirDay() async throws {
    let go = try GoFixture { ms in
      var hour = FakeForecast.Hour()
      // Good from 17:00 to 19:00 in Jerusalem, three hours ahead of UTC; the sea is rough all day.
      if ![14, 15].contains(ms / 3_600_000 % 24) { hour.rain = 4 }
      hour.waves = 2
      return hour
    }
    try go.setUp { $0.dog = .set(name: "Rex", size: nil, coat: nil, heatSensitivity: nil) }
    let view = try await go.view()
    let items = [
      try item("Easy run 5 km", "2026-06-02"), try item("Run with Rex", "2026-06-03"), try item("Treadmill run", "2026-06-02"),
      try item("Swim", "2026-06-02"), try item("Yoga", "2026-06-02"), try item("Run again", "2026-06-02", done: true),
      try item("Run in winter", "2026-12-02"),
    ]
    let advice = view.advice(for: items)
    #expect(advice.map(\.item.title) == ["Easy run 5 km", "Run with Rex"])
    #expect(advice.map { GoWords.span($0.window) } == ["17:00-19:00", "17:00-19:00"])
    #expect(advice.map(\.window.mode) == [.runSolo, .runDog])
  }

  /// Good from 17:00 to 19:00 in Jerusalem: a run from 18:30 to 19:30 is half in the window.
  @Test func finishedWorkoutsAreComparedWithTheirWindow() async throws {
    let go = try GoFixture { ms in
      var hour = FakeForecast.Hour()
      if ![14, 15].contains(ms / 3_600_000 % 24) { hour.rain = 4 }
      return hour
    }
    try go.setUp()
    _ = try await go.view()
    // The evening of the next day; yesterday's hours are kept.
    go.later(minutes: 38 * 60)
    let view = try await go.view()
    let workouts = [
      ("Outdoor Run", "2026-06-02 18:30:00 +0300", "2026-06-02 19:30:00 +0300", nil),
      ("Pool Swim", "2026-06-02 17:00:00 +0300", "2026-06-02 18:00:00 +0300", true),
      ("Open Water Swim", "2026-06-01 18:00:00 +0300", "2026-06-01 18:45:00 +0300", false),
      ("Outdoor Walk", "2026-06-02 12:00:00 +0300", "2026-06-02 12:30:00 +0300", nil),
      ("Outdoor Run", "2026-05-20 18:00:00 +0300", "2026-05-20 18:45:00 +0300", nil),
    ].map { name, start, end, isIndoor in
      let indoor = isIndoor.map { ",\"isIndoor\":\($0)" } ?? ""
      return "{\"name\":\"\(name)\",\"start\":\"\(start)\",\"end\":\"\(end)\",\"duration\":1800\(indoor)}"
    }
    let export = try go.desk.folder.write(
      Array("{\"data\":{\"metrics\":[],\"workouts\":[\(workouts.joined(separator: ","))]}}".utf8), to: "export.json")
    let reading = FileImport(
      go.library, settings: HealthSettings(zone: "Asia/Jerusalem"), clock: go.clock, temporaryFolder: go.desk.folder.path,
      isInterrupted: { false })
    _ = try reading.run(export)
    let finished = try go.go.finished(in: view)
    #expect(finished.map(\.workout.activity) == ["swimming", "running"])
    #expect(finished.map(\.start.clock) == ["18:00", "18:30"] && finished.map(\.fit.mode) == [.swimSolo, .runSolo])
    #expect(finished.map(\.meanScore) == [100, 50])
    #expect(finished.map { GoWords.words($0.fit) } == ["in the window 17:00-19:00", "30 of 60 min in windows, 17:00-19:00"])
  }
}
