import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// The plan's pages: the set-up step by step, the day, explanations and changes, all without a script.
@Suite struct DietPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  private static let answers = [
    ("welcome", ""), ("sex", "sex=male"), ("age", "age=39"), ("height", "height=170"), ("weight", "weight=80"),
    ("activity", "activity=light"),
    ("goal", "goal=lose"), ("window", "start=12:00&meal1=12:00&meal2=15:00&meal3=17:30&meal4=&meal5="),
  ]

  /// Set up `daysAgo` days before the still clock's.
  private func setUp(daysAgo: Int = 0) async throws {
    let now = Moment(ms: WebFixture.noon.ms - Int64(daysAgo) * 86_400_000, utcOffsetMin: 60)
    try await web.library.write { library in
      var draft = DietDraft(start: now.day)
      (draft.sex, draft.age, draft.heightCm, draft.weightKg, draft.activity, draft.goal) = (.male, 39, 170, 80, .light, .lose)
      try DietDesk(library, settings: HealthSettings(zone: "Europe/Paris")).setUp(DietAnswers(draft: draft), at: now)
    }
  }

  /// D-STATE-1
  @Test func withoutAPlanThePagesOfferOne() async throws {
    try await web.testPaired { (browser) async throws in
      let today = try await browser.get("/")
      #expect(!today.body.contains("id=\"diet\"") && today.body.contains(#"href="/diet""#))
      let diet = try await browser.get("/diet")
      #expect(diet.status == 200 && diet.body.contains(#"data-state="empty""#) && diet.body.contains("Get Started"))
      #expect(try await browser.get("/diet/learn").body.contains("What is a phase?"))
      #expect(try await browser.get("/diet/why/tdee").headers["location"]?.hasPrefix("/diet") == true)
      #expect(try await browser.get("/diet/why/gravity").status == 404)
      #expect(try await browser.get("/diet/setup?step=hat").status == 404)
    }
  }

  @Test("D-PROFILE-1, D-PROFILE-3: eight steps, each on its own page, kept one by one; then week 1 is explained")
  func theSetUpInEightSteps() async throws {
    try await web.testPaired { (browser) async throws in
      let first = try await browser.get("/diet/setup")
      #expect(first.body.contains("1 of 8") && first.body.contains("Meet Your Lion Coach 🦁") && first.body.contains("Get Started"))
      let token = try #require(first.token)
      for (place, (step, fields)) in Self.answers.enumerated() {
        let answer = try await browser.post("/diet/setup", "token=\(token)&step=\(step)&\(fields)")
        #expect(answer.status == 303, "\(step)")
        guard place < 7 else {
          let today = try await browser.follow(answer)
          #expect(today.body.contains("Your plan has started.") && today.body.contains("Day 1 of 14 - Gentle start"))
          #expect(today.body.contains("Week 1 starts gentle. Why?") && today.body.contains("0 day streak"))
          #expect(today.body.contains("Eating window: 12pm - 6pm") && today.body.contains("2,300 of 2,300 kcal left"))
          #expect(today.body.contains("Log today's weight to track progress"))
          break
        }
        let next = try await browser.follow(answer)
        #expect(next.body.contains("\(place + 2) of 8") && next.body.contains("Back"), "\(step)")
        // Left and resumed: the set-up goes on where it was.
        if place > 0 { #expect(try await browser.get("/diet/setup").body.contains("\(place + 2) of 8"), "\(step)") }
      }
      #expect(try await browser.follow(browser.post("/undo", "token=\(token)")).body.contains("Undone: set up the diet plan"))
      #expect(try await !browser.get("/").body.contains("id=\"diet\""))
    }
  }

  @Test(
    "D-FORM-1: a wrong answer is refused on its page, with the reason below",
    arguments: [
      ("sex", "", "Please answer this question"), ("age", "age=17", "Age must be 18-99."), ("age", "age=x", "Please answer this question"),
      ("height", "height=20", "Height must be 100-250 cm."), ("weight", "weight=80.55", "Weight must be in steps of 0.1 kg."),
      ("weight", "weight=1e9", "1e9 isn&#39;t a number"), ("weight", "weight=80,400", "80,400 can be 80400 or 80.4"),
      ("height", "height=1.75", "Height must be 100-250 cm."), ("weight", "weight=", "Please answer this question"),
      ("goal", "goal=fly", "Please answer this question"),
      ("window", "start=20:00&meal1=20:00&meal2=21:00", "The eating window must begin and end on one day."),
      ("window", "start=12:00&meal1=12:00", "Choose 2-5 eating times."),
      ("window", "start=12:00&meal1=12:00&meal2=19:00", "19:00 is outside the eating window (12pm - 6pm)."),
    ])
  func wrongAnswers(step: String, fields: String, reason: String) async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/diet/setup").token)
      let answer = try await browser.post("/diet/setup", "token=\(token)&step=\(step)&\(fields)")
      #expect(answer.status == 422 && answer.body.contains(reason) && answer.body.contains("aria-invalid"), "\(answer.body)")
      #expect(try await browser.get("/diet/setup").body.contains("1 of 8"), "nothing is kept")
    }
  }

  @Test("D-HOME-1, D-HOME-2, D-A11Y-1: the day's page in its order, with texts for screen readers")
  func theDay() async throws {
    try await setUp(daysAgo: 8)
    try await web.library.write { library in
      let meal = Meal(
        id: "m", eatenAt: WebFixture.noon, slot: .lunch, name: "Rice", amount: Amount(servings: 1),
        nutrition: Nutrition(energyKcal: 1250, proteinG: 85, carbsG: 142, fatG: 38), provenance: .manual, createdAtMs: WebFixture.noon.ms)
      try MealLog(library).log([meal], at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/")
      var rest = Substring(page.body)
      for part in [
        "🔥 Day 9 of 14 - Diet", "1 day streak", "Eating window", "Log Weight", "<svg", "Calories: 1,250 of 1,900. Protein 340 calories",
        "650 of 1,900 kcal left", "Protein: 85 grams, on track", "85/160g", "😐", "142/135g", "38/80g", "Not weighed today",
        "Tap to log your weight", "Log Meal",
      ] {
        let found = try #require(rest.range(of: part), "\(part)")
        rest = rest[found.upperBound...]
      }
      #expect(!page.body.contains("style="))
      // Progress with the settings, and what there is to learn, are one step away; each of their pages is two.
      #expect(page.body.contains(#"href="/diet">Progress"#) && page.body.contains(#"href="/diet/learn">Learn"#))
      #expect(try await browser.get("/diet").body.contains("<h2>Settings</h2>"))
      let diet = try await browser.get("/diet")
      #expect(diet.body.contains("6 days to Maintenance, cycle 1") && diet.body.contains("Last 28 days"))
      #expect(diet.body.contains("1,250") && diet.body.contains("Gentle start") && diet.body.contains("No weights yet"))
    }
  }

  @Test("D-MEAL-5: the page for logging shows the window, the search, then the form by hand with a hint about macros")
  func logging() async throws {
    try await web.testPaired { (browser) async throws in
      let without = try await browser.get("/food").body
      #expect(!without.contains("Eating window") && !without.contains("Add macros"))
      try await setUp(daysAgo: 8)
      var rest = Substring(try await browser.get("/food").body)
      for part in [
        "Eating window: 12pm - 6pm", "step=window", "Search for food...", "Or enter manually", "Log by hand", "<details open>",
        "Add macros to see smiley feedback 😊",
      ] {
        let found = try #require(rest.range(of: part), "\(part)")
        rest = rest[found.upperBound...]
      }
      let token = try #require(try await browser.get("/food").token)
      _ = try await browser.post("/log", "token=\(token)&id=&at_ms=&title=Rice&kcal=500")
      let today = try await browser.get("/").body
      #expect(today.contains(#"1 meal without all macros, 500 kcal unknown (?). <a href="/meals">+ Add macros for insights</a>"#))
      #expect(today.contains("Protein: not known") && today.contains(#"?/160g <span class="grey" aria-hidden="true">😐</span>"#))
      let meals = try await browser.get("/meals").body
      #expect(meals.contains("#edit\" aria-label=\"Add macros of Rice for insights\">+ Add macros for insights</a>"))
    }
  }

  @Test("D-MEAL-2, D-MEAL-7: a saved meal leads to the day's meals, the newest first, below totals")
  func aSavedMealLeadsToTheDay() async throws {
    try await setUp(daysAgo: 8)
    try await web.testPaired { (browser) async throws in
      let empty = try await browser.get("/meals")
      #expect(empty.body.contains("No meals logged today. Tap Log Meal to start!") && empty.body.contains(#"data-state="empty""#))
      let token = try #require(try await browser.get("/food").token)
      func log(_ fields: String) async throws -> WebClient.Answer { try await browser.post("/log", "token=\(token)&\(fields)") }
      _ = try await log("title=Oats&kcal=350&protein=25&carbs=42&fat=18&when=2026-02-10T12:00")
      let answer = try await log("title=Rice&kcal=900&protein=60&carbs=100&fat=20&when=2026-02-10T12:02")
      #expect(answer.headers["location"]?.hasPrefix("/meals?notice=") == true)
      let page = try await browser.follow(answer)
      var rest = Substring(page.body)
      for part in [
        "Logged Rice, 1 serving, 900 kcal", "Running totals", "1,250 / 1,900 cal", "650 left · 2 meals", "Protein", "85/160g", ", on track",
        "😐",
        "142/135g", "😊", "38/80g", "😞", "Rice", "12:02", "900 kcal", "Oats", "12:00", "350 kcal", "Add Another Meal",
      ] {
        let found = try #require(rest.range(of: part), "\(part)")
        rest = rest[found.upperBound...]
      }
      // Logged late, it leads to the day on which it was eaten.
      let late = try await browser.follow(log("title=Soup&kcal=200&when=2026-02-09T12:00"))
      #expect(late.body.contains("Meals of 2026-02-09") && late.body.contains("200 / 1,900 cal"))
      #expect(try await browser.get("/meals?day=nonsense").body.contains("1,250 / 1,900 cal"))
    }
  }

  @Test func withoutAPlanTheDayHasItsSumsAlone() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      #expect(try await browser.post("/log", "token=\(token)&title=Rice&kcal=500&fat=3").headers["location"]?.hasPrefix("/food") == true)
      let page = try await browser.get("/meals").body
      #expect(page.contains("500 kcal") && page.contains("fat 3 g") && page.contains("1 meal") && !page.contains("/ 1,900"))
      #expect(!page.contains("Add macros"))
    }
  }

  @Test("D-MEAL-10: a logged meal says what is left, with a mild note outside the window")
  func aMealSaysWhatIsLeft() async throws {
    try await setUp(daysAgo: 8)
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      let meal = "token=\(token)&id=&at_ms=&title=Rice&kcal=500"
      let inside = try await browser.follow(browser.post("/log", meal))
      #expect(inside.body.contains("as lunch · 1,400 of 1,900 kcal left<"), "\(inside.body)")
      let outside = try await browser.follow(browser.post("/log", meal + "&when=2026-02-10T09:00"))
      #expect(outside.body.contains("900 of 1,900 kcal left · Eating outside your window (12pm-6pm)"))
    }
  }

  @Test("D-WEIGHT-6: a weight in whole units and tenths, the last one preset")
  func aWeightIsPicked() async throws {
    try await setUp(daysAgo: 20)
    _ = try await web.library.write { library in
      try WeightLog(library).log(kg: 79.4, on: WebFixture.noon.day.adding(-1), measuredAt: nil, at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let form = try await browser.get("/diet/weight")
      #expect(form.body.contains(#"<option value="79" selected>"#) && form.body.contains(#"<option value="4" selected>"#))
      let token = try #require(form.token)
      let wrong = try await browser.post("/diet/weight", "token=\(token)&whole=900&tenth=1")
      #expect(wrong.status == 422 && wrong.body.contains("Please enter a valid weight"))
      let page = try await browser.follow(browser.post("/diet/weight", "token=\(token)&whole=78&tenth=9"))
      #expect(page.body.contains("Logged 78.9 kg · 2 day streak · 🎉 weight logged · 🎉🎉 average 79.2 kg, from 79.4 kg"))
      #expect(page.body.contains("Your review of the first 21 days:") && page.body.contains("2 day streak"))
      #expect(!page.body.contains("Log today's weight"))
    }
  }

  @Test("D-LION-1: the lion is drawn where it speaks, for eyes alone")
  func theLion() async throws {
    try await web.testPaired { (browser) async throws in
      func face(_ path: String) async throws -> String? {
        try await browser.get(path).text(after: #"<svg class="lion" data-lion=""#, until: "\"")
      }
      #expect(try await face("/diet") == "default")
      #expect(try await face("/diet/setup") == "default")
      #expect(try await face("/diet/setup?step=sex") == nil)
      try await setUp()
      #expect(try await face("/") == "gentle")
      #expect(try await browser.get("/").body.contains("Easy does it this week."))
      #expect(try await face("/diet/why/gentle_start") == "glasses")
    }
    #expect(LionFace.allCases.allSatisfy { $0.html.markup.contains(#"viewBox="0 0 64 64" aria-hidden="true""#) })
    #expect(Set(LionFace.allCases.map(\.html.markup)).count == 4)
  }

  @Test("D-LEARN-2: an explanation with its study, remembered as read")
  func explanations() async throws {
    try await setUp(daysAgo: 14)
    try await web.testPaired { (browser) async throws in
      let today = try await browser.get("/")
      #expect(today.body.contains("Your calories are increasing to 2,300") && today.body.contains("MATADOR Phase Switch"))
      let token = try #require(today.token)
      #expect(try await !browser.follow(browser.post("/diet/seen", "token=\(token)")).body.contains("Your calories are increasing"))
      let page = try await browser.get("/diet/why/metabolic_adaptation")
      #expect(page.body.contains("Why am I eating more now?") && page.body.contains("Got it") && page.body.contains("Learn More"))
      #expect(page.body.contains("Int J Obes 42:129–138") && page.body.contains("Days 15–28"))
      let learn = try await browser.get("/diet/learn")
      #expect(learn.body.components(separatedBy: ">read<").count == 2)
      for topic in DietTopic.allCases { #expect(try await browser.get("/diet/why/\(topic.rawValue)").status == 200) }
    }
  }

  @Test func thePlanIsEditedPausedAndStopped() async throws {
    try await setUp(daysAgo: 4)
    try await web.testPaired { (browser) async throws in
      let form = try await browser.get("/diet/setup?step=activity")
      #expect(form.body.contains("Your plan") && form.body.contains("Save") && !form.body.contains("of 8"))
      let token = try #require(form.token)
      let edited = try await browser.follow(browser.post("/diet/setup", "token=\(token)&step=activity&activity=active"))
      #expect(edited.body.contains("Saved; past days keep their targets.") && edited.body.contains("2,885"))
      let refused = try await browser.post("/diet/setup", "token=\(token)&step=weight&weight=40")
      #expect(refused.status == 422 && refused.body.contains("body mass index"))
      let paused = try await browser.follow(browser.post("/diet/pause", "token=\(token)"))
      #expect(paused.body.contains("Paused the plan") && paused.body.contains("Resume"))
      #expect(try await browser.post("/diet/pause", "token=\(token)").status == 422)
      #expect(try await browser.follow(browser.post("/diet/resume", "token=\(token)")).body.contains("Day 5 of 14 - Gentle start"))
      let stopped = try await browser.follow(browser.post("/diet/stop", "token=\(token)"))
      #expect(stopped.body.contains("Start anew") && stopped.body.contains("Stopped since 2026-02-10"))
      #expect(try await !browser.get("/").body.contains("id=\"diet\""))
      #expect(try await browser.post("/diet/stop", "").status == 403)
    }
  }

  @Test("D-NOTIFY-2: the style of notices, body fat, factor, macro lock and active energy are chosen in one form")
  func finerChoices() async throws {
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/diet/choices").headers["location"]?.hasPrefix("/diet") == true)
    }
    try await setUp(daysAgo: 20)
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/diet").body.contains(#"href="/diet/choices""#))
      let form = try await browser.get("/diet/choices")
      #expect(form.body.contains(#"value="19/23" checked"#) && form.body.contains(#"value="supportive" checked"#))
      let token = try #require(form.token)
      let chosen =
        "token=\(token)&body_fat=18&factor=0.67&active_share=50&macros=lock&locked_weight=75&notices=gentle-guilt&weigh_in=07:30"
      let saved = try await browser.follow(browser.post("/diet/choices", chosen))
      #expect(saved.body.contains("Saved; past days keep their targets."))
      let kept = try await web.library.read { library -> (DietProfile?, NoticeChoice) in
        let desk = DietDesk(library, settings: HealthSettings(zone: "Europe/Paris"))
        let today = WebFixture.noon.day
        return (try desk.history().version(on: today)?.profile, try desk.answers(today: today).notices)
      }
      #expect(kept.0?.bodyFatPercent == 18 && kept.0?.factor == .study && kept.0?.activeShare == 0.5 && kept.0?.lockedWeightKg == 75)
      #expect(kept.1 == NoticeChoice(voice: .gentleGuilt, weighInMinute: 450))
      for (change, reason) in [
        ("body_fat=18", "body_fat=1"), ("body_fat=18", "body_fat=x"), ("locked_weight=75", "locked_weight="), ("factor=0.67", "factor=1"),
        ("notices=gentle-guilt", "notices=loud"), ("weigh_in=07:30", "weigh_in=25:00"), ("active_share=50", "active_share=101"),
      ] {
        let refused = try await browser.post("/diet/choices", chosen.replacing(change, with: reason))
        #expect(refused.status == 422 && refused.body.contains("role=\"alert\""), "\(reason)")
      }
      let off = try await browser.post("/diet/choices", "token=\(token)&body_fat=&active_share=0&macros=follow&notices=off&weigh_in=")
      #expect(off.status == 303)
      let shown = try await browser.get("/diet/choices").body
      #expect(shown.contains(#"value="off" checked"#) && shown.contains(#"value="follow" checked"#))
      #expect(try await browser.post("/diet/choices", "").status == 403)
    }
  }

  /// The plan may be younger than the weights, and the weights older than the chart.
  @Test func weightsFromBeforeThePlanAreDrawn() async throws {
    let now = WebFixture.noon
    try await setUp()
    try await web.library.write { library in
      for day in 40..<54 { _ = try WeightLog(library).log(kg: 80, on: now.day.adding(-day), measuredAt: nil, at: now) }
    }
    try await web.testPaired { (browser) async throws in
      let body = try await browser.get("/diet").body
      #expect(!body.contains("No weights yet") && body.contains("No weights in the last 28 days; the latest is of"), "14 were logged")
    }
    try await web.library.write { library in
      for day in 1..<15 { _ = try WeightLog(library).log(kg: 79.3, on: now.day.adding(-day), measuredAt: nil, at: now) }
    }
    try await web.testPaired { (browser) async throws in
      let body = try await browser.get("/diet").body
      #expect(!body.contains("No weights") && body.contains("79.3 kg"))
      #expect(try await browser.get("/").body.contains("Not weighed today"))
    }
  }

  @Test("D-NOTIFY-7: the check-in of day 2 is answered once")
  func theCheckIn() async throws {
    try await setUp(daysAgo: 1)
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/")
      #expect(page.body.contains("Still with me? Your gentle start is working as designed."))
      let token = try #require(page.token)
      let answered = try await browser.follow(browser.post("/diet/check-in", "token=\(token)&answer=1"))
      #expect(answered.body.contains("Great: one day at a time.") && !answered.body.contains("Still with me?"))
      #expect(try await browser.post("/diet/check-in", "token=\(token)&answer=maybe").status == 400)
    }
  }
}
