import HealthModel
import Testing

@testable import ActivityWindow

@Suite("G-TODAY") struct OutlookTests {
  let day = Coast.day("2026-06-01")

  func outlook(_ plan: ActivityPlan, _ modes: [ActivityMode], hour: Int, minute: Int = 0) -> Outlook {
    Outlook(plan, modes: modes, nowMs: Coast.ms(day, hour: hour, minute: minute), fetchedAtMs: Coast.juneMs)
  }

  /// G-TODAY-6
  @Test func aCardShowsTheBestWindowThatIsNotOver() {
    let plan = Coast.plan([6: [:], 9: [.gustMs: 10], 10: [.gustMs: 10], 17: [.gustMs: 10]])
    func card(_ hour: Int, _ minute: Int = 0) -> String? {
      outlook(plan, [.swimSolo], hour: hour, minute: minute).cards[0].window.map { "\($0.startClock)-\($0.endClock)" }
    }
    #expect(card(0) == "06:00-07:00")
    #expect(card(6, 59) == "06:00-07:00")
    #expect(card(7) == "09:00-11:00")
    #expect(card(10, 59) == "09:00-11:00")
    #expect(card(11) == "17:00-18:00")
    #expect(card(18) == nil)
  }

  @Test func aCardNamesTheFirstReasonOfItsWindow() {
    let plan = Coast.plan([6: [:], 9: [.gustMs: 10]])
    #expect(outlook(plan, [.swimSolo], hour: 5).cards[0].topChip?.text == "Waves calm")
    #expect(outlook(plan, [.swimSolo], hour: 8).cards[0].topChip?.text == "Gusty 10m/s")
    #expect(outlook(plan, [.swimSolo], hour: 11).cards[0].topChip == nil)
  }

  @Test func thereIsACardPerModeInTheirOrder() {
    let plan = Coast.plan([6: [:]])
    #expect(outlook(plan, [.runDog, .swimSolo], hour: 0).cards.map(\.mode) == [.runDog, .swimSolo])
    #expect(outlook(plan, [], hour: 0).cards.isEmpty)
  }

  /// G-TODAY-7
  @Test func theNextSixHoursFollowTheCurrentOne() {
    let plan = Coast.plan([6: [:]])
    let now = outlook(plan, [.swimSolo], hour: 6, minute: 30)
    #expect(now.current?.clock == "06:00")
    #expect(now.next.map(\.clock) == ["07:00", "08:00", "09:00", "10:00", "11:00", "12:00"])
    #expect(outlook(plan, [.swimSolo], hour: 21).next.map(\.clock) == ["22:00", "23:00"])
    #expect(outlook(plan, [.swimSolo], hour: 30).current == nil)
  }

  /// G-TODAY-7, G-TODAY-9: 30 °C: swim_solo 100, swim_dog 85, run_solo 70, run_dog 0. Fine: all 100.
  @Test func theBestModeLeadsAndTheDogWinsTies() {
    let plan = Coast.plan([6: [:], 7: [.feelsC: 30]])
    #expect(outlook(plan, ActivityMode.allCases, hour: 6).leader == .swimDog)
    #expect(outlook(plan, [.swimSolo, .runSolo, .runDog], hour: 6).leader == .runDog)
    #expect(outlook(plan, [.runSolo, .swimSolo], hour: 6).leader == .runSolo)
    #expect(outlook(plan, ActivityMode.allCases, hour: 7).leader == .swimSolo)
    #expect(outlook(plan, [.runDog, .runSolo], hour: 7).leader == .runSolo)
    #expect(outlook(plan, [], hour: 7).leader == nil)
  }

  /// G-TODAY-9: A mode, what is forecast, the line.
  @Test(
    arguments: [
      (.swimDog, [:], .dog(.safe)), (.runDog, [.feelsC: 29], .dog(.tooHot)), (.runDog, [.feelsC: 28], .dog(.earlyMorning)),
      // Waves alone have nothing to do with paws, and 5 mm of rain neither.
      (.swimDog, [.waveM: 0.6], .tier(.meh, index: 0)), (.swimDog, [.precipMm: 5], .tier(.nope, index: 0)),
      (.swimSolo, [:], .tier(.perfect, index: 0)), (.runSolo, [.feelsC: 28], .tier(.good, index: 0)),
      (.runSolo, [.feelsC: 32], .tier(.bad, index: 0)), (.swimSolo, [.waveM: 0.6], .tier(.meh, index: 0)),
      (.swimSolo, [.precipMm: 5], .tier(.nope, index: 0)),
    ] as [(ActivityMode, [ForecastHour.Field: Double?], Mood)])
  func theMoodFitsTheLeader(mode: ActivityMode, changes: [ForecastHour.Field: Double?], expected: Mood) {
    let score = Coast.balanced.score(Coast.hour(changes), in: mode)
    switch (Mood(score, hourMs: 0, fetchedAtMs: 0), expected) {
    case (.tier(let found, let index), .tier(let tier, _)):
      #expect(found == tier)
      #expect((0..<tier.moodLines).contains(index))
    case (let found, _): #expect(found == expected)
    }
  }

  @Test func aLineStaysForAnHourOfAForecastAndAllLinesComeUp() {
    let score = Coast.balanced.score(Coast.fine(), in: .swimSolo)
    #expect(Mood(score, hourMs: 3_600_000, fetchedAtMs: 5) == Mood(score, hourMs: 3_600_000, fetchedAtMs: 5))
    let ofHours = (0..<60).map { (hour: Int64) in Mood(score, hourMs: hour * 3_600_000, fetchedAtMs: 5) }
    let ofForecasts = (0..<60).map { (fetchedAtMs: Int64) in Mood(score, hourMs: 0, fetchedAtMs: fetchedAtMs) }
    #expect(Set(ofHours).count == 3)
    #expect(Set(ofForecasts).count == 3)
    #expect(Tier.allCases.map(\.moodLines) == [3, 2, 2, 2, 1])
  }

  @Test func thereIsNoMoodWithoutModesOrForecast() {
    let plan = Coast.plan([6: [:]])
    #expect(outlook(plan, [], hour: 6).mood == nil)
    let empty = ActivityPlan([], from: day, days: 1, zone: Coast.utc, scoring: Coast.balanced)
    #expect(outlook(empty, [.swimSolo], hour: 6).mood == nil)
    #expect(outlook(empty, [.swimSolo], hour: 6).current?.isForecast == false)
  }

  /// G-FORECAST-2
  @Test(
    arguments: [
      (0, "fresh"), (5_399_999, "fresh"), (5_400_000, "stale"), (10_800_000, "stale"), (10_800_001, "very_stale"), (-5, "fresh"),
      (Int64.min, "fresh"),
    ] as [(Int64, String)]) func agesHaveTheirFreshness(ageMs: Int64, freshness: String)
  {
    let now = Coast.juneMs
    #expect(ForecastAge(fetchedAtMs: ageMs == .min ? .max : now - ageMs, nowMs: now).freshness.rawValue == freshness)
  }

  @Test func noticesStopAfterThreeAndSixHours() {
    func age(_ ms: Int64) -> ForecastAge { ForecastAge(fetchedAtMs: 0, nowMs: ms) }
    #expect(!age(10_800_000).stopsNewNotices && age(10_800_001).stopsNewNotices)
    #expect(!age(21_600_000).cancelsNotices && age(21_600_001).cancelsNotices)
    #expect(age(5_459_999).minutes == 90)
  }

  @Test func theSunIsDownBeforeSunriseAndFromSunsetOn() {
    // Sunrise 05:30, sunset 19:45 on two days.
    let days = (0..<2).map { index in
      Daylight(riseMs: Coast.ms(day.adding(index), hour: 5, minute: 30), setMs: Coast.ms(day.adding(index), hour: 19, minute: 45))
    }
    func isDark(_ hour: Int, _ minute: Int = 0) -> Bool? { Daylight.isDark(at: Coast.ms(day, hour: hour, minute: minute), in: days) }
    #expect(isDark(5) == true)
    #expect(isDark(5, 30) == false)
    #expect(isDark(19, 44) == false)
    #expect(isDark(19, 45) == true)
    #expect(isDark(24) == true)
    #expect(isDark(29, 30) == false)
    // The night before counts from 24 hours before sunset, the one after until 24 hours after sunrise.
    #expect(isDark(-5, 45) == true)
    #expect(isDark(-5, 44) == nil)
    #expect(isDark(53, 29) == true)
    #expect(isDark(53, 30) == nil)
    #expect(Daylight.isDark(at: 0, in: []) == nil)
    // Polar night and polar day.
    #expect(Daylight.isDark(at: 5, in: [Daylight(riseMs: 0, setMs: 0)]) == true)
    #expect(Daylight.isDark(at: 5, in: [Daylight(riseMs: 0, setMs: 86_400_000)]) == false)
    #expect(Daylight(riseMs: 9, setMs: 3).setMs == 9)
  }

  @Test func aPlanGatesSwimsInTheDark() {
    let sun = [Daylight(riseMs: Coast.ms(day, hour: 5, minute: 30), setMs: Coast.ms(day, hour: 19, minute: 45))]
    let dark = Scoring(Preset.balanced.thresholds, gatesDarkness: true)
    let hours = (0..<24).reduce(into: [Int: [ForecastHour.Field: Double?]]()) { $0[$1] = [:] }
    let plan = Coast.plan(hours, scoring: dark, daylight: sun)
    #expect(plan.windows(in: .swimSolo).map { "\($0.startClock)-\($0.endClock)" } == ["06:00-20:00"])
    #expect(plan.windows(in: .runSolo).map { "\($0.startClock)-\($0.endClock)" } == ["00:00-00:00"])
    #expect(plan.reasons(for: plan.hours[3], in: .swimSolo).score.gate == .afterDark)
  }
}
