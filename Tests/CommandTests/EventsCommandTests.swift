import Foundation
import HealthModel
import TestSupport
import Testing

/// The events that commands record, with exactly the specified fields, and their recipients.
@Suite struct EventsCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  private func events(of household: Household? = nil) throws -> [JSON] {
    try (household ?? person).hsync.run("events", "--json", "-n", "1000").lines.map { try JSON(parsing: $0) }
  }

  private func keys(_ event: JSON) -> [String] { event.members?.map(\.key).filter { $0 != "at_ms" && $0 != "event" } ?? [] }

  private func optIn(_ household: Household, _ isAllowed: Bool = true) throws {
    try FileManager.default.createDirectory(atPath: household.home.file(".config/hsync"), withIntermediateDirectories: true)
    try household.home.write(Array("[analytics]\nopt_in = \(isAllowed)\n".utf8), to: ".config/hsync/config.toml")
  }

  @Test func screensHaveTheirFields() throws {
    #expect(try person.hsync.run("today").status == 0)
    #expect(try person.hsync.run("sources").status == 0)
    #expect(try person.hsync.run("scan", person.home.file("none.jpg")).status == 66)
    let events = try events()
    #expect(events.map { $0["event"].string } == ["screen_viewed", "screen_viewed", "screen_viewed"])
    #expect(keys(events[0]) == ["screen_id", "has_permissions", "is_syncing", "last_sync_age_sec"])
    #expect(keys(events[1]) == ["screen_id", "has_permissions", "last_sync_age_sec"])
    #expect(keys(events[2]) == ["screen_id", "camera_permission_state"])
    #expect(events.map { $0["screen_id"].string } == ["M-HOME", "M-SET", "M-SCAN"])
    #expect(events[0]["has_permissions"] == .bool(false) && events[0]["last_sync_age_sec"].isNull)
    #expect(
      try FileManager.default.attributesOfItem(atPath: person.home.file(".local/state/hsync/events.jsonl"))[.posixPermissions] as? Int
        == 0o600)
  }

  @Test func aFolderThatCanBeReadIsAPermission() throws {
    try FileManager.default.createDirectory(atPath: person.home.file(".config/hsync"), withIntermediateDirectories: true)
    try person.home.write(Array("[health]\nfolders = [\"\(person.home.path)\"]\n".utf8), to: ".config/hsync/config.toml")
    #expect(try person.hsync.run("today").status == 0)
    #expect(try events()[0]["has_permissions"] == .bool(true))
  }

  @Test func foodLogsHaveTheirFields() throws {
    let products = try person.writeProducts()
    let photo =
      ProjectFiles.root + "/samples/photos/"
      + (try #require(FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root + "/samples/photos").sorted().first))
    #expect(try person.hsync.run("log", "9521234543213", "--products", products).status == 0)
    #expect(try person.hsync.run("log", "--name", "Secret soup", "--kcal", "250").status == 0)
    #expect(try person.hsync.run("log", "--again", "secretfood").status == 1)
    #expect(try person.hsync.run("log", "not a barcode").status == 65)
    // Before it was eaten: a product that was is found in the library.
    #expect(try person.hsync.run("scan", "--log", photo, "--products", products).status == 75)
    #expect(try person.hsync.run("scan", "--log", photo, photo, "--products", ProjectFiles.root + "/samples/products.tsv").status == 0)
    let events = try events().filter { $0["event"].string != "screen_viewed" }
    let ends = events.map { event in event["event"].string?.split(separator: "_").last ?? "" }
    #expect(ends == ["tapped", "succeeded", "tapped", "succeeded", "tapped", "failed", "tapped", "failed", "tapped", "succeeded"])
    #expect(events.allSatisfy { $0["action"].string == "food_log_submit" })
    #expect(keys(events[0]) == ["action", "screen_id", "barcode", "has_auth_token"])
    #expect(events[0]["barcode"].string == "9521234543213" && events[0]["has_auth_token"] == .bool(false))
    #expect(keys(events[1]) == ["action", "latency_ms", "barcode"])
    #expect(events[2]["barcode"].isNull && events[3]["barcode"].isNull)
    #expect(keys(events[5]) == ["action", "error_code", "error_message", "stage", "http_status"])
    #expect(events[5]["error_code"].string == "no" && events[5]["stage"].string == "save")
    #expect(events[7]["error_code"].string == "try_again" && events[7]["stage"].string == "lookup" && events[7]["http_status"].isNull)
    // Nobody's words are in it.
    let log = String(decoding: try ProjectFiles.bytes(person.home.file(".local/state/hsync/events.jsonl")), as: UTF8.self).lowercased()
    #expect(!log.contains("secret") && !log.contains(person.home.path.lowercased()) && !log.contains("barcode\":\"not"))
  }

  @Test func theStatusOfAnAnswerIsNoted() throws {
    let server = try LoopbackServer { request in
      request.path.contains("9521234543213") ? .text("slow down", status: 503) : .text(#"{"status":0}"#, status: 404)
    }
    let online = try Household(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL])
    #expect(try online.hsync.run("log", "9521234543213").status == 75)
    let failed = try events(of: online)[1]
    #expect(failed["http_status"].int == 503 && failed["stage"].string == "lookup")
  }

  @Test func syncsHaveTheirFields() throws {
    let backend = try RunningBackend()
    #expect(try person.hsync.run("sync").status == 78)
    try person.logIn(to: backend)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try person.hsync.run("sync", "--timer").status == 0)
    #expect(try person.hsync.run("sync", "--dry-run").status == 0)
    backend.stop()
    #expect(try person.hsync.run("today").status == 0)
    let events = try events().filter { $0["action"].string == "manual_sync" }
    #expect(
      events.map { $0["event"].string }
        == ["primary_action_tapped", "action_failed", "primary_action_tapped", "action_succeeded"])
    #expect(keys(events[0]) == ["action", "screen_id", "has_permissions"])
    #expect(keys(events[1]) == ["action", "error_code", "error_message"])
    #expect(events[1]["error_code"].string == "configuration")
    #expect(keys(events[3]) == ["action", "latency_ms", "synced_records"])
    #expect(events[3]["synced_records"].int == 1)
    let home = try #require(try self.events().last)
    #expect(home["last_sync_age_sec"].int != nil)
    let stats = try JSON(parsing: person.hsync.run("events", "--stats", "--json").out)
    #expect(stats["syncs"].int == 2 && stats["sync_success_rate"].double == 0.5)
    #expect(stats["home_days"].int == 1 && stats["planner_adds"].int == 0 && stats["mirror_trend"].isNull)
    let lines = try person.hsync.run("events", "--stats").lines
    #expect(lines.first?.split(separator: " ").joined(separator: " ") == "sync success 50 % of 2 manual syncs")
  }

  @Test func plansHaveTheirFields() throws {
    #expect(try person.hsync.run("plan", "add", "workout", "Run", "--day", "2026-02-10").status == 0)
    #expect(try person.hsync.run("plan", "add", "meal", "dinner", "Secret chili", "--day", "2026-02-10").status == 0)
    #expect(try person.hsync.run("plan", "add", "workout", "Yoga", "--day", "2026-02-10").status == 0)
    #expect(try person.hsync.run("plan", "2026-W07").status == 0)
    #expect(try person.hsync.run("config").status == 0)
    let events = try events()
    #expect(keys(events[0]) == ["action", "screen_id", "item_type", "day"])
    #expect(keys(events[1]) == ["action", "latency_ms", "item_type", "day", "new_total"])
    #expect(events[1]["item_type"].string == "workout" && events[1]["day"].string == "2026-02-10" && events[1]["new_total"].int == 1)
    #expect(events[3]["item_type"].string == "meal" && events[3]["new_total"].int == 1)
    #expect(events[5]["new_total"].int == 2)
    #expect(keys(events[6]) == ["screen_id", "selected_day", "workout_count", "meal_count"])
    #expect(events[6]["screen_id"].string == "M-PLANNER" && events[6]["selected_day"].string == "2026-02-09")
    #expect(events[7]["screen_id"].string == "M-SET")
    #expect(events.count == 8 && !events.contains { $0.text.contains("Secret") })
  }

  /// Real programs at once.
  @Test func commandsAtOnceDontTearLines() throws {
    #expect(try person.hsync.run("today").status == 0)
    let running = try (0..<12).map { _ in try person.hsync.start(["today"]) }
    for one in running { #expect(one.wait().status == 0) }
    let text = String(decoding: try ProjectFiles.bytes(person.home.file(".local/state/hsync/events.jsonl")), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 13)
    for line in lines { #expect((try? JSON(parsing: String(line))) != nil, "\(line)") }
  }

  @Test func theCommandShowsAndClears() throws {
    #expect(try person.hsync.run("events").out == "no events yet\n")
    for _ in 0..<3 { #expect(try person.hsync.run("today").status == 0) }
    #expect(try person.hsync.run("events", "-n", "2").lines.count == 2)
    #expect(try person.hsync.run("events").lines.first?.contains("screen_viewed  screen_id=M-HOME has_permissions=false") == true)
    #expect(try person.hsync.run("events", "--delete").out == "the log is empty\n")
    #expect(try person.hsync.run("events", "--delete").out == "there was no log\n")
    #expect(try person.hsync.run("events", "--stats", "--delete").status == 64)
  }

  // MARK: Sending

  /// Sent once, after a sync that worked, and only what was noted since it was allowed.
  @Test func eventsAreSentOnlyWhenAllowed() throws {
    let backend = try RunningBackend()
    let database = Program("/usr/bin/sqlite3", home: backend.folder)
    func received() throws -> [String] {
      try database.run("-batch", "-cmd", ".timeout 20000", backend.database, "SELECT body FROM event ORDER BY file, \"offset\"").lines
    }
    try person.logIn(to: backend)
    for name in ["Soup", "Bread"] { #expect(try person.hsync.run("log", "--name", name, "--kcal", "250").status == 0) }
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try received() == [])
    #expect(!FileManager.default.fileExists(atPath: person.home.file(".local/state/hsync/events.sent")))

    let before = try events().count
    try optIn(person)
    #expect(try person.hsync.run("today").status == 0)
    #expect(try received() == [])
    #expect(try person.hsync.run("sync").status == 0)
    let since = try events().dropFirst(before).map(\.text)
    #expect(since.count == 3)
    #expect(try received() == Array(since))
    #expect(try person.hsync.run("sync", "--timer").status == 0)
    #expect(try received() == Array(since))
    // Lost track of what was sent: sent again, kept once.
    let mark = person.home.file(".local/state/hsync/events.sent")
    let file = try #require(try JSON(parsing: String(decoding: ProjectFiles.bytes(mark), as: UTF8.self))["file"].int)
    try Data("{\"file\":\(file),\"offset\":0}".utf8).write(to: URL(fileURLWithPath: mark))
    #expect(try person.hsync.run("sync", "--timer").status == 0)
    #expect(try received().count == before + 3)
    // A user who goes takes the events along.
    let owner = try database.run("-batch", backend.database, "SELECT name FROM owner").lines[0]
    #expect(try backend.program.run("user", "delete", owner, "--yes", "--data", backend.folder.file("data")).status == 0)
    #expect(try received() == [])
  }

  @Test func whatIsNotedWhileItIsNotAllowedIsNeverSent() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    try optIn(person)
    #expect(try person.hsync.run("sync").status == 0)
    try optIn(person, false)
    #expect(try person.hsync.run("scan", person.home.file("none.jpg")).status == 66)
    try optIn(person)
    #expect(try person.hsync.run("sync").status == 0)
    let bodies = try Program("/usr/bin/sqlite3", home: backend.folder).run("-batch", backend.database, "SELECT body FROM event").out
    #expect(bodies.contains("manual_sync") && !bodies.contains("M-SCAN"), "\(bodies)")
  }

  /// A backend that doesn't list events isn't asked, and one that refuses them takes nothing of a sync's success.
  @Test(arguments: [false, true]) func otherBackendsAreLeftAlone(listsEvents: Bool) throws {
    let limits = listsEvents ? #","limits":{"events":true}"# : ""
    let server = try LoopbackServer { request in
      switch request.path {
      case "/v1/sync/device": .text("{}", status: 404)
      case "/v1/sync/push": .text(#"{"push":1,"accepted":1,"rejected":[],"superseded":[],"restamped":[]\#(limits)}"#)
      case "/v1/events": .text("{}", status: 500)
      default: .text(#"{"changes":[],"next":"e.1","more":false}"#)
      }
    }
    try person.logIn(url: server.baseURL, token: "t")
    try optIn(person)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 0 && outcome.err == "", "\(outcome.err)")
    #expect(server.requests.filter { $0.path == "/v1/events" }.count == (listsEvents ? 1 : 0))
  }
}
