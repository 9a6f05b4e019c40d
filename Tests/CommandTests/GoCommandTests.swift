import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync go` against a service on loopback.
@Suite struct GoCommandTests {
  private let person: Household
  private let service: FakeForecast

  private static let unreachable =
    "[forecast]\nurl = \"http://127.0.0.1:1\"\nmarine_url = \"http://127.0.0.1:1\"\nair_url = \"http://127.0.0.1:1\"\n"

  init() throws {
    person = try Household()
    service = try FakeForecast(from: Int64(Date().timeIntervalSince1970 * 1000))
    try person.configure(service.settings)
  }

  private func run(_ words: String...) throws -> Program.Outcome { try person.hsync.run(words) }

  private func json(_ words: String...) throws -> JSON {
    let outcome = try person.hsync.run(words)
    return try JSON(parsing: outcome.out)
  }

  @Test func thePlanKeepsItsContract() throws {
    service.set { ms in
      var hour = FakeForecast.Hour()
      if ms % 86_400_000 == 12 * 3_600_000 { (hour.waves, hour.gusts, hour.aqi) = (0.6, 36, nil) }
      return hour
    }
    #expect(try run("go", "place", "add", "Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "UTC").status == 0)
    let plan = try json("go", "plan", "--json", "--refresh")
    #expect(plan.members?.map(\.key) == ["place", "scoring_version", "fetched_at_ms", "hours", "windows"])
    #expect(plan["place"].string == "beach" && plan["scoring_version"].string == "score_v1" && plan["fetched_at_ms"].int != nil)
    let hours = try #require(plan["hours"].array)
    #expect(hours.count == 168)
    #expect(hours[0]["utc_ms"].int == service.startMs && hours[0]["time"].string?.hasSuffix("T00:00") == true)
    let noon = hours[12]
    #expect(
      noon["raw"].text
        == #"{"wave_m":0.6,"feels_c":24,"gust_ms":10,"wind_ms":2,"uv":3,"aqi_eu":null,"precip_mm":0,"precip_prob":0}"#)
    #expect(noon["modes"].members?.map(\.key) == ["swim_solo", "swim_dog", "run_solo", "run_dog"])
    let swim = noon["modes"]["swim_solo"]
    #expect(swim["score"].int == 50 && swim["label"].string == "Meh" && swim["gate"].isNull)
    #expect(swim["penalties"].text == #"{"waves":35,"wind":15}"#)
    #expect(swim["chips"].array?.first?.text == #"{"factor":"waves","text":"Waves 0.6m","emoji":"warning","penalty":-35}"#)
    let windows = try #require(plan["windows"].array).filter { $0["mode"].string == "swim_solo" }
    #expect(windows.count == 14, "each day has one before and one after noon")
    let day = try #require(hours[0]["time"].string?.prefix(10))
    #expect(
      windows[0].text
        == #"{"mode":"swim_solo","day":"\#(day)","start":"\#(day)T00:00","end":"\#(day)T12:00","mean_score":100}"#)
  }

  @Test func theExitCodeIsTheAnswer() throws {
    let good = try run("go", "--quiet")
    #expect(good.status == 0 && good.out.isEmpty && good.err.isEmpty, "\(good.err)")
    service.set { _ in
      var hour = FakeForecast.Hour()
      hour.rain = 5
      return hour
    }
    try FileManager.default.removeItem(atPath: person.home.file(".cache/hsync/forecasts"))
    let bad = try run("go", "--quiet")
    #expect(bad.status == 1 && bad.out.isEmpty && bad.err.isEmpty, "\(bad.err)")
    let told = try run("go")
    #expect(told.status == 1 && told.out.contains("0 Nope") && told.out.contains("Heavy rain"), "\(told.out)")
    #expect(told.lines.allSatisfy { $0.count < 80 })
    #expect(told.lines.last == "Weather data from Open-Meteo (https://open-meteo.com)")
  }

  @Test func oneServiceThatFailsLeavesTheOthers() throws {
    service.set(.marine, to: .text("<html>", status: 500))
    let outcome = try run("go", "hour", "now")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out.contains("Wave height           -- (no data)") && outcome.out.contains("Feels like            24 °C"))
    #expect(outcome.out.contains("Open-Meteo's sea forecast has trouble (500)"), "\(outcome.out)")
    #expect(outcome.out.contains("Wave data unavailable"))
  }

  @Test func aForecastIsAskedForOnceAnHourAndKept() throws {
    #expect(try run("go").status == 0)
    #expect(try run("go").status == 0)
    #expect(try run("go", "plan").status == 0)
    #expect(service.calls == 3)
    for part in FakeForecast.Service.allCases { service.set(part, to: .closed) }
    let offline = try run("go", "--no-refresh")
    #expect(offline.status == 0 && offline.out.contains("Updated 0m ago"))
  }

  @Test func withoutAnyForecastItSaysWhy() throws {
    try person.configure(Self.unreachable)
    let outcome = try run("go")
    #expect(outcome.status == 75 && outcome.out.isEmpty)
    #expect(outcome.err.hasPrefix("hsync: there is no forecast for Tel Aviv Coast: "), "\(outcome.err)")
    #expect(outcome.err.contains("hint: check the connection"))
    #expect(try run("go", "--quiet").status == 75)
  }

  /// G-FORECAST-3
  @Test func offlineTheLastForecastIsShown() throws {
    #expect(try run("go").status == 0)
    try person.configure(Self.unreachable)
    // A clock that was set back makes the parts due.
    let file = person.home.file(".cache/hsync/forecasts/tel_aviv_coast.json")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let old = text.replacing(#/"fetched_at_ms":\d+/#) { _ in "\"fetched_at_ms\":\(service.startMs - 14_400_000)" }
    try old.write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try run("go", "--refresh")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.err == "No connection. Try again later.\n")
    #expect(outcome.out.contains("Updated 3h+ ago") && outcome.out.contains("Offline. Showing last known forecast."))
  }

  @Test func placesAreSavedFoundAndDeleted() throws {
    #expect(try run("go", "place").lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == ["* tel_aviv_coast"])
    let found = try run("go", "place", "add", "Haifa")
    #expect(found.status == 0 && found.out == "saved Haifa (haifa), 32.818, 34.989\n", "\(found.err)")
    #expect(found.err.contains("found Haifa, Haifa, Israel") && found.err.contains("Elsewhere"))
    #expect(try run("go", "place", "add", "Nowhere", "--lat", "91", "--lon", "0", "--zone", "UTC").status == 65)
    #expect(try run("go", "place", "add", "Nowhere", "--lat", "1", "--lon", "0", "--zone", "Mars/Base").status == 65)
    #expect(try run("go", "place", "add", "Nowhere", "--lat", "1").status == 64)
    #expect(try run("go", "place", "add", "Pool", "--lat", "-1", "--lon", "-2", "--zone", "UTC").status == 0)
    let list = try run("go", "place", "list", "--json").lines.map { try JSON(parsing: $0) }
    #expect(list.map { $0["id"].string } == ["haifa", "pool"] && list.map { $0["shown"].bool } == [false, true])
    #expect(try run("go", "place", "use", "HAIFA").out == "showing Haifa\n")
    #expect(try run("go").out.hasPrefix("Haifa · "))
    #expect(try run("go", "place", "rm", "haifa").out == "deleted Haifa\n")
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".cache/hsync/forecasts/haifa.json")))
    let gone = try run("go", "place", "rm", "haifa")
    #expect(gone.status == 1 && gone.err.contains("no place is called \"haifa\""))
    #expect(try run("undo").out == "undone: removed the place Haifa\n")
    service.set(.search, to: .text(#"{"results":[]}"#))
    let nothing = try run("go", "place", "add", "Atlantis")
    #expect(nothing.status == 1 && nothing.err.contains("hint: give its coordinates"))
  }

  /// G-PROFILE-3
  @Test func aProfileIsSetUpAndChanged() throws {
    let set = try json("go", "profile", "set", "--preset", "chill", "--activities", "swim,run", "--dog", "Rex", "--json")
    #expect(set["preset"].string == "chill" && set["dog"]["dog_name"].string == "Rex")
    #expect(set["thresholds"]["swim_wave_meh_m"].double == 0.75)
    #expect(set["notification_preferences"]["mode_toggles"]["swim_dog"].bool == true)
    #expect(try run("go").out.contains("Swim with Rex"))
    let removed = try json("go", "profile", "set", "--no-dog", "--quiet", "22:00-07:00", "--json")
    #expect(removed["dog"].text == #"{"has_dog":false}"#)
    #expect(removed["notification_preferences"]["mode_toggles"]["swim_dog"].bool == false)
    #expect(removed["notification_preferences"]["quiet_hours"].text == #"{"enabled":true,"start":"22:00","end":"07:00"}"#)
    #expect(removed["preset"].string == "chill", "it stays")
    for words in [["--preset", "mad"], ["--activities", "fly"], ["--quiet", "7"], ["--notices", "noon"], []] {
      #expect(try person.hsync.run(["go", "profile", "set"] + words).status == 64, "\(words)")
    }
    #expect(try run("go", "profile", "set", "--dog", String(repeating: "x", count: 31)).status == 65)
    #expect(try run("undo").out == "undone: changed the activity profile\n")
    #expect(try json("go", "profile", "--json")["dog"]["dog_name"].string == "Rex")
    #expect(try run("go", "profile", "delete").status == 64)
    #expect(try run("go", "profile", "delete", "--yes").status == 0)
    #expect(try run("go", "profile", "delete", "--yes").status == 1)
  }

  /// G-TODAY-4
  @Test func modesFollowActivitiesAndTheSea() throws {
    #expect(try run("go", "profile", "set", "--activities", "none").status == 65, "a set-up needs one")
    #expect(try run("go", "profile", "set", "--activities", "run").status == 0)
    #expect(try !run("go").out.contains("Swim"))
    #expect(try run("go", "profile", "set", "--activities", "none").status == 0)
    let none = try run("go")
    #expect(none.status == 1 && none.out.contains("No activities selected"))
    #expect(try run("go", "profile", "set", "--activities", "swim").status == 0)
    service.set { _ in
      var hour = FakeForecast.Hour()
      hour.waves = nil
      return hour
    }
    #expect(try run("go", "place", "add", "Desert", "--lat", "30", "--lon", "35", "--zone", "UTC").status == 0)
    service.set(.marine, to: .text(#"{"error":true,"reason":"No data is available for this location"}"#, status: 400))
    let inland = try run("go")
    #expect(inland.status == 1 && inland.out.contains("Desert has no sea"), "\(inland.out)")
  }

  @Test func hoursAndReasonsAreNamed() throws {
    service.set { _ in
      var hour = FakeForecast.Hour()
      (hour.feels, hour.uv) = (29, 6)
      return hour
    }
    #expect(try run("go", "place", "add", "Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "UTC").status == 0)
    let why = try run("go", "why", "tomorrow", "7:30", "--mode", "run_solo")
    #expect(why.status == 0, "\(why.err)")
    #expect(why.out.contains("Tomorrow 07:00\n"))
    #expect(why.out.contains("Run: 58 Meh\n  -30  Feels like 29 °C, at least 28 °C\n  -12  UV index 6, at least 6\n"), "\(why.out)")
    #expect(why.out.contains("no window: nearest is 00:00 with 58, 12 short; without heat or uv it would be one"), "\(why.out)")
    let document = try json("go", "why", "tomorrow", "7", "--json")
    #expect(document["modes"]["run_solo"]["penalties"].array?.count == 2)
    let hour = try json("go", "hour", "tomorrow", "7", "--json")
    #expect(hour["time"].string?.hasSuffix("T07:00") == true && hour["raw"]["feels_c"].double == 29)
    #expect(try run("go", "hour", "25:00").status == 64)
    let beyond = try run("go", "hour", "1999-01-01T07:00")
    #expect(beyond.status == 1 && beyond.err.contains("the forecast has no hour 1999-01-01T07:00"))
  }

  @Test func todayHasALineOnlyWhenItIsSetUp() throws {
    #expect(try !run("today").out.contains("go:"))
    #expect(service.calls == 0)
    #expect(try run("go", "profile", "set", "--activities", "run").status == 0)
    #expect(try run("today").out.contains("  go: no forecast yet: hsync go\n"))
    #expect(service.calls == 0, "today uses no network")
    #expect(try run("go").status == 0)
    let today = try run("today")
    #expect(today.out.contains("now 100 Perfect; Open-Meteo, 0 min old"), "\(today.out)")
    #expect(service.calls == 3)
  }

  /// G-NOTIFY-7: a new forecast plans notices at once.
  @Test func aNewForecastPlansNotices() throws {
    #expect(try run("go", "profile", "set", "--activities", "run", "--notices", "run_solo").status == 0)
    #expect(try run("go").status == 0)
    let events = try run("events", "--json", "-n", "100").lines.compactMap { try JSON(parsing: $0)["event"].string }
    #expect(events.contains("notif_scheduled"), "\(events)")
  }

  @Test func finishedWorkoutsAreCompared() throws {
    #expect(try run("go", "place", "add", "Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "UTC").status == 0)
    #expect(try run("go", "--refresh").status == 0)
    #expect(try json("go", "--json")["finished"].array == [])
    let day = Moment(ms: service.startMs, utcOffsetMin: 0).day
    let export = try person.home.write(
      Array(
        """
        {"data":{"metrics":[],"workouts":[{"name":"Outdoor Run","start":"\(day) 06:10:00 +0000","end":"\(day) 06:40:00 +0000","duration":1800}]}}
        """.utf8), to: "export.json")
    #expect(try run("import", export).status == 0)
    let finished = try #require(try json("go", "--json")["finished"].array?.first)
    #expect(finished["activity"].string == "running" && finished["start"].string == "\(day)T06:10" && finished["mode"].string == "run_solo")
    #expect(finished["mean_score"].double == 100 && finished["minutes_in_windows"].double == 30)
    #expect(finished["window"]["start"].string == "\(day)T00:00")
    let outcome = try run("go")
    #expect(outcome.out.contains("done  06:10  100 Perfect  running, in the window 00:00-00:00\n"), "\(outcome.out)")
  }

  @Test func picturesShowTheScores() throws {
    let file = person.home.file("plan.svg")
    #expect(try run("go", "plan", "--svg", file).out == "drawn: \(file)\n")
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg") && svg.contains("Weather data from Open-Meteo") && svg.contains("best 100"))
    #expect(try run("go", "--svg", "-").out.hasPrefix("<svg"))
    #expect(try run("go", "plan", "--svg", "-", "--json").status == 64)
    #expect(try run("go", "plan", "--days", "8").status == 64)
  }

  /// Notices are planned from the forecast and announced by the ways of delivery; turning them off cancels them at once.
  @Test func noticesArePlannedAndCancelled() throws {
    try person.configure(service.settings + "[notices]\nways = [\"command\"]\ncommand = \"cat >/dev/null\"\n")
    #expect(try run("go", "profile", "set", "--activities", "run").status == 0)
    #expect(try run("notices", "run").status == 0)
    #expect(service.calls == 3, "the forecast is asked for in the background")
    let planned = try json("notices", "--json")["planned"].array ?? []
    #expect(!planned.isEmpty && planned.allSatisfy { $0["source"].string == "coast" && $0["title"].string == "Run window" }, "\(planned)")
    #expect(planned.first?["link"].string?.hasPrefix("gonow://today?hour=") == true)
    #expect(try run("go", "profile", "set", "--notices", "off").status == 0)
    let after = try json("notices", "--json")
    #expect(after["planned"].array == [])
    #expect(after["ended"].array?.allSatisfy { $0["reason"].string == "user_disabled" } == true)
  }
}
