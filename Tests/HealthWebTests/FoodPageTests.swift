import HealthDesk
import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// Food: found, logged by hand and again, changed, deleted.
@Suite struct FoodPageTests {
  private let web: WebFixture
  private let id = "019a1b2c-3d4e-7f01-8234-56789abcdef0"

  init() async throws { web = try await WebFixture() }

  @Test func aFormSentTwiceLogsOnce() async throws {
    try await web.testLetIn { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      let ms = WebFixture.noon.ms - 3_600_000
      let form = "token=\(token)&id=\(id)&at_ms=\(ms)&name=Tomato+soup&kcal=141,5&amount=300&unit=grams&slot=lunch&protein=4"
      let first = try await browser.follow(browser.post("/food/log", form))
      #expect(first.body.contains("Logged Tomato soup, 142 kcal") && first.body.contains("Undo"))
      #expect(try await browser.follow(browser.post("/food/log", form)).body.contains("Logged already: Tomato soup"))
      let meals = try await meals()
      #expect(meals.map(\.id) == [id] && meals.map(\.eatenAt.ms) == [ms] && meals.map(\.amount.grams) == [300])
      #expect(meals.map(\.nutrition.energyKcal) == [141.5] && meals.map(\.nutrition.proteinG) == [4] && meals.map(\.slot) == [.lunch])
    }
  }

  @Test func foodIsFoundAndLoggedAgain() async throws {
    try await log("Tomato soup", 141)
    try await log("Rye bread", 200)
    try await web.testLetIn { (browser) async throws in
      let page = try await browser.get("/food?q=TOM+soup")
      #expect(page.body.contains("Log Tomato soup again") && !page.body.contains("Log Rye bread again"))
      #expect(try await browser.get("/food?q=zzz").body.contains("Nothing found for “zzz”."))
      let meal = try #require(try await meals().first { $0.name == "Tomato soup" })
      let token = try #require(page.token)
      let again = try await browser.follow(browser.post("/food/again", "token=\(token)&id=\(id)&meal=\(meal.id)&name=x"))
      #expect(again.body.contains("Logged Tomato soup, 141 kcal"))
      #expect(try await meals().map(\.name).sorted() == ["Rye bread", "Tomato soup", "Tomato soup"])
    }
  }

  @Test func aMealIsChangedDeletedAndBroughtBack() async throws {
    try await log("Tomato soup", 141)
    let meal = try #require(try await meals().first)
    try await web.testLetIn { (browser) async throws in
      let page = try await browser.get("/food/\(meal.id)")
      let token = try #require(page.token)
      #expect(page.body.contains(#"value="Tomato soup""#) && page.body.contains("2026-02-10T12:03"))
      let form = "token=\(token)&name=Tomato+soup&amount=2&unit=servings&kcal=141&slot=dinner&note=hot&time=2026-02-10T19:30"
      #expect(try await browser.follow(browser.post("/food/\(meal.id)", form)).body.contains("Changed Tomato soup"))
      let changed = try #require(try await meals().first)
      #expect(changed.nutrition.energyKcal == 282 && changed.slot == .dinner && changed.note == "hot" && changed.eatenAt.clock == "19:30")
      #expect(try await browser.follow(browser.post("/food/\(meal.id)/delete", "token=\(token)")).body.contains("Deleted Tomato soup"))
      #expect(try await browser.get("/food/\(meal.id)").status == 404)
      #expect(try await browser.post("/food/\(meal.id)", form).status == 404, "deleted meanwhile")
      _ = try await browser.post("/undo", "token=\(token)")
      #expect(try await meals().map(\.name) == ["Tomato soup"])
    }
  }

  @Test(arguments: [
    ("name=", 422), ("name=a&kcal=10000", 422), ("name=a&kcal=nan", 422), ("name=a&amount=0", 422), ("name=a&amount=1e999", 422),
    ("name=a&fat=-1", 422), ("name=a&id=x", 400), ("name=a&at_ms=99999999999999", 422), ("name=a&at_ms=x", 422),
  ])
  func oddFormsAreRefusedWithTheirText(form: String, status: Int) async throws {
    try await web.testLetIn { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      let answer = try await browser.post("/food/log", "token=\(token)&note=kept+words&\(form)")
      #expect(answer.status == status && answer.body.contains(#"role="alert""#), "\(form)")
      #expect(status == 400 || form.contains("at_ms") || answer.body.contains("kept words"))
      #expect(try await browser.post("/food/log", form).status == 403, "without its token")
      #expect(try await meals().isEmpty)
    }
  }

  @Test func namesAreEscaped() async throws {
    try await log("\"><script>alert(1)</script>", 1)
    let meal = try #require(try await meals().first)
    try await web.testLetIn { (browser) async throws in
      for path in ["/food", "/food?q=%22%3E%3Cscript%3E", "/food/\(meal.id)"] {
        let body = try await browser.get(path).body
        #expect(!body.contains("<script>") && body.contains("&quot;&gt;&lt;script&gt;"), "\(path)")
      }
    }
  }

  private func log(_ name: String, _ kcal: Double) async throws {
    try await web.library.write { library in
      let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
      try Diary(library).log(
        Meal(byHand: name, nutrition: Nutrition(energyKcal: kcal), wish: wish, now: WebFixture.noon), at: WebFixture.noon)
    }
  }

  private func meals() async throws -> [Meal] { try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day) } }
}
