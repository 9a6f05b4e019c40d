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

  @Test func anEmptyDayOffersChips() async throws {
    try await web.testLetIn { (browser) async throws in
      let page = try await browser.get("/plan")
      #expect(page.status == 200 && page.body.contains(#"data-state="empty""#))
      #expect(page.body.contains("No workouts yet") && page.body.contains("No meals yet") && page.body.contains("+ Run"))
      #expect(page.body.contains(#"aria-current="date""#) && page.body.contains("Week 7, 9–15 Feb 2026"))
    }
  }

  @Test func aFormSentTwicePlansOnce() async throws {
    try await web.testLetIn { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      let form = "token=\(token)&id=\(id)&at_ms=&day=2026-02-11&kind=dinner&title=+Chili+"
      let first = try await browser.follow(browser.post("/plan/add", form))
      #expect(first.body.contains("Planned Dinner: Chili") && first.body.contains("Undo"))
      let second = try await browser.follow(browser.post("/plan/add", form))
      #expect(second.status == 200 && !second.body.contains("Planned Dinner"))
      let items = try await planned()
      #expect(items.map(\.title) == ["Chili"] && items.map(\.id) == [id] && items.map(\.day.description) == ["2026-02-11"])
      #expect(try await browser.follow(browser.post("/undo", "token=\(token)")).body.contains("Undone: planned Chili"))
      #expect(try await planned().isEmpty)
    }
  }

  @Test func anItemIsTickedRenamedMovedAndRemoved() async throws {
    try await web.testLetIn { (browser) async throws in
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
      let gone = try await browser.post("/plan/remove", on)
      #expect(gone.status == 422 && gone.body.contains(#"role="alert""#), "another device was quicker")
    }
  }

  @Test func aWeeklyItemIsRemovedInOneWeekOrInAll() async throws {
    try await web.testLetIn { (browser) async throws in
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
    try await web.testLetIn { (browser) async throws in
      let token = try #require(try await browser.get("/plan").token)
      _ = try await browser.post("/plan/add", "token=\(token)&day=2026-02-10&kind=lunch&title=Salad")
      let noted = try await browser.follow(browser.post("/plan/note", "token=\(token)&day=2026-02-10&note=Dentist+at+9%0AKeys"))
      #expect(noted.body.contains("Dentist at 9\nKeys</textarea>") && noted.body.contains("Saved the note"))
      let copied = try await browser.follow(browser.post("/plan/copy", "token=\(token)&day=2026-02-10"))
      #expect(copied.body.contains("Copied 1 item") && copied.body.contains("Salad") && copied.body.contains("Week 8"))
      #expect(try await browser.follow(browser.post("/plan/copy", "token=\(token)&day=2026-02-10")).body.contains("has all of it already"))
    }
  }

  @Test(arguments: [
    ("/plan/add", "day=2026-02-10&kind=workout&title=", 422), ("/plan/add", "day=2026-02-30&kind=workout&title=a", 400),
    ("/plan/add", "day=2026-02-10&kind=feast&title=a", 400), ("/plan/add", "kind=workout&title=a", 400),
    ("/plan/add", "day=2026-02-10&kind=workout&title=a&id=1", 400), ("/plan/add", "day=2026-02-10&kind=workout&title=a&at_ms=1", 422),
    ("/plan/move", "item=x&day=2026-02-10&to=2026-02-11", 422), ("/plan/done", "item=x&done=2", 400), ("/plan/note", "day=2026-02-10", 400),
  ])
  func oddFormsAreRefused(path: String, form: String, status: Int) async throws {
    try await web.testLetIn { (browser) async throws in
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
