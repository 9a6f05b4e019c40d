import HealthModel
import TestSupport
import Testing

@testable import ActivityWindow

@Suite("G-WINDOW") struct WindowTests {
  func text(_ windows: [GoodWindow]) -> [String] { windows.map { "\($0.startTime) \($0.endTime) \($0.meanScore)" } }

  @Test func contiguousGoodHoursAreOneWindow() {
    // 85 by gusts at 7, 100 at 8; 65 at 9; 100 at 10. Means 92.5 and 100.
    let plan = Coast.plan([7: [.gustMs: 10], 8: [:], 9: [.waveM: 0.6], 10: [:]])
    #expect(text(plan.windows(in: .swimSolo)) == ["2026-06-01T07:00 2026-06-01T09:00 92.5", "2026-06-01T10:00 2026-06-01T11:00 100.0"])
    #expect(text(plan.rankedWindows(on: Coast.day("2026-06-01"), in: .swimSolo)).first == "2026-06-01T10:00 2026-06-01T11:00 100.0")
  }

  @Test func anHourOfSixtyNineEndsAWindowAndOneOfSeventyDoesNot() {
    // A run at 28 °C scores 70; with rain possible 60.
    let plan = Coast.plan([7: [.feelsC: 28], 8: [.feelsC: 28, .precipProb: 40], 9: [.feelsC: 28]])
    #expect(plan.windows(in: .runSolo).map(\.startClock) == ["07:00", "09:00"])
    #expect(plan.windows(in: .runSolo).map(\.meanScore) == [70, 70])
  }

  @Test func windowsRankByMeanThenByStartAndTwoAreAnnounced() {
    let plan = Coast.plan([6: [.gustMs: 10], 9: [:], 12: [:], 15: [.gustMs: 10]])
    let day = Coast.day("2026-06-01")
    #expect(plan.rankedWindows(on: day, in: .swimSolo).map(\.startClock) == ["09:00", "12:00", "06:00", "15:00"])
    #expect(plan.bestWindows(on: day, in: .swimSolo).map(\.startClock) == ["09:00", "12:00"])
  }

  /// Means of 90.5 and 90.5 from two and four hours: equal as fractions whatever floating point makes of them.
  @Test func equalMeansOfDifferentLengthsTie() {
    let long = Coast.plan([1: [.aqiEu: 60], 2: [:], 3: [.aqiEu: 60], 4: [:], 8: [.aqiEu: 60], 9: [:]])
    #expect(long.rankedWindows(on: Coast.day("2026-06-01"), in: .swimSolo).map(\.startClock) == ["01:00", "08:00"])
    #expect(long.rankedWindows(on: Coast.day("2026-06-01"), in: .swimSolo).map(\.meanScore) == [94, 94])
  }

  /// G-WINDOW-2
  @Test func aWindowEndsAtMidnightAndTheNextBeginsThere() {
    let plan = Coast.plan([22: [:], 23: [:], 24: [:]], days: 2)
    #expect(text(plan.windows(in: .swimSolo)) == ["2026-06-01T22:00 2026-06-02T00:00 100.0", "2026-06-02T00:00 2026-06-02T01:00 100.0"])
    #expect(plan.windows(in: .swimSolo).map(\.day.description) == ["2026-06-01", "2026-06-02"])
    #expect(plan.windows(in: .swimSolo)[0].endClock == "00:00")
  }

  /// G-WINDOW-2
  @Test func hoursOfWhichNothingIsKnownAreNoWindow() {
    let day = Coast.day("2026-06-01")
    var hours = (6..<12).map { Coast.fine(Coast.ms(day, hour: $0)) }
    hours[2] = ForecastHour(utcMs: hours[2].utcMs)
    hours.remove(at: 4)
    let plan = ActivityPlan(hours, from: day, days: 1, zone: Coast.utc, scoring: Coast.balanced)
    // 8 is empty, 10 missing.
    #expect(plan.windows(in: .swimSolo).map { "\($0.startClock)-\($0.endClock)" } == ["06:00-08:00", "09:00-10:00", "11:00-12:00"])
    #expect(plan.hours.count == 24)
    #expect(plan.hours.filter(\.isForecast).count == 5)
    // An hour of which the period of the waves alone is known is one of which nothing is known.
    var period = ForecastHour(utcMs: 0)
    period.wavePeriodS = 5
    #expect(period.isEmpty)
    period.precipProb = 0
    #expect(!period.isEmpty)
  }

  @Test func daysAreThoseOfThePlacesZone() {
    // In India 2026-06-01 is from 18:30 UTC on 31 May: hours start at half past, 00:30 to 23:30.
    let plan = Coast.plan([:], zone: Coast.kolkata)
    #expect(plan.hours.map(\.clock).first == "00:30")
    #expect(plan.hours.map(\.clock).last == "23:30")
    #expect(plan.hours.count == 24)
    #expect(plan.hours[0].startMs == Coast.ms(Coast.day("2026-05-31"), hour: 19))
  }

  /// The last hour of a day in a zone of half hours lies half in the next one: alone it is too short, and windows end with the day.
  @Test func aWindowThatTheDayCutsShortIsNone() {
    let start = Coast.kolkata.moment(on: Coast.day("2026-06-01"), minute: 30).ms
    func windows(_ hours: [Int]) -> [String] {
      let forecast = hours.map { Coast.fine(start + Int64($0) * 3_600_000) }
      let plan = ActivityPlan(forecast, from: Coast.day("2026-06-01"), days: 1, zone: Coast.kolkata, scoring: Coast.balanced)
      return text(plan.windows(in: .runSolo))
    }
    #expect(windows([23]) == [])
    #expect(windows([22, 23]) == ["2026-06-01T22:30 2026-06-02T00:00 100.0"])
  }

  @Test(arguments: [("2026-03-27", 23), ("2026-10-25", 25), ("2026-06-01", 24)]) func daysOfAClockChangeAreShorterOrLonger(
    date: String, count: Int
  ) {
    let start = Coast.jerusalem.moment(on: Coast.day(date), minute: 0).ms
    let hours = (0..<30).map { Coast.fine(start + Int64($0) * 3_600_000) }
    let plan = ActivityPlan(hours, from: Coast.day(date), days: 1, zone: Coast.jerusalem, scoring: Coast.balanced)
    #expect(plan.hours.count == count)
    #expect(plan.windows(in: .runSolo).map { "\($0.startClock)-\($0.endClock) \($0.hours.count)" } == ["00:00-00:00 \(count)"])
    #expect(plan.hours.first?.clock == "00:00")
    #expect(plan.hours.last?.clock == "23:00")
    // In March 02:00 is skipped, in October 01:00 comes twice: a link leads to the first one.
    #expect(plan.hours.count { $0.clock == "02:00" } == (count == 23 ? 0 : 1))
    #expect(plan.hours.count { $0.clock == "01:00" } == (count == 25 ? 2 : 1))
    #expect(plan.index(localTime: "\(date)T01:00") == 1)
    #expect((plan.index(localTime: "\(date)T02:00") == nil) == (count == 23))
  }

  @Test func thePlanHasSevenDaysAndFindsItsHours() {
    let plan = Coast.plan([:], days: 7)
    #expect(plan.days.map(\.day.description).first == "2026-06-01")
    #expect(plan.days.map(\.day.description).last == "2026-06-07")
    #expect(plan.hours.count == 168)
    #expect(plan.index(at: Coast.juneMs - 1) == nil)
    #expect(plan.index(at: Coast.juneMs) == 0)
    #expect(plan.index(at: Coast.juneMs + 3_599_999) == 0)
    #expect(plan.index(at: Coast.juneMs + 168 * 3_600_000) == nil)
    #expect(plan.hours(on: Coast.day("2026-06-08")).isEmpty)
    #expect(plan.bestHour(on: Coast.day("2026-06-01"), in: .runDog)?.clock == "00:00")
  }

  @Test func theBestHourIsTheEarlierOfEquals() {
    let plan = Coast.plan([7: [.gustMs: 10], 9: [:], 11: [:]])
    #expect(plan.bestHour(on: Coast.day("2026-06-01"), in: .swimSolo)?.localTime == "2026-06-01T09:00")
    let empty = ActivityPlan([], from: Coast.day("2026-06-01"), days: 7, zone: Coast.utc, scoring: Coast.balanced)
    #expect(empty.bestHour(on: Coast.day("2026-06-01"), in: .swimSolo) == nil)
    #expect(empty.hours.count == 168)
    #expect(empty.windows(in: .swimSolo).isEmpty)
  }

  @Test func aRoughDayScoresNowhereTwenty() {
    let day = Coast.day("2026-06-01")
    // Waves of 0.8 m leave a swim with the dog 20, of 1 m in cold air 10; runs don't mind.
    #expect(Coast.plan([:]).isRough(on: day, in: .swimDog))
    #expect(!Coast.plan([7: [.waveM: 0.8]]).isRough(on: day, in: .swimDog))
    #expect(Coast.plan([7: [.waveM: 1, .feelsC: 14]]).isRough(on: day, in: .swimDog))
    #expect(!Coast.plan([7: [.waveM: 1, .feelsC: 14]]).isRough(on: day, in: .runSolo))
    let empty = ActivityPlan([], from: day, days: 7, zone: Coast.utc, scoring: Coast.balanced)
    #expect(!empty.isRough(on: day, in: .runSolo) && !empty.isForecast(on: day))
    #expect(Coast.plan([:]).isForecast(on: day) && !Coast.plan([:]).isForecast(on: day.adding(1)))
  }

  @Test func theOrderOfTheForecastDoesNotMatter() {
    let hours = (0..<24).map { Coast.hour(Coast.juneMs + Int64($0) * 3_600_000, [.waveM: Double($0) / 20]) }
    let day = Coast.day("2026-06-01")
    let plan = ActivityPlan(hours, from: day, days: 1, zone: Coast.utc, scoring: Coast.balanced)
    let mixed = ActivityPlan(Array(hours.reversed()), from: day, days: 1, zone: Coast.utc, scoring: Coast.balanced)
    #expect(plan.hours == mixed.hours)
  }

  /// A year of random weather in three zones: what windows promise holds for each of them.
  @Test(arguments: 0..<6) func windowsKeepTheirPromises(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let zone = [Coast.jerusalem, Coast.sydney, Coast.kolkata][Int(seed % 3)]
    for week in 0..<26 {
      let day = Coast.day("2026-01-01").adding(week * 14)
      let start = zone.moment(on: day, minute: 0).ms / 3_600_000 * 3_600_000 - 3_600_000
      let hours = (0..<180).compactMap { RandomWeather.hour(start + Int64($0) * 3_600_000, &generator) }
      let plan = ActivityPlan(hours, from: day, days: 7, zone: zone, scoring: Scoring(Preset.allCases[week % 3].thresholds))
      for mode in ActivityMode.allCases {
        let windows = plan.windows(in: mode)
        for window in windows { check(window, plan) }
        for (first, second) in zip(windows, windows.dropFirst()) { #expect(first.endMs <= second.startMs) }
        // Every good hour that isn't cut short by midnight lies in a window.
        let covered = Set(windows.flatMap(\.hours))
        let open = plan.hours.indices.filter { index in
          let hour = plan.hours[index]
          return hour.scores[mode].score >= 70 && !hour.forecast.isEmpty && hour.minute % 60 == 0 && !covered.contains(index)
        }
        #expect(open.isEmpty)
      }
    }
  }

  private func check(_ window: GoodWindow, _ plan: ActivityPlan) {
    let hours = plan.hours[window.hours]
    #expect(
      hours.allSatisfy {
        $0.scores[window.mode].score >= 70 && $0.scores[window.mode].gate == nil && $0.day == window.day && !$0.forecast.isEmpty
      })
    #expect(zip(hours, hours.dropFirst()).allSatisfy { $1.startMs - $0.startMs == 3_600_000 })
    #expect(window.endMs - window.startMs >= 3_600_000)
    #expect(window.startMs == hours.first?.startMs)
    #expect(window.endMs <= plan.day(window.day)?.endMs ?? 0)
    #expect(window.meanScore == Double(hours.reduce(0) { $0 + $1.scores[window.mode].score }) / Double(hours.count))
  }
}
