import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Notices
import Testing

/// The plan's notices in a real library, planned and put into words.
@Suite struct DietNoticeTests {
  private let plan: DietFixture
  private let source = DietNoticeSource(settings: HealthSettings(zone: "UTC"), words: .metric)
  private let zone = ZoneRules(fixedMin: 60)

  init() throws { plan = try DietFixture() }

  private func wish(_ n: Int, hour: Int = 8) throws -> NoticeWish {
    try source.wish(in: plan.library, at: zone.moment(on: DietFixture.day(n), minute: hour * 60), zone: zone, fired: [])
  }

  /// `12:30 Prepare your lunch 🍽️` of the `n`th day.
  private func titles(_ n: Int, hour: Int = 8) throws -> [String] {
    try wish(n, hour: hour).wanted.compactMap { notice in
      let moment = zone.moment(atMs: notice.fireAtMs)
      return moment.day == DietFixture.day(n) ? "\(moment.clock) \(notice.text.title)" : nil
    }
  }

  @Test func withoutAPlanThereAreNone() throws { #expect(try wish(1).wanted.isEmpty) }

  @Test("D-NOTIFY-1: two at each eating time: 30 min before, 30 min after")
  func aDayOfMeals() throws {
    try plan.setUp()
    try plan.weigh(1, 80)
    #expect(
      try titles(1) == [
        "11:30 Prepare your lunch 🍽️", "12:30 Did you log your meal? 🦁", "14:30 Prepare your snack 🍽️", "15:30 Did you log your meal? 🦁",
        "17:30 Prepare your dinner 🍽️", "18:30 Did you log your meal? 🦁",
      ])
    // Logged at 12:03 of the day.
    try plan.eat(1, Nutrition(energyKcal: 500))
    let after = try titles(1).filter { $0.hasPrefix("12:30") }
    #expect(after.count == 1 && after[0] != "12:30 Did you log your meal? 🦁")
    #expect(try wish(1).wanted.map(\.id) == wish(1).wanted.map(\.id), "ids don't change")
  }

  @Test("D-NOTIFY-7, D-PHASE-8: milestones, until they were shown")
  func milestones() throws {
    try plan.setUp { $0.draft.goal = .lose }
    try plan.weigh(2, 80)
    #expect(try titles(2).contains("09:00 Still with me?"))
    plan.diet.keepShown([], [.checkIn], on: DietFixture.day(2), at: DietFixture.noon(2))
    #expect(try !titles(2).contains("09:00 Still with me?"))
    try plan.weigh(15, 80)
    #expect(try titles(15).contains("09:00 Your calories are increasing to 2,300 today!"))
  }

  @Test("D-NOTIFY-4: after 1, 3 and 7 days without a log one message each, then silence")
  func absences() throws {
    try plan.setUp()
    try plan.weigh(1, 80)
    let messages = try (2...12).map { n in
      try wish(n).wanted.filter { $0.kind == "diet_absence" && zone.moment(atMs: $0.fireAtMs).day == DietFixture.day(n) }.map(\.text.title)
    }
    #expect(messages[0] == ["There is still time to log today"] && messages[2] == ["3 days without a log"])
    #expect(messages[6] == ["7 days without a log"] && messages[1].isEmpty && messages[3].isEmpty)
    #expect(try wish(9).wanted.isEmpty && wish(12).wanted.isEmpty)
  }

  @Test("D-NOTIFY-3: all stop when notices are off; the style and the weigh-in are choices")
  func choices() throws {
    try plan.setUp()
    try plan.diet.edit(at: DietFixture.noon(1)) { _, notices in
      notices.weighInMinute = 420
      notices.voice = .gentleGuilt
    }
    let weighIn = try #require(try wish(1, hour: 6).wanted.first { $0.kind == "diet_weigh_in" })
    #expect(zone.moment(atMs: weighIn.fireAtMs).clock == "07:00" && weighIn.text.body == "Your average misses a day without it.")
    #expect(weighIn.privateText.body == "Your plan has a message.")
    try plan.diet.edit(at: DietFixture.noon(1)) { _, notices in notices.isOn = false }
    #expect(try wish(1).standing == .disabled && wish(1).wanted.isEmpty)
  }
}
