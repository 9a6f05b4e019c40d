import HealthModel
import TestSupport
import Testing

@testable import ActivityWindow

/// Whole years with random weather: plans are made at odd times, notices fire on their minute, settings change, forecasts get old. The promises
/// of G-NOTIFY hold for all of it.
@Suite("G-NOTIFY years") struct NoticeYearTests {
  @Test(arguments: 0..<4) func promisesHoldOverAYear(seed: UInt64) {
    var year = NoticeYear(seed: seed)
    for day in 0..<365 { year.live(day) }
    year.checkLog()
    #expect(year.log.count > 40, "seed \(seed): \(year.log.count) notices")
  }
}

/// A user's year in a place with clock changes.
private struct NoticeYear {
  /// A notice that fired, with the settings of that time.
  struct Entry {
    let notice: CoastNotice
    let at: Moment
    let profile: CoastProfile
  }

  private var generator: SeededGenerator
  private let zone: ZoneRules
  private let deviceZone: ZoneRules
  private let first = Coast.day("2026-01-01")
  private var profile: CoastProfile
  private var forecast: [ForecastHour] = []
  private var fetchedAtMs: Int64 = 0
  private var planned: [CoastNotice] = []
  private var fired: [FiredNotice] = []
  private(set) var log: [Entry] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    zone = [Coast.jerusalem, Coast.sydney, Coast.kolkata, Coast.newYork][Int(seed % 4)]
    // Every fourth user is somewhere else than the place.
    deviceZone = seed % 4 == 3 ? Coast.jerusalem : zone
    profile = CoastProfile(dog: Dog(name: "Rex"))
  }

  mutating func live(_ index: Int) {
    let day = first.adding(index)
    if index % 3 == 0 { fetch(day) }
    let minutes = (0..<Int.random(in: 1...3, using: &generator)).map { _ in Int.random(in: 0..<1440, using: &generator) }.sorted()
    for (index, minute) in minutes.enumerated() {
      let now = deviceZone.moment(on: day, minute: minute).ms
      // What is due by then fires first, under the settings of that time.
      deliver(until: now)
      if index == 0 { changeSettings() }
      if Int.random(in: 0..<3, using: &generator) > 0 { fetchedAtMs = now - Int64.random(in: 0...(8 * 60), using: &generator) * 60_000 }
      replan(now, on: zone.moment(atMs: now).day)
    }
    deliver(until: deviceZone.moment(on: day.adding(1), minute: 0).ms)
  }

  /// New weather for the days that plans are about.
  private mutating func fetch(_ day: Day) {
    forecast = (-1..<9).flatMap { offset -> [ForecastHour] in
      let start = (zone.moment(on: day.adding(offset), minute: 0).ms + 3_599_999) / 3_600_000 * 3_600_000
      return RandomWeather.day(start, hours: 24, &generator)
    }
  }

  private mutating func changeSettings() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: profile.choose(Preset.allCases.randomElement(using: &generator) ?? .balanced)
    case 1:
      let start = Int.random(in: 0..<1440, using: &generator)
      let end = (start + Int.random(in: 1..<1000, using: &generator)) % 1440
      profile.quietHours = QuietHours(isEnabled: true, startMinute: start, endMinute: end)
    case 2: profile.quietHours = QuietHours(isEnabled: true, startMinute: 1320, endMinute: 420)
    case 3: profile.quietHours.isEnabled = false
    case 4: profile.noticeModes = Set(ActivityMode.allCases.filter { _ in Bool.random(using: &generator) })
    case 5: profile.noticeModes = Set(ActivityMode.allCases)
    case 6: profile.sendsNotices = Int.random(in: 0..<4, using: &generator) > 0
    case 7: if profile.dog == nil { profile.set(Dog(name: "Rex")) } else { profile.removeDog() }
    default: break
    }
  }

  private mutating func replan(_ now: Int64, on day: Day) {
    let plan = ActivityPlan(forecast, from: day, days: NoticeInputs.days, zone: zone, scoring: profile.scoring)
    let inputs = NoticeInputs(
      plan: plan, profile: profile, deviceZone: deviceZone, nowMs: now, weatherAtMs: fetchedAtMs, planned: planned, fired: fired)
    let result = NoticePlan(inputs)
    check(result, inputs)
    planned = result.wanted
  }

  private mutating func deliver(until ms: Int64) {
    for notice in planned where notice.fireMs < ms {
      log.append(Entry(notice: notice, at: deviceZone.moment(atMs: notice.fireMs), profile: profile))
      fired.append(FiredNotice(notice, firedAtMs: notice.fireMs))
    }
    planned.removeAll { $0.fireMs < ms }
    fired.removeAll { $0.firedAtMs < ms - 4 * 86_400_000 }
  }

  private func check(_ result: NoticePlan, _ inputs: NoticeInputs) {
    #expect(Set(result.wanted.map(\.id)).count == result.wanted.count)
    let age = ForecastAge(fetchedAtMs: fetchedAtMs, nowMs: inputs.nowMs)
    if age.cancelsNotices { #expect(result.wanted.isEmpty) }
    if age.stopsNewNotices { #expect(Set(result.wanted.map(\.id)).isSubset(of: planned.map(\.id))) }
    for notice in result.wanted {
      #expect(inputs.profile.notifiedModes.contains(notice.mode))
      #expect(notice.fireMs < notice.notAfterMs && notice.fireMs >= inputs.nowMs && notice.fireMs < inputs.nowMs + 48 * 3_600_000)
      #expect(!inputs.profile.quietHours.contains(minute: deviceZone.moment(atMs: notice.fireMs).minuteOfDay))
      for window in [notice.window, notice.also].compactMap({ $0 }) {
        let hours = inputs.plan.hours[window.hours]
        #expect(hours.allSatisfy { $0.scores[notice.mode].gate == nil && $0.scores[notice.mode].score >= 70 })
      }
      if notice.kind == .tomorrow || notice.kind == .evening {
        let days = [notice.fireMs, notice.notAfterMs].map { deviceZone.moment(atMs: $0).day.number }
        #expect(days[1] - days[0] == 1)
      }
    }
    // Planning again changes nothing.
    guard inputs.nowMs / 60_000 % 3 == 0 else { return }
    var again = inputs
    again.planned = result.wanted
    let second = NoticePlan(again)
    #expect(second.wanted == result.wanted && second.added.isEmpty && second.cancelled.isEmpty)
  }

  /// Over the whole year: caps by day, one message per mode and minute, no window twice.
  func checkLog() {
    for entries in Dictionary(grouping: log, by: \.at.day).values {
      let most = entries.map { max(4, 2 * $0.profile.notifiedModes.count) }.max() ?? 4
      #expect(entries.count <= most)
      for ofMode in Dictionary(grouping: entries, by: \.notice.mode).values {
        #expect(ofMode.count <= 2)
        #expect(Set(ofMode.map { $0.notice.fireMs / 60_000 }).count == ofMode.count)
      }
    }
    for entry in log { #expect(!entry.profile.quietHours.contains(minute: entry.at.minuteOfDay) || entry.notice.fireMs == 0) }
    for ofMode in Dictionary(grouping: log, by: \.notice.mode).values {
      let starts = ofMode.flatMap(\.notice.announcedMs).sorted()
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 > 30 * 60_000 })
      for ofDate in Dictionary(grouping: ofMode, by: \.notice.date).values { #expect(ofDate.count <= 2) }
    }
    #expect(Set(log.map(\.notice.id)).count == log.count)
  }
}
