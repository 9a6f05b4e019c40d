import HealthDesk
import HealthModel
import HealthStore
import Testing
import WeekPlan

@testable import HealthWeb

/// M-PLANNER: the week as a page, with forms that work without a script.
@Suite struct PlanPageTests {
  private let web: WebFixture
  private let id = "019a1b2c-3d4e-7f01-8234-56789abcdef0"

  init() async throws { web = try await WebFixture() }

  /// M-PLANNER-10
  @Test func anEmptyDayOffersChips() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/plan")
      #expect(page.status == 200 && page.body.contains(#"data-state="empty""#))
      #expect(page.body.contains("No workouts yet") && page.body.contains("No meals yet") && page.body.contains("+ Run"))
      #expect(page.body.contains(#"aria-current="date""#) && page.body.contains("Week 7, 9–15 Feb 2026"))
    }
  }

  @Test func aFormSentTwicePlansOnce() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      let form = "token=\(token)&id=\(id)&at_ms=&day=2026-02-11&kind=dinner&title=+Chili+"
      let first = try await browser.follow(browser.post("/plan/add", form))
      #expect(first.body.contains("Planned Dinner: Chili") && first.body.contains("Undo"))
      let second = try await browser.follow(browser.post("/plan/add", form))
      #expect(second.status == 200 && second.body.contains("Dinner: Chili was already planned; it wasn&#39;t added twice."))
      let items = try await planned()
      #expect(items.map(\.title) == ["Chili"] && items.map(\.id) == [id] && items.map(\.day.description) == ["2026-02-11"])
      #expect(try await browser.follow(browser.post("/undo", "token=\(token)")).body.contains("Undone: planned Chili"))
      #expect(try await planned().isEmpty)
    }
  }

  /// The answer to the first one was lost, and another device removed the item meanwhile.
  @Test func aFormSentAgainDoesNotBringBackWhatWasRemoved() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      let form = "token=\(token)&id=\(id)&at_ms=&day=2026-02-11&kind=workout&title=Run"
      _ = try await browser.post("/plan/add", form)
      try await web.library.write { library in
        _ = try PlanDesk(library, at: WebFixture.noon).change(.remove(wholeSeries: false), [self.id])
      }
      #expect(try await browser.follow(browser.post("/plan/add", form)).body.contains("has been removed since"))
      #expect(try await planned().isEmpty)
    }
  }

  @Test func anItemIsTickedRenamedMovedAndRemoved() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-10&kind=workout&title=Run")
      let on = "token=\(token)&item=\(id)&day=2026-02-10"
      #expect(try await browser.post("/plan/done", on + "&done=1").status == 303)
      #expect(try await browser.post("/plan/done", on + "&done=1").status == 303, "again")
      #expect(try await browser.follow(browser.post("/plan/rename", on + "&title=Swim+%3Cb%3E")).body.contains("Renamed Swim &lt;b&gt;"))
      #expect(try await browser.get("/plan/item?id=\(id)&day=2026-02-10").body.contains(#"value="Swim &lt;b&gt;""#))
      #expect(try await browser.follow(browser.post("/plan/move", on + "&to=2026-02-12")).body.contains(#"value="2026-02-12""#))
      #expect(try await planned().map(\.isCompleted) == [true])
      #expect(try await browser.follow(browser.post("/plan/remove", on)).body.contains("Removed Swim"))
    }
  }

  @Test(arguments: ["/plan/remove", "/plan/rename", "/plan/move", "/plan/done", "/plan/log"])
  func anItemThatAnotherDeviceRemovedIsGone(path: String) async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-10&kind=lunch&title=Soup")
      try await web.library.write { library in
        _ = try PlanDesk(library, at: WebFixture.noon).change(.remove(wholeSeries: false), [self.id])
      }
      let gone = try await browser.post(path, "token=\(token)&item=\(id)&day=2026-02-10&title=a&to=2026-02-11&done=1")
      #expect(gone.status == 410 && gone.body.contains(#"role="alert""#) && gone.body.contains("removed or skipped"))
      #expect(gone.body.contains(#"<a href="/plan?day=2026-02-10">"#), "a way on")
      #expect(try await browser.get("/plan/item?id=\(id)&day=2026-02-10").status == 410)
    }
  }

  /// M-PLANNER-8
  @Test func theSelectedDayComesFirstAndTheWeekSwitchesIt() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-12&kind=dinner&title=Chili")
      let body = try await browser.get("/plan").body
      let order = [
        "Tuesday, 10 February, today", "No workouts yet", "No meals yet", "name=\"note\"", "Add in one tap", "Add another item",
        "id=\"week\"",
      ]
      let places = try order.map { try #require(body.range(of: $0), "\($0)").lowerBound }
      #expect(places == places.sorted())
      let row = try #require(body.range(of: "Dinner: Chili</span>"))
      #expect(body[..<row.lowerBound].contains(#"<a class="open" href="/plan?day=2026-02-12""#))
      let other = try await browser.get("/plan?day=2026-02-12").body
      #expect(other.contains("Thursday, 12 February") && !other.contains("No meals yet") && other.contains("Remove Dinner: Chili"))
      #expect(other.contains("<title>Plan, week 7 · hsync</title>") && other.contains("<h1>Plan</h1>"))
    }
  }

  @Test func aWorkoutWithoutATextIsAskedForAndKeepsTheRest() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      let empty = try await browser.post("/plan/add", "token=\(token)&day=2026-02-11&kind=workout&title=+&weekly=1&until=2026-05-01")
      #expect(empty.status == 422 && empty.body.contains("Say what the workout is.") && empty.body.contains(#"aria-invalid="true""#))
      #expect(empty.body.contains(#"value="2026-05-01""#) && empty.body.contains(#"name="weekly" value="1" checked"#))
      for until in ["2026-02-10", "soon"] {
        let refused = try await browser.post("/plan/add", "token=\(token)&day=2026-02-11&kind=workout&title=Run&weekly=1&until=\(until)")
        #expect(refused.status == 422 && refused.body.contains("The last day must") && refused.body.contains(#"value="Run""#))
      }
      #expect(try await planned().isEmpty)
    }
  }

  @Test func aWeeklyItemEndsChangesForOneWeekAndForAll() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post(
        "/plan/add", "token=\(token)&id=\(id)&day=2026-02-10&kind=workout&title=Yoga&weekly=1&until=2026-02-24")
      let item = try #require(try await browser.get("/plan?day=2026-02-17").text(after: #"href="/plan/item?id="#, until: "&amp;"))
      let page = try await browser.get("/plan/item?id=\(item)&day=2026-02-17").body
      #expect(page.contains("through Tue 24 Feb") && page.contains("Skip this week") && page.contains("all weeks"))
      let on = "token=\(token)&item=\(item)&day=2026-02-17"
      _ = try await browser.post("/plan/rename", on + "&series=0&title=Swim")
      _ = try await browser.post("/plan/move", on + "&to=2026-02-18")
      #expect(try await browser.get("/plan?day=2026-02-18").body.contains(">Swim</span>"))
      for day in ["2026-02-10", "2026-02-24"] { #expect(try await browser.get("/plan?day=\(day)").body.contains(">Yoga</span>"), "\(day)") }
      #expect(!(try await browser.get("/plan?day=2026-03-03").body.contains(">Yoga</span>")), "it ended")
      _ = try await browser.post("/plan/rename", on + "&series=1&title=Pilates")
      #expect(try await browser.get("/plan?day=2026-02-24").body.contains(">Pilates</span>"))
      #expect(try await browser.get("/plan?day=2026-02-18").body.contains(">Swim</span>"), "a week with a title of its own keeps it")
      let refused = try await browser.post("/plan/rename", on + "&title=+")
      #expect(refused.status == 422 && refused.body.contains(#"aria-invalid="true""#))
    }
  }

  @Test func aPlannedMealIsLoggedOnce() async throws {
    try await web.library.write { library in
      let wish = MealWish(eatenAt: WebFixture.noon, slot: .dinner, amount: nil, note: nil)
      let chili = Meal(byHand: "Chili", nutrition: Nutrition(energyKcal: 500), wish: wish, now: WebFixture.noon)
      try Diary(library).log(chili, at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-09&kind=dinner&title=Chili")
      #expect(try await browser.get("/plan?day=2026-02-09").body.contains("Log Dinner: Chili"))
      let form = "token=\(token)&id=019a1b2c-3d4e-7f01-8234-56789abcdef1&item=\(id)&day=2026-02-09"
      #expect(try await browser.follow(browser.post("/plan/log", form)).body.contains("Logged Chili, 500 kcal"))
      #expect(try await browser.follow(browser.post("/plan/log", form)).body.contains("already logged"))
      let yesterday = WebFixture.noon.day.adding(-1)
      let eaten = try await web.library.read { try MealLog($0).meals(on: yesterday) }
      #expect(eaten.map(\.name) == ["Chili"] && eaten.map(\.eatenAt.clock) == ["19:00"])
      #expect(try await planned().map(\.isCompleted) == [true])
      let other = "019a1b2c-3d4e-7f01-8234-56789abcdef2"
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(other)&day=2026-02-10&kind=lunch&title=Poké+bowl")
      let unknown = try await browser.follow(browser.post("/plan/log", "token=\(token)&item=\(other)&day=2026-02-10"))
      #expect(unknown.status == 200 && unknown.body.contains("No recent food is called Poké bowl") && unknown.body.contains("Log by hand"))
      #expect(try await browser.post("/plan/log", "token=\(token)&item=\(other)&day=2026-02-10&waited=1").status == 422)
    }
  }

  @Test func aNoteThatWasChangedElsewhereIsNotOverwritten() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/plan")
      let (token, mark) = (try #require(page.token), try #require(page.text(after: #"name="mark" value=""#, until: "\"")))
      try await web.library.write { _ = try PlanDesk($0, at: WebFixture.noon).setNote("Keys", on: WebFixture.noon.day) }
      let refused = try await browser.post("/plan/note", "token=\(token)&day=2026-02-10&mark=\(mark)&note=Dentist")
      #expect(refused.status == 422 && refused.body.contains("changed elsewhere") && refused.body.contains("“Keys”"))
      #expect(refused.body.contains("Dentist</textarea>"))
      let fresh = try #require(refused.text(after: #"name="mark" value=""#, until: "\""))
      let saved = try await browser.follow(browser.post("/plan/note", "token=\(token)&day=2026-02-10&mark=\(fresh)&note=Keys%0D%0ADentist"))
      #expect(saved.body.contains("Saved the note") && saved.body.contains("Keys\nDentist</textarea>"))
    }
  }

  @Test func doneWorkoutsAreTickedOffAndTheWeekIsACalendar() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-10&kind=workout&title=Run")
      #expect(
        try await browser.follow(browser.post("/plan/match", "token=\(token)&day=2026-02-10")).body.contains("No imported workout matches"))
      let calendar = try await browser.get("/plan/calendar?day=2026-02-10")
      #expect(calendar.headers["content-type"] == "text/calendar; charset=utf-8" && calendar.body.contains("SUMMARY:Run"))
      #expect(calendar.headers["content-disposition"] == #"attachment; filename="plan-2026-W07.ics""#)
    }
  }

  @Test(arguments: ["0000-01-01", "9999-12-31"])
  func theEndsOfTimeAreShown(day: String) async throws {
    try await web.testPaired { (browser) async throws in #expect(try await browser.get("/plan?day=\(day)").status == 200) }
  }

  @Test func aWeeklyItemIsRemovedInOneWeekOrInAll() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&id=\(id)&day=2026-02-10&kind=workout&title=Yoga&weekly=1")
      #expect(try await browser.get("/plan?day=2026-02-17").body.contains("every Tue"))
      _ = try await browser.post("/plan/remove", "token=\(token)&item=\(id)&day=2026-02-17")
      #expect(!(try await browser.get("/plan?day=2026-02-17").body.contains("every Tue")))
      #expect(try await browser.get("/plan?day=2026-02-24").body.contains("every Tue"))
      _ = try await browser.post("/plan/remove", "token=\(token)&item=\(id)&day=2026-02-24&series=1")
      #expect(!(try await browser.get("/plan?day=2026-02-10").body.contains("every Tue")))
    }
  }

  @Test func notesAndCopiedWeeksAreKept() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&day=2026-02-10&kind=lunch&title=Salad")
      let noted = try await browser.follow(browser.post("/plan/note", "token=\(token)&day=2026-02-10&note=Dentist+at+9%0AKeys"))
      #expect(noted.body.contains("Dentist at 9\nKeys</textarea>") && noted.body.contains("Saved the note"))
      let copied = try await browser.follow(browser.post("/plan/copy", "token=\(token)&day=2026-02-10"))
      #expect(copied.body.contains("Copied 1 item and 1 note") && copied.body.contains("Salad") && copied.body.contains("Week 8"))
      #expect(try await browser.follow(browser.post("/plan/copy", "token=\(token)&day=2026-02-10")).body.contains("already has all of it"))
      let further = try await browser.follow(browser.post("/plan/copy", "token=\(token)&day=2026-02-10&to=2026-03-06"))
      #expect(further.body.contains("Copied 1 item and 1 note") && further.body.contains("Week 10"))
    }
  }

  @Test(arguments: [
    ("/plan/add", "day=2026-02-10&kind=workout&title=", 422), ("/plan/add", "day=2026-02-30&kind=workout&title=a", 400),
    ("/plan/add", "day=2026-02-10&kind=feast&title=a", 400), ("/plan/add", "kind=workout&title=a", 400),
    ("/plan/add", "day=2026-02-10&kind=workout&title=a&id=1", 400), ("/plan/add", "day=2026-02-10&kind=workout&title=a&at_ms=1", 422),
    ("/plan/move", "item=x&day=2026-02-10&to=2026-02-11", 410), ("/plan/done", "item=x&done=2", 400), ("/plan/note", "day=2026-02-10", 400),
    ("/plan/log", "item=x", 400), ("/plan/copy", "day=2026-02-10&to=x", 400), ("/plan/match", "", 400),
  ])
  func oddFormsAreRefused(path: String, form: String, status: Int) async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      #expect(try await browser.post(path, "token=\(token)&\(form)").status == status, "\(form)")
      #expect(try await browser.post(path, form).status == 403, "without its token")
      #expect(try await planned().isEmpty)
    }
  }

  private func planned() async throws -> [PlanItem] {
    let day = WebFixture.noon.day
    return try await web.library.read { try Planner($0).items(from: day.adding(-1), through: day.adding(6)) }
  }
}
