import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Testing

/// The catalogue of texts.
@Suite struct DietWordsTests {
  private let plan: DietFixture

  init() throws { plan = try DietFixture() }

  private func bullets(_ topic: DietTopic, _ n: Int = 9) throws -> [String] { DietWords.metric.bullets(try plan.glance(n).why(topic)) }

  @Test("D-PHASE-5, D-LEARN-1: every topic is answered in a few bullets for every goal", arguments: DietGoal.allCases)
  func everyTopicIsAnswered(goal: DietGoal) throws {
    try plan.setUp { $0.draft.goal = goal }
    try plan.eat(9, Nutrition(energyKcal: 700))
    for topic in DietTopic.allCases {
      let bullets = try bullets(topic)
      #expect((1...6).contains(bullets.count), "\(topic)")
      for bullet in bullets { #expect(bullet.hasSuffix(".") && bullet.count < 300, "\(topic): \(bullet)") }
      #expect(!DietWords.title(topic, goal: goal).isEmpty)
    }
  }

  @Test("D-ENERGY-1, D-ENERGY-2: the energy is worked out step by step")
  func theEnergyIsWorkedOut() throws {
    try plan.setUp()
    #expect(
      try bullets(.tdee).prefix(2) == [
        "Basal energy (Mifflin–St Jeor): 10 · 80 kg + 6.25 · 170 cm − 5 · 39 years + 5 = 1672.5 kcal.",
        "Times 1.375 (Light): 2,300 kcal a day.",
      ])
    #expect(try bullets(.target).first == "Today: 2300 · 19/23 = 1,900 kcal, as it is a diet day.")
    #expect(try bullets(.macros)[2] == "Carbs: the rest, (1900 − 4 · 160 − 9 · 80) / 4 = 135 g.")
    try plan.eat(9, Nutrition(energyKcal: 1250, proteinG: 85, carbsG: 142, fatG: 38))
    #expect(try bullets(.ring)[1] == "Today 340 + 568 + 342 kcal of 1900 kcal are 64°, 108° and 65° of 360°: 65.8 %.")
    #expect(DietWords.citation(.matador) == "Byrne et al. 2018, Int J Obes 42:129–138, doi:10.1038/ijo.2017.206")
  }

  @Test(
    "D-HOME-1: the window as on a clock", arguments: [(0, "12am"), (720, "12pm"), (1050, "5:30pm"), (545, "9:05am"), (1439, "11:59pm")])
  func clocks(minute: Int, words: String) { #expect(DietWords.clock(minute) == words) }

  @Test("D-MEAL-10: a meal outside the window gets a mild note, except within two hours of its end")
  func theWindow() {
    func note(_ hour: Int) -> String? {
      DietWords.warning(.preset, eatenAt: Moment(ms: Int64(hour) * 3_600_000, utcOffsetMin: 0))
    }
    #expect(note(11) == "Eating outside your window (12pm-6pm)" && note(21) != nil && note(12) == nil && note(20) == nil)
  }

  @Test("D-NOTIFY-6, D-VOICE-1: no text blames the user")
  func noTextBlames() throws {
    try plan.setUp()
    var texts = try DietTopic.allCases.flatMap { try bullets($0) }
    for n in 1...43 {
      let day = try plan.glance(n)
      texts.append(DietLion.sentence(for: day.day))
      texts += day.announcements.map(\.sentence)
    }
    for text in texts {
      for word in ["failed", "missed", "cheat", "bad ", "guilty", "shame"] { #expect(!text.lowercased().contains(word), "\(text)") }
    }
  }
}
