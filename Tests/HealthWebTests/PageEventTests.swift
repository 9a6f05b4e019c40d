import HealthDesk
import HealthModel
import HealthStore
import Settings
import Testing

@testable import HealthWeb

/// Pages note what commands note, in the same log.
@Suite struct PageEventTests {
  private let log: EventLog
  private let web: WebFixture
  private let id = "019a1b2c-3d4e-7f01-8234-56789abcdef0"

  init() async throws {
    var web = try await WebFixture()
    log = EventLog(folder: web.folder.file("state"))
    web.events = PageEventTests.events(log, web, isKept: true)
    self.web = web
  }

  private static func events(_ log: EventLog, _ web: WebFixture, isKept: Bool) -> Events {
    Events(log: log, isKept: isKept, isSent: false, folders: [web.folder.path], clock: web.clock)
  }

  /// The events without their times.
  private var noted: [String] {
    log.events().map { event in
      let facts = (event.members ?? []).filter { $0.key != "at_ms" && $0.key != "error_message" }
      return facts.map { "\($0.key == "event" ? "" : $0.key + "=")\($0.value.string ?? $0.value.text)" }.joined(separator: " ")
    }
  }

  @Test func screensAreNotedWhenTheyAreOpened() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-12&kind=lunch&title=Soup")
      for path in ["/plan?day=2026-02-12", "/scan", "/settings", "/food", "/trends"] { _ = try await browser.get(path) }
      // What reads itself anew, and what answers a form, isn't opened.
      _ = try await browser.get("/", ["X-Hsync-Refresh": "1"])
      _ = try await browser.follow(browser.post("/plan/done", "token=\(token)&item=\(id)&done=1"))
      _ = try await browser.follow(browser.post("/plan/note", "token=\(token)&day=2026-02-10&note=a"))
    }
    #expect(
      noted.filter { $0.hasPrefix("screen_viewed") } == [
        "screen_viewed screen_id=M-HOME has_permissions=true is_syncing=false last_sync_age_sec=null",
        "screen_viewed screen_id=M-PLANNER selected_day=2026-02-12 workout_count=0 meal_count=1",
        "screen_viewed screen_id=M-SCAN camera_permission_state=not_needed",
        "screen_viewed screen_id=M-SET has_permissions=true last_sync_age_sec=null",
      ])
  }

  @Test func additionsToThePlanAreNoted() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-12&kind=workout&title=Run")
      _ = try await browser.post("/plan/add", "token=\(token)&day=2026-02-12&kind=workout&title=Secret")
    }
    #expect(
      noted == [
        "primary_action_tapped action=planner_quick_add screen_id=M-PLANNER item_type=workout day=2026-02-12",
        "action_succeeded action=planner_quick_add latency_ms=0 item_type=workout day=2026-02-12 new_total=1",
        "primary_action_tapped action=planner_quick_add screen_id=M-PLANNER item_type=workout day=2026-02-12",
        "action_succeeded action=planner_quick_add latency_ms=0 item_type=workout day=2026-02-12 new_total=2",
      ])
  }

  @Test func mealsAreNotedWithTheirNumbers() async throws {
    web.shelf.put(.found(Shelf.product()))
    let number = Shelf.oats.description
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      _ = try await browser.post("/log", "token=\(token)&code=\(number)&amount=1&unit=servings")
      _ = try await browser.post("/log", "token=\(token)&title=Secret+soup&kcal=82")
      _ = try await browser.post("/log", "token=\(token)&title=Secret+soup&kcal=many")
      _ = try await browser.post("/log", "token=\(token)&code=\(Shelf.soup.description)")
    }
    #expect(
      noted == [
        "primary_action_tapped action=food_log_submit screen_id=M-SCAN barcode=\(number) has_auth_token=false",
        "action_succeeded action=food_log_submit latency_ms=0 barcode=\(number)",
        "primary_action_tapped action=food_log_submit screen_id=M-SCAN barcode=null has_auth_token=false",
        "action_succeeded action=food_log_submit latency_ms=0 barcode=null",
        "primary_action_tapped action=food_log_submit screen_id=M-SCAN barcode=null has_auth_token=false",
        "action_failed action=food_log_submit error_code=bad_data stage=save http_status=null",
        "primary_action_tapped action=food_log_submit screen_id=M-SCAN barcode=\(Shelf.soup.description) has_auth_token=false",
        "action_failed action=food_log_submit error_code=no stage=lookup http_status=404",
      ])
    #expect(!log.events().contains { $0.text.contains("Secret") })
  }

  @Test func syncsNameTheirScreenAndGrantsTheirState() async throws {
    try await web.testPaired(folders: [web.folder.file("none")]) { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      _ = try await browser.post("/sync", "token=\(token)")
      _ = try await browser.post("/sync", "token=\(token)", ["Referer": "http://\(browser.host)/settings"])
      _ = try await browser.post("/settings/grant", "token=\(token)")
    }
    try web.configure("[health]\nfolders = [\(SettingValue.quoted(web.folder.path))]\n")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      _ = try await browser.post("/settings/grant", "token=\(token)")
    }
    #expect(
      noted == [
        "primary_action_tapped action=manual_sync screen_id=M-HOME has_permissions=true",
        "action_failed action=manual_sync error_code=configuration",
        "primary_action_tapped action=manual_sync screen_id=M-SET has_permissions=true",
        "action_failed action=manual_sync error_code=configuration",
        "primary_action_tapped action=grant_permissions screen_id=M-SET", "action_failed action=grant_permissions error_code=no_permission",
        "primary_action_tapped action=grant_permissions screen_id=M-SET",
        "action_succeeded action=grant_permissions latency_ms=0 result_state=granted",
      ])
  }

  @Test func theOwnWebAppIsNotedByItsHost() async throws {
    var web = web
    web.mirror = MirrorLink("https://me:secret@app.example.org/?key=secret")
    try await web.testPaired { (browser) async throws in _ = try await browser.get("/mirror") }
    #expect(
      noted == [
        "screen_viewed screen_id=M-MIRROR webapp_url=https://app.example.org is_authenticated=false",
        "primary_action_tapped action=mirror_opened screen_id=M-MIRROR", "action_succeeded action=mirror_opened latency_ms=0",
      ])
  }

  @Test func nothingIsNotedThatTheSettingsForbid() async throws {
    var web = web
    web.events = PageEventTests.events(log, web, isKept: false)
    try await web.testPaired { (browser) async throws in _ = try await browser.get("/") }
    #expect(log.events().isEmpty)
  }

  /// The folder of the log is a file: nothing can be written, and no page minds.
  @Test func aLogThatCannotBeWrittenFailsNoPage() async throws {
    var web = web
    web.events = PageEventTests.events(EventLog(folder: web.library.path), web, isKept: true)
    try await web.testPaired { (browser) async throws in #expect(try await browser.get("/").status == 200) }
  }
}
