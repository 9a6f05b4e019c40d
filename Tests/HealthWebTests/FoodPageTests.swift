import FoodCatalog
import HealthDesk
import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// The pages of logged food, and the forms that change it.
@Suite struct FoodPageTests {
  private let web: WebFixture
  private let id = "0197e2a4-6f00-7000-8000-00000000abcd"

  init() async throws { web = try await WebFixture() }

  /// D-STATE-1
  @Test func anEmptyHistorySaysWhatToDo() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/food")
      #expect(page.status == 200 && page.body.contains(#"data-state="empty">"#) && page.body.contains("No meals yet"))
      #expect(page.body.contains(#"action="/log""#) && page.body.contains(#"data-offline="title""#) && page.body.contains("Open Scanner"))
    }
  }

  @Test func mealsStandByDayAWeekAtATime() async throws {
    try await eat("Chili", daysAgo: 0)
    try await eat("Soup", daysAgo: 1)
    try await eat("Bread", daysAgo: 6)
    try await eat("Cake", daysAgo: 400)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/food")
      #expect(page.body.contains("<span>Today</span>") && page.body.contains("<span>Yesterday</span>"))
      #expect(page.body.contains("Bread") && page.body.contains("Wednesday, 4 February 2026") && !page.body.contains("Cake"))
      let earlier = try #require(page.text(after: "href=\"/food?before=", until: "\""))
      let older = try await browser.get("/food?before=\(earlier)")
      #expect(older.body.contains("Cake") && !older.body.contains("Bread") && !older.body.contains("Earlier"))
    }
  }

  @Test func aSearchFindsWhatWasEaten() async throws {
    try await eat("Chili sin carne", daysAgo: 100)
    try await eat("Soup", daysAgo: 0)
    try await web.testPaired { (browser) async throws in
      let found = try await browser.get("/food?q=CARNE+chi")
      #expect(found.body.contains("Chili sin carne") && !found.body.contains(">Soup<") && found.body.contains(#"value="CARNE chi""#))
      let none = try await browser.get("/food?q=%3Cb%3E")
      #expect(none.status == 200 && none.body.contains("Nothing found for “<span dir=\"auto\">&lt;b&gt;</span>”"))
      #expect(try await browser.get("/food?q=9520000000004").body.contains("/scan/code?code=9520000000004"))
    }
  }

  /// Own foods come first, then what was logged, then the catalogue by popularity; each food once. Accents and typing errors don't matter.
  @Test func aSearchRanksOwnFoodsBeforeTheCatalogue() async throws {
    let dump = """
      code\tproduct_name\tenergy-kcal_100g\tunique_scans_n
      \(Shelf.oats)\tCrème of <oats>\t370\t5
      9520000000011\tCreme caramel\t130\t900
      9520000000028\tCreme brûlée\t300\t2

      """
    let file = try web.folder.write(Array(dump.utf8), to: "dump.csv")
    _ = try CatalogueImport(web.cataloguePath, nowMs: 0).run(file)
    let own = try await web.library.write { library in
      try OwnFoodDesk(library).add(
        "Creme of mine", OwnFoodValues(servingG: 50, nutrition: Nutrition(energyKcal: 200)), at: WebFixture.noon)
    }
    try await eat("Creme fraiche", daysAgo: 3)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/food?q=cr%C3%A8me").body
      let order = [
        "Your own foods", "Creme of mine", "Logged before", "Creme fraiche", "In the catalogue", "caramel", "&lt;oats&gt;", "brûlée",
      ]
      let places = order.compactMap { page.range(of: $0)?.lowerBound }
      #expect(places.count == order.count && places == places.sorted(), "\(page)")
      #expect(page.contains("Open Food Facts</a> contributors") && page.contains("100 kcal"))
      let form = try await "token=\(token(browser))&id=\(id)&own=\(own.id)&title=x"
      for _ in 0..<2 { #expect(try await browser.post("/log", form).status == 303) }
      let meals = try await eaten()
      #expect(meals.map(\.name) == ["Creme of mine"] && meals.first?.nutrition.energyKcal == 100)
      #expect(try await browser.post("/log", "token=\(token(browser))&own=none&title=x").status == 404)
      let corrected = try await browser.get("/food?q=caramle").body
      #expect(corrected.contains("Also searched for") && corrected.contains("Creme caramel"))
      try web.folder.write(Array("no catalogue".utf8), to: "foods.db")
      let damaged = try await browser.get("/food?q=creme")
      #expect(
        damaged.status == 200 && damaged.body.contains("The catalogue can&#39;t be searched.") && damaged.body.contains("Creme of mine"))
    }
  }

  @Test func aSearchFindsProductsOfTheFileToo() async throws {
    let file = try web.folder.write(
      Array("code\tname\tbrand\tserving_g\tenergy_kcal_100g\n\(Shelf.oats)\tOat <Crunch>\tHaferlund\t40\t370\n".utf8), to: "foods.tsv")
    try web.configure("[products]\nfile = \"\(file)\"\n")
    web.shelf.put(.found(Shelf.product()))
    try await web.testPaired { (browser) async throws in
      let found = try await browser.get("/food?q=haferlund+CRUNCH")
      #expect(found.body.contains("In the product file") && found.body.contains("Oat &lt;Crunch&gt;") && found.body.contains("148 kcal"))
      #expect(found.body.contains("/scan/code?code=\(Shelf.oats)") && !found.body.contains("Logged before"))
      #expect(try await browser.get("/food?q=haferlund+rye").body.contains("Nothing found for"))
      #expect(try await browser.post("/log", "token=\(try await token(browser))&id=\(id)&code=\(Shelf.oats)&title=x").status == 303)
      #expect(try await eaten().map(\.name) == ["Oat Crunch"])
      let again = try await browser.get("/food?q=oat")
      #expect(again.body.contains("Logged before") && !again.body.contains("In the product file"), "each food once")
      _ = try web.folder.write(Array("code\tname\nx\tBad\n".utf8), to: "foods.tsv")
      let broken = try await browser.get("/food?q=oat")
      #expect(broken.status == 200 && broken.body.contains("The product file can&#39;t be searched."))
      #expect(broken.body.contains("foods.tsv:2") && broken.body.contains("Logged before"))
    }
  }

  @Test("D-MEAL-6: ten results at first, each with the energy and macronutrients of 100 g, more on demand; then a way on by hand")
  func resultsComeTenAtATime() async throws {
    try await web.library.write { library in
      for number in 10..<33 {
        let nutrition = Nutrition(energyKcal: 250, proteinG: 12.5, carbsG: 30, fatG: 4)
        _ = try OwnFoodDesk(library).add("Bun \(number)", OwnFoodValues(servingG: 40, nutrition: nutrition), at: WebFixture.noon)
      }
    }
    try await web.testPaired { (browser) async throws in
      func rows(_ page: WebClient.Answer) -> Int { page.body.components(separatedBy: "class=\"chip\" aria-label=\"Log Bun").count - 1 }
      let first = try await browser.get("/food?q=bun")
      #expect(rows(first) == 10 && first.body.contains("10 results found, and more"))
      #expect(
        first.body.contains("250 kcal per 100 g, protein 12.5 g, carbs 30 g, fat 4 g") && first.body.contains("1 serving (40 g) · 100 kcal")
      )
      #expect(first.body.contains("Food not found? Try manual entry") && first.body.contains(#"id="by-hand""#))
      let path = try #require(first.text(after: #"<a class="chip" href="/food?q=bun&amp;"#, until: "\""))
      #expect(path == "show=20" && first.body.contains(#"show=20" data-swap="found">More results"#))
      #expect(rows(try await browser.get("/food?q=bun&show=20")) == 20)
      let all = try await browser.get("/food?q=bun&show=9999999999")
      #expect(rows(all) == 23 && all.body.contains("23 results found<") && !all.body.contains("More results"))
      #expect(rows(try await browser.get("/food?q=bun&show=-1")) == 10)
      let none = try await browser.get("/food?q=zzz")
      #expect(none.body.contains(##"<a class="text" href="#by-hand">Food not found? Try manual entry</a>"##))
      try web.folder.write(Array("no catalogue".utf8), to: "foods.db")
      let failed = try await browser.get("/food?q=zzz").body
      #expect(failed.contains("Search unavailable, use manual entry") && !failed.contains("Nothing found"))
    }
  }

  @Test("D-MEAL-6: a portion by number or slider, with the energy and macronutrients of one gram or serving for the script")
  func aPortionOfAnOwnFoodAndOfAnEntryIsChosen() async throws {
    let own = try await web.library.write { library in
      try OwnFoodDesk(library).add(
        "Bun", OwnFoodValues(servingG: 40, nutrition: Nutrition(energyKcal: 250, proteinG: 10)), at: WebFixture.noon)
    }
    let meal = try await eat("Chili", daysAgo: 3, kcal: 100, grams: 200)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/portion?own=\(own.id)")
      #expect(page.status == 200 && page.body.contains("Servings of 40 g") && page.body.contains(#"data-slides="amount""#))
      #expect(page.body.contains(#"data-of="amount" data-each="100">100</output> kcal"#), "\(page.body)")
      #expect(page.body.contains(#"protein <span data-digits="1" data-of="amount" data-each="4">4</span> g"#))
      #expect(page.body.contains("unit=grams") && !page.body.contains("style="))
      let grams = try await browser.get("/portion?own=\(own.id)&unit=grams")
      #expect(grams.body.contains(#"name="unit" value="grams""#) && grams.body.contains(#"value="40""#))
      let token = try #require(page.token)
      let wrong = try await browser.post("/log", "token=\(token)&own=\(own.id)&unit=grams&amount=0")
      #expect(wrong.status == 422 && wrong.body.contains("role=\"alert\"") && wrong.body.contains("Enter servings instead"))
      #expect(try await browser.post("/log", "token=\(token)&id=\(id)&own=\(own.id)&unit=grams&amount=60").status == 303)
      let again = try await browser.get("/portion?again=\(meal.id)")
      #expect(again.body.contains(#"value="200""#) && again.body.contains(#"data-each="0.5""#) && !again.body.contains("Enter servings"))
      #expect(try await browser.post("/log", "token=\(token)&again=\(meal.id)&unit=grams&amount=300").status == 303)
      #expect(Set(try await eaten().map(\.nutrition.energyKcal)) == [150])
      for path in ["/portion", "/portion?own=none", "/portion?again=none"] { #expect(try await browser.get(path).status == 404) }
    }
  }

  @Test func aMealIsLoggedByHandOnce() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let form =
        "token=\(token)&id=\(id)&at_ms=\(WebFixture.noon.ms - 3_600_000)&title=+Lentil+soup+&kcal=312,5&protein=12&amount=300&unit=grams&note=warm"
      let answer = try await browser.post("/log", form, ["Referer": "http://\(browser.host)/food?q=soup&notice=1"])
      #expect(answer.status == 303 && answer.headers["location"]?.hasPrefix("/food?q=soup&notice=") == true)
      #expect(try await browser.follow(answer).body.contains("Logged Lentil soup, 300 g, 313 kcal, as snack"))
      let again = try await browser.follow(browser.post("/log", form))
      #expect(again.body.contains("Lentil soup was already logged; it wasn&#39;t logged twice."))
      let meals = try await eaten()
      #expect(meals.count == 1)
      let meal = try #require(meals.first)
      #expect(meal.id == id && meal.name == "Lentil soup" && meal.nutrition.energyKcal == 312.5 && meal.nutrition.proteinG == 12)
      #expect(meal.eatenAt.clock == "11:03" && meal.slot == .snack && meal.amount == Amount(grams: 300) && meal.note == "warm")
    }
  }

  @Test func anEntryThatWasTakenBackIsNotLoggedAgain() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let form = "token=\(token)&id=\(id)&title=Soup"
      let logged = try await browser.follow(browser.post("/log", form))
      #expect(logged.body.contains("action=\"/undo\""))
      #expect(try await browser.post("/undo", "token=\(token)").status == 303)
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("has been deleted since"))
      #expect(try await eaten().isEmpty)
    }
  }

  @Test(arguments: [
    ("title=", "Say what you ate."), ("title=Soup&kcal=10000", "Calories must be 0-9999."),
    ("title=Soup&kcal=lots", "Lots isn&#39;t a number"),
    ("title=Soup&kcal=1,250", "1,250 can be 1250 or 1.25. Type 1250 or 1.25."), ("title=Soup&amount=1.250", "1.250 can be 1250 or 1.25"),
    ("title=Soup&when=7.10", "7.10 can be 7:10 or 7 October"), ("title=Soup&when=2062-11-10T12:00", "2062-11-10 is in the future."),
    ("title=Soup&when=1990-11-10T12:00", "1990-11-10 is more than a year ago."),
    ("title=Soup&amount=0", "Servings must be above 0"), ("title=Soup&protein=10001", "Grams of a nutrient"),
    ("title=Soup&when=2026-02-30T10:00", "isn&#39;t a time. A time is like 12:30"),
    ("title=Soup&meal=elevenses", "Choose a meal of the day."), ("title=Soup&at_ms=1770721680001", "clock is ahead"),
    ("title=Soup&at_ms=1768129379999", "more than 30 days ago"),
  ])
  func aRefusalKeepsWhatWasTyped(form: String, reason: String) async throws {
    try await web.testPaired { (browser) async throws in
      let answer = try await browser.post("/log", "token=\(try await token(browser))&id=\(id)&note=mine&\(form)")
      #expect(answer.status == 422 && answer.body.contains("role=\"alert\"") && answer.body.contains(reason))
      #expect(answer.body.contains("</textarea>") && answer.body.contains(">mine"))
      #expect(form.hasPrefix("title=S") == answer.body.contains(#"name="title" value="Soup""#))
      #expect(try await eaten().isEmpty)
    }
  }

  /// The box belongs to one time, and isn't there before it is asked for.
  @Test func aDoubtfulDayIsConfirmedInABox() async throws {
    try await web.testPaired { (browser) async throws in
      let form = "token=\(try await token(browser))&id=\(id)&title=Soup&when=2027-02-10T10:00"
      #expect(try await !browser.get("/food").body.contains(#"name="sure""#))
      let asked = try await browser.post("/log", form)
      #expect(asked.status == 422 && asked.body.contains(#"name="sure" value="2027-02-10T10:00""#), "\(asked.body)")
      #expect(try await browser.post("/log", form + "&sure=2027-02-10T11:00").status == 422)
      #expect(try await browser.follow(browser.post("/log", form + "&sure=2027-02-10T10:00")).body.contains(" on Wed 10 Feb 2027"))
      #expect(try await logged().map(\.eatenAt.day.description) == ["2027-02-10"])
    }
  }

  @Test func amountsAndTimesAreReadAsTheyAreTyped() async throws {
    try await web.testPaired { (browser) async throws in
      let form = "token=\(try await token(browser))&id=\(id)&title=Soup&amount=3+x+40g&unit=servings&kcal=418.4+kJ&when=yesterday+7pm"
      #expect(try await browser.follow(browser.post("/log", form)).body.contains("Logged Soup, 120 g, 100 kcal, as dinner on Mon 9 Feb"))
      let meal = try #require(try await logged().first)
      #expect(meal.amount == Amount(grams: 120) && meal.nutrition.energyKcal == 100 && meal.eatenAt.iso8601 == "2026-02-09T19:00:00+01:00")
    }
  }

  /// 06:45 is that of the meal's day.
  @Test func aTimeAloneKeepsTheDayOfTheMeal() async throws {
    let meal = try await eat("Chili", daysAgo: 1)
    try await web.testPaired { (browser) async throws in
      let fields = try form(try await browser.get("/food/\(meal.id)"))
      #expect(try await browser.post("/food/\(meal.id)", "\(fields)&title=Chili&when=06:45&action=save").status == 303)
      #expect(try await logged().map(\.eatenAt.iso8601) == ["2026-02-09T06:45:00+01:00"])
    }
  }

  /// A form that hsync filled in is taken as it is, also with three decimals.
  @Test func anAmountOfThreeDecimalsIsSentBackAsItIs() async throws {
    let meal = try await eat("Chili", daysAgo: 0, kcal: 100, grams: 33.333)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/portion?again=\(meal.id)")
      #expect(page.body.contains(#"name="amount" inputmode="decimal" maxlength="20" autocomplete="off" data-by="5" value="33.3330""#))
      let token = try #require(page.token)
      #expect(try await browser.post("/log", "token=\(token)&id=\(id)&again=\(meal.id)&unit=grams&amount=33.3330").status == 303)
      #expect(try await eaten().map(\.amount.grams) == [33.333, 33.333])
    }
  }

  @Test(arguments: ["id=1", "at_ms=x", "id=0197E2A4-6F00-7000-8000-00000000ABCD", "at_ms=99999999999999999999"])
  func aFormThatNoPageMadeIsRefused(field: String) async throws {
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.post("/log", "token=\(try await token(browser))&title=Soup&\(field)").status == 400)
      #expect(try await browser.post("/log", "title=Soup&\(field)").status == 403)
      #expect(try await eaten().isEmpty)
    }
  }

  @Test func theTimeOfThePressCounts() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let (now, day) = (WebFixture.noon.ms, Int64(86_400_000))
      for (ms, clock) in [(now + 300_000, "12:03"), (now - 30 * day, "12:03"), (now - 60_000, "12:02")] {
        #expect(try await browser.post("/log", "token=\(token)&title=Soup&at_ms=\(ms)").status == 303)
        #expect(try await web.library.read { try MealLog($0).recentFoods(limit: 1).first?.eatenAt.clock } != nil)
        #expect(
          try await web.library.read { try MealLog($0).meals(from: Day(number: 0), through: WebFixture.noon.day) }.contains {
            $0.eatenAt.clock == clock
          })
      }
    }
  }

  @Test func aFoodIsLoggedAgain() async throws {
    let meal = try await eat("Chili", daysAgo: 3)
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      #expect(try await browser.get("/food").body.contains(#"aria-label="Log Chili again""#))
      let form = "token=\(token)&id=\(id)&again=\(meal.id)&title=Chili"
      #expect(try await browser.post("/log", form).status == 303)
      #expect(try await browser.post("/log", form).status == 303)
      #expect(try await eaten().map { [$0.name, $0.id] } == [["Chili", id]])
      #expect(try await browser.post("/log", "token=\(token)&again=none&title=Chili").status == 404)
    }
  }

  @Test func aMealIsChanged() async throws {
    let meal = try await eat("Chili", daysAgo: 0, kcal: 100, grams: 100)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/food/\(meal.id)")
      #expect(page.status == 200 && page.body.contains(#"name="amount" value="100""#) && page.body.contains("2026-02-10T12:03"))
      let fields = try form(page)
      let answer = try await browser.post(
        "/food/\(meal.id)", "\(fields)&title=Hot+chili&amount=250&unit=grams&kcal=100&meal=dinner&when=2026-02-10T12:03&action=save")
      #expect(answer.status == 303)
      let changed = try #require(try await eaten().first)
      #expect(
        changed.name == "Hot chili" && changed.nutrition.energyKcal == 250 && changed.slot == .dinner && changed.eatenAt == meal.eatenAt)
      #expect(try await browser.follow(answer).body.contains("Undo"))
      // The form of the older meal, once more.
      let late = try await browser.post(
        "/food/\(meal.id)", "\(fields)&title=Cold+chili&amount=250&unit=grams&kcal=250&meal=dinner&when=2026-02-10T12:03&action=save")
      #expect(late.status == 422 && late.body.contains("changed elsewhere") && late.body.contains(#"value="Cold chili""#))
    }
  }

  @Test(arguments: [
    ("amount=2&unit=servings", "not known"), ("kcal=10000", "Calories must be 0-9999"), ("amount=100000&unit=grams", "0-9999"),
    ("title=", "Say what you ate"),
  ])
  func aWrongChangeIsRefused(change: String, reason: String) async throws {
    let meal = try await eat("Chili", daysAgo: 0, kcal: 100, grams: 100)
    try await web.testPaired { (browser) async throws in
      let fields = try form(try await browser.get("/food/\(meal.id)"))
      var all = ["title": "Chili", "amount": "100", "unit": "grams", "kcal": "100", "meal": "lunch", "when": "2026-02-10T12:03"]
      for pair in change.split(separator: "&") { all[String(pair.prefix { $0 != "=" })] = String(pair.drop { $0 != "=" }.dropFirst()) }
      let answer = try await browser.post("/food/\(meal.id)", "\(fields)&action=save&" + all.map { "\($0)=\($1)" }.joined(separator: "&"))
      #expect(answer.status == 422 && answer.body.contains(reason) && answer.body.contains("role=\"alert\""))
      #expect(try await eaten() == [meal])
    }
  }

  @Test func aMealIsDeletedAndBroughtBack() async throws {
    let meal = try await eat("Chili", daysAgo: 0)
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      let answer = try await browser.post("/food/\(meal.id)", "token=\(token)&action=delete")
      #expect(answer.status == 303)
      #expect(try await browser.follow(answer).body.contains("Deleted Chili"))
      let gone = try await browser.get("/food/\(meal.id)")
      #expect(gone.status == 404 && gone.body.contains("It was deleted, perhaps on another device."))
      #expect(try await browser.post("/food/\(meal.id)", "token=\(token)&action=delete").status == 404)
      #expect(try await browser.post("/undo", "token=\(token)").status == 303)
      #expect(try await eaten().map(\.name) == ["Chili"])
    }
  }

  @Test func namesAndIdsOfOthersSteerNothing() async throws {
    let wish = MealWish(
      eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: "</textarea><script>alert(1)</script>", id: "a/b?\"><script>")
    let meal = Meal(byHand: "\"><img src=x onerror=alert(1)>", brand: "<i>", nutrition: Nutrition(), wish: wish, now: WebFixture.noon)
    try await web.library.write { try Diary($0).log(meal, at: WebFixture.noon) }
    try await web.testPaired { (browser) async throws in
      let list = try await browser.get("/food")
      let path = try #require(list.text(after: "class=\"open\" href=\"", until: "\""))
      #expect(path == "/food/a%2Fb%3F%22%3E%3Cscript%3E")
      let page = try await browser.get(path)
      #expect(page.status == 200)
      for body in [list.body, page.body, try await browser.get("/").body] {
        #expect(!body.contains("<img") && !body.contains("<script>") && !body.contains("<i>"))
      }
      #expect(try await browser.post(path, "token=\(try await token(browser))&action=delete").status == 303)
      #expect(try await eaten().isEmpty)
    }
  }

  // MARK: - Helpers

  @discardableResult
  private func eat(_ name: String, daysAgo: Int64, kcal: Double = 100, grams: Double? = nil) async throws -> Meal {
    let moment = Moment(ms: WebFixture.noon.ms - daysAgo * 86_400_000, utcOffsetMin: 60)
    let wish = MealWish(eatenAt: moment, slot: .lunch, amount: grams.map { Amount(grams: $0) }, note: nil)
    let meal = Meal(byHand: name, nutrition: Nutrition(energyKcal: kcal), wish: wish, now: moment)
    try await web.library.write { try Diary($0).log(meal, at: moment) }
    return meal
  }

  /// The meals of today.
  private func eaten() async throws -> [Meal] { try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day) } }

  /// The meals of all days.
  private func logged() async throws -> [Meal] {
    try await web.library.read { try MealLog($0).meals(from: Day(number: 0), through: Day(number: 30_000)) }
  }

  private func token(_ browser: WebClient) async throws -> String {
    try #require(try await browser.get("/food").text(after: #"name="token" value=""#, until: "\""))
  }

  private func form(_ page: WebClient.Answer) throws -> String {
    let token = try #require(page.text(after: #"name="token" value=""#, until: "\""))
    return "token=\(token)&mark=\(try #require(page.text(after: #"name="mark" value=""#, until: "\"")))"
  }
}
