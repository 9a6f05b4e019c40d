import HealthDesk
import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// Trends and explained days, as charts with their tables.
@Suite struct TrendsPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func emptyDaysSaySo() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/trends")
      #expect(page.status == 200 && page.body.contains(#"data-state="empty""#) && page.body.contains("Connect a source"))
      let day = try await browser.get("/day/2026-02-10")
      #expect(day.status == 200 && day.body.contains("No health data of this day.") && !day.body.contains("Next day"))
    }
  }

  @Test func weightsAndMealsAreDrawnAndListed() async throws {
    try await web.library.write { library in
      for (offset, kg) in [(-3, 82.0), (-2, 81.6), (0, 81.1)] {
        _ = try WeightLog(library).log(kg: kg, on: WebFixture.noon.day.adding(offset), measuredAt: nil, at: WebFixture.noon)
      }
      let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
      for kcal in [500.0, 700] {
        let meal = Meal(byHand: "Chili", nutrition: Nutrition(energyKcal: kcal), wish: wish, now: WebFixture.noon)
        try Diary(library).log(meal, at: WebFixture.noon)
      }
    }
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/trends?range=month")
      #expect(page.body.contains(#"data-state="ready""#) && page.body.contains(#"<svg class="chart""#) && !page.body.contains("style="))
      #expect(page.body.contains("81.1 kg; mean of the last 7 81.6 kg"), "the mean of 82, 81.6 and 81.1 is 81.57")
      #expect(page.body.contains("1,200 kcal"))
      let before = try await browser.get("/trends?from=2026-02-01&to=2026-02-09")
      #expect(before.body.contains("82 kg") && !before.body.contains("81.1 kg") && before.body.contains("<details open>"))
    }
  }

  @Test(arguments: [
    ("/trends?from=2026-02-11&to=2026-02-10", 400), ("/trends?from=x", 400), ("/trends?range=decade", 200),
    ("/trends?from=0001-01-01", 200),
    ("/day/2026-02-30", 404), ("/day/x", 404), ("/day/1970-01-01", 200),
  ])
  func oddDaysAreRefused(path: String, status: Int) async throws {
    try await web.testPaired { (browser) async throws in
      let answer = try await browser.get(path)
      #expect(answer.status == status, "\(path)")
    }
  }
}
