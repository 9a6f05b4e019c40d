import HealthModel
import Testing

@testable import ActivityWindow

@Suite("G-NOTIFY") struct NoticeTests {
  let swim = NoticeWorld([.swimSolo])

  func lines(_ world: NoticeWorld, _ hour: Int = 1, _ minute: Int = 0) -> [String] { world.lines(world.plan(hour, minute)) }

  /// G-NOTIFY-1
  @Test func aMorningWindowIsAnnouncedAtHalfPastSix() {
    #expect(lines(swim.with(7, 8)) == ["swim_solo best perfect 06-01 06:30 for 06-01 07:00"])
    #expect(lines(swim.with(11)) == ["swim_solo best perfect 06-01 06:30 for 06-01 11:00"])
  }

  @Test func theFirstAfternoonWindowIsAnnouncedAtHalfPastSixToo() {
    #expect(lines(swim.with(17)) == ["swim_solo best perfect 06-01 06:30 for 06-01 17:00"])
  }

  @Test func theBackupOfAMorningWindowSharesItsMessage() {
    #expect(lines(swim.with(7, 17)) == ["swim_solo best perfect 06-01 06:30 for 06-01 07:00 and 17:00"])
  }

  @Test func aSecondAfternoonWindowIsAnnouncedAtNoon() {
    #expect(
      lines(swim.with(14, 17)) == [
        "swim_solo best perfect 06-01 06:30 for 06-01 14:00", "swim_solo backup backup 06-01 12:00 for 06-01 17:00",
      ])
    // One that starts at noon, or before the better one in the evening, can't wait until then.
    #expect(
      lines(swim.with(12, [.gustMs: 10]).with(17)) == ["swim_solo best perfect 06-01 06:30 for 06-01 17:00 and 12:00"])
    #expect(
      lines(swim.with(13, [.gustMs: 10]).with(17)) == [
        "swim_solo best perfect 06-01 06:30 for 06-01 17:00", "swim_solo backup backup 06-01 12:00 for 06-01 13:00",
      ])
  }

  @Test func theBestWindowOfTheNextDayIsAnnouncedTheDayBefore() {
    #expect(lines(swim.with(24 + 9)) == ["swim_solo tomorrow tomorrow 06-01 06:30 for 06-02 09:00"])
  }

  @Test func todayComesBeforeTomorrowInTheSameMinute() {
    #expect(
      lines(swim.with(9, 24 + 9)) == [
        "swim_solo best perfect 06-01 06:30 for 06-01 09:00", "swim_solo best perfect 06-02 06:30 for 06-02 09:00",
      ])
  }

  @Test func aWindowBeforeTheMorningIsAnnouncedTheEveningBefore() {
    let early = swim.with(24 + 5, 24 + 6)
    #expect(lines(early, 10) == ["swim_solo evening tomorrow 06-01 20:00 for 06-02 05:00"])
    // A heads-up in the morning makes the evening's superfluous.
    #expect(lines(early, 1) == ["swim_solo tomorrow tomorrow 06-01 06:30 for 06-02 05:00"])
    // Unless the morning's message is about today.
    #expect(
      lines(early.with(9), 1) == [
        "swim_solo best perfect 06-01 06:30 for 06-01 09:00", "swim_solo evening tomorrow 06-01 20:00 for 06-02 05:00",
      ])
    #expect(lines(early, 20) == [])
  }

  /// G-NOTIFY-8
  @Test func quietHoursMoveTheMorningAndDropTheRest() {
    let quiet = NoticeWorld([.swimSolo], quiet: ("22:00", "07:00"))
    #expect(lines(quiet.with(9)) == ["swim_solo best perfect 06-01 07:00 for 06-01 09:00"])
    // At its start a window isn't announced any more.
    #expect(lines(quiet.with(7)) == [])
    #expect(lines(quiet.with(24 + 9), 1) == ["swim_solo tomorrow tomorrow 06-01 07:00 for 06-02 09:00"])
    let noon = NoticeWorld([.swimSolo], quiet: ("11:30", "12:30"))
    #expect(lines(noon.with(14, 17)) == ["swim_solo best perfect 06-01 06:30 for 06-01 14:00"])
    let evening = NoticeWorld([.swimSolo], quiet: ("20:00", "06:00"))
    #expect(lines(evening.with(24 + 5), 10) == [])
    let untilEvening = NoticeWorld([.swimSolo], quiet: ("19:00", "20:00"))
    #expect(lines(untilEvening.with(24 + 5), 10) == ["swim_solo evening tomorrow 06-01 20:00 for 06-02 05:00"])
    // All the morning: half past six moves to noon, into the minute of the second afternoon window.
    let late = NoticeWorld([.swimSolo], quiet: ("05:00", "12:00"))
    #expect(lines(late.with(14, 17)) == ["swim_solo best perfect 06-01 12:00 for 06-01 14:00 and 17:00"])
    // From six o'clock until five of the next day: too late for the day.
    let allDay = NoticeWorld([.swimSolo], quiet: ("06:00", "05:00"))
    #expect(lines(allDay.with(9)) == [])
  }

  @Test func disabledQuietHoursMoveNothing() {
    var world = NoticeWorld([.swimSolo], quiet: ("22:00", "07:00")).with(9)
    world.profile.quietHours.isEnabled = false
    #expect(lines(world) == ["swim_solo best perfect 06-01 06:30 for 06-01 09:00"])
  }

  @Test func nothingIsPlannedForThePast() {
    #expect(lines(swim.with(9), 6, 30) == [])
    #expect(lines(swim.with(9), 6, 29).count == 1)
    #expect(lines(swim.with(14, 17), 12) == [])
  }

  @Test func onlyFortyEightHoursArePlanned() {
    // At 06:00 the morning of the third day is 48.5 hours away, a minute after its half hour less than 48.
    let third = swim.with(48 + 9)
    #expect(lines(third, 6, 30) == ["swim_solo tomorrow tomorrow 06-02 06:30 for 06-03 09:00"])
    #expect(lines(swim.with(72 + 9), 6, 30) == [])
    #expect(lines(swim.with(72 + 9), 6, 31) == ["swim_solo tomorrow tomorrow 06-03 06:30 for 06-04 09:00"])
  }

  /// G-NOTIFY-2
  @Test func twoMessagesAModeAndDayWithTheBestFirst() {
    // Today two afternoon windows, tomorrow an early one: the evening's message would be the third.
    #expect(
      lines(swim.with(14, 17, 24 + 5)) == [
        "swim_solo best perfect 06-01 06:30 for 06-01 14:00", "swim_solo backup backup 06-01 12:00 for 06-01 17:00",
      ])
  }

  @Test func firedMessagesCountInTheCaps() {
    var world = swim.with(14, 17)
    world.fired = (0..<2).map {
      FiredNotice(id: "old\($0)", mode: .swimSolo, date: Coast.day("2026-05-31"), windowStartsMs: [], firedAtMs: world.ms(0, $0))
    }
    #expect(lines(world) == [])
    // Those of the day before don't.
    world.fired = (0..<2).map {
      FiredNotice(id: "old\($0)", mode: .swimSolo, date: Coast.day("2026-05-31"), windowStartsMs: [], firedAtMs: world.ms(-1, $0))
    }
    #expect(lines(world).count == 2)
  }

  /// G-NOTIFY-2
  @Test func aDayHasAtMostFourMessagesOrTwoPerMode() {
    func count(_ modes: Set<ActivityMode>) -> Int { lines(NoticeWorld(modes).with(14, 17)).count }
    #expect(count([.swimSolo]) == 2)
    #expect(count([.swimSolo, .runSolo]) == 4)
    #expect(count([.swimSolo, .runSolo, .runDog]) == 6)
    #expect(count(Set(ActivityMode.allCases)) == 8)
    // Six fired before one mode was turned off: more than four, so nothing is left for today.
    var world = NoticeWorld([.swimSolo, .runSolo]).with(14, 17)
    world.fired = (0..<6).map {
      FiredNotice(id: "\($0)", mode: .swimDog, date: Coast.day("2026-05-31"), windowStartsMs: [], firedAtMs: world.ms(0, 5))
    }
    #expect(lines(world) == [])
  }

  /// G-NOTIFY-12
  @Test func anAnnouncedWindowIsNotAnnouncedAgain() {
    var world = swim.with(24 + 9)
    let heads = world.plan(1).wanted[0]
    world.fired = [FiredNotice(heads, firedAtMs: heads.fireMs)]
    #expect(lines(world, 8) == [])
    // Half an hour away it is the same window, an hour away another one.
    world.fired = [FiredNotice(id: "x", mode: .swimSolo, date: heads.date, windowStartsMs: [world.ms(33, 30)], firedAtMs: world.ms(2))]
    #expect(lines(world, 8) == [])
    world.fired = [FiredNotice(id: "x", mode: .swimSolo, date: heads.date, windowStartsMs: [world.ms(34)], firedAtMs: world.ms(2))]
    #expect(lines(world, 8) == ["swim_solo best perfect 06-02 06:30 for 06-02 09:00"])
    // The other mode's window of the same time is its own.
    world.fired = [FiredNotice(id: "x", mode: .runSolo, date: heads.date, windowStartsMs: [world.ms(33)], firedAtMs: world.ms(2))]
    #expect(lines(world, 8).count == 1)
  }

  @Test func theBackupInAMessageIsAnnouncedWithIt() {
    var world = swim.with(9, 17)
    let notice = world.plan(1).wanted[0]
    #expect(notice.announcedMs == [world.ms(9), world.ms(17)])
    world.fired = [FiredNotice(notice, firedAtMs: notice.fireMs)]
    #expect(lines(world, 7) == [])
  }

  /// G-NOTIFY-12
  @Test func twoModesWithOneWindowHaveAMessageEach() {
    #expect(
      Set(lines(NoticeWorld([.swimSolo, .runSolo]).with(9))) == [
        "run_solo best perfect 06-01 06:30 for 06-01 09:00", "swim_solo best perfect 06-01 06:30 for 06-01 09:00",
      ])
  }

  @Test func gatedHoursAreNeverAnnounced() { #expect(lines(swim) == []) }

  @Test func turnedOffModesAreCancelled() {
    var world = NoticeWorld([.swimSolo, .runSolo]).with(9)
    world.planned = world.plan(1).wanted
    world.profile.noticeModes = [.runSolo]
    var plan = world.plan(2)
    #expect(plan.cancelled.map { "\($0.notice.mode.rawValue) \($0.reason.rawValue)" } == ["swim_solo user_disabled"])
    #expect(plan.added.isEmpty)
    world.profile.sendsNotices = false
    plan = world.plan(2)
    #expect(plan.wanted.isEmpty && !plan.isPaused)
    #expect(plan.cancelled.map(\.reason) == [.userDisabled, .userDisabled])
    // A dog mode without a dog is off.
    var dog = NoticeWorld([.swimDog]).with(9)
    dog.planned = dog.plan(1).wanted
    #expect(dog.planned.count == 1)
    dog.profile.removeDog()
    #expect(dog.plan(2).wanted.isEmpty)
    #expect(dog.plan(2).cancelled.map(\.reason) == [.userDisabled])
  }

  @Test func planningTwicePlansOnce() {
    var world = NoticeWorld([.swimSolo, .runDog]).with(9, 14, 24 + 5, 48 + 10)
    let first = world.plan(1)
    #expect(first.added == first.wanted)
    #expect(!first.wanted.isEmpty)
    world.planned = first.wanted
    let second = world.plan(2)
    #expect(second.wanted == first.wanted)
    #expect(second.added.isEmpty && second.cancelled.isEmpty && second.events.isEmpty)
  }

  /// G-NOTIFY-5
  @Test func aChangedWindowReplacesItsNotice() {
    var world = swim.with(9)
    let old = world.plan(1).wanted
    world.planned = old
    world.hours = [10: [:]]
    let plan = world.plan(2)
    #expect(plan.wanted[0].id == old[0].id)
    #expect(plan.cancelled.map(\.reason) == [.reschedule])
    #expect(plan.events.map(\.name) == ["notif_cancelled", "notif_scheduled"])
    #expect(world.lines(plan) == ["swim_solo best perfect 06-01 06:30 for 06-01 10:00"])
  }

  /// G-NOTIFY-9
  @Test func afterThreeHoursPlannedNoticesStayAndNothingNewIsPlanned() {
    var world = swim.with(9)
    world.planned = world.plan(1).wanted
    func plan(_ world: NoticeWorld, ageMin: Int64) -> NoticePlan {
      NoticePlan(world.inputs(at: world.ms(5), weatherAtMs: world.ms(5) - ageMin * 60_000))
    }
    let more = world.with(24 + 17)
    #expect(plan(more, ageMin: 180).wanted.count == 2)
    #expect(plan(more, ageMin: 181).wanted == world.planned)
    #expect(plan(more, ageMin: 360).wanted == world.planned)
    #expect(plan(more, ageMin: 181).cancelled.isEmpty)
    #expect(plan(more, ageMin: 181).isPaused == false)
    // A window that is gone is removed even then.
    var gone = world
    gone.hours = [:]
    #expect(plan(gone, ageMin: 181).cancelled.map(\.reason) == [.reschedule])
    let stale = plan(more, ageMin: 361)
    #expect(stale.wanted.isEmpty && stale.isPaused)
    #expect(stale.cancelled.map(\.reason) == [.staleData])
  }

  @Test func swimsDependOnTheSeaAsWell() {
    let world = NoticeWorld([.swimSolo, .runSolo]).with(9)
    let plan = NoticePlan(world.inputs(at: world.ms(5), weatherAtMs: world.ms(5), seaAtMs: world.ms(-2)))
    #expect(world.lines(plan) == ["run_solo best perfect 06-01 06:30 for 06-01 09:00"])
    #expect(!plan.isPaused)
  }

  @Test func aNoticeThatIsDueWaitsForItsDeliveryUntilTheWindowStarts() {
    var world = swim.with(9)
    world.planned = world.plan(1).wanted
    #expect(world.plan(8, 59).wanted == world.planned)
    #expect(world.plan(8, 59).added.isEmpty)
    #expect(world.plan(9).wanted.isEmpty)
    world.fired = [FiredNotice(world.planned[0], firedAtMs: world.ms(6, 30))]
    #expect(world.plan(8).wanted.isEmpty)
    #expect(world.plan(8).cancelled.isEmpty)
    // Not in quiet hours, which have begun meanwhile.
    world.fired = []
    world.profile.quietHours = QuietHours(isEnabled: true, startMinute: 480, endMinute: 540)
    #expect(world.plan(7, 59).wanted == world.planned)
    #expect(world.plan(8).wanted.isEmpty)
  }

  /// G-NOTIFY-4
  @Test func anIdNamesModeKindDateAndIndex() {
    let a = CoastNotice.id(.swimSolo, .best, Coast.day("2026-06-01"), 0)
    // FNV-1a of "swim_solo|best|2026-06-01|0".
    #expect(a == StableHash("swim_solo|best|2026-06-01|0").text)
    #expect(StableHash("").text == "cbf29ce484222325")
    #expect(StableHash("a").text == "af63dc4c8601ec8c")
    var ids: Set<String> = []
    for mode in ActivityMode.allCases {
      for kind in CoastNotice.Kind.allCases {
        for date in 0..<30 { for index in 0..<2 { ids.insert(CoastNotice.id(mode, kind, Coast.day("2026-06-01").adding(date), index)) } }
      }
    }
    #expect(ids.count == 4 * 5 * 30 * 2)
  }

  /// G-NOTIFY-3
  @Test func titlesAndVariablesAreTheModes() {
    let world = NoticeWorld(Set(ActivityMode.allCases)).with(9, 10)
    let notices = world.plan(1).wanted
    #expect(Set(notices.map(\.title)) == ["Swim window", "Swim with Rex", "Run window", "Run with Rex"])
    let notice = notices.first { $0.mode == .swimDog }
    #expect(notice?.dogName == "Rex")
    #expect(notice?.window.map { "\($0.startClock)-\($0.endClock)" } == "09:00-11:00")
    #expect(notice?.topReason == "Waves calm")
    #expect(notices.first { $0.mode == .runSolo }?.topReason == "Nice temperature")
    #expect(notice?.meanScore == 100)
    #expect(notice?.link.text == "gonow://today?hour=2026-06-01T09:00&mode=swim_dog")
    #expect(notice?.notAfterMs == world.ms(9))
  }

  /// G-NOTIFY-14: A reason must hold for all hours: the second one is warm for paws, has elevated UV, and 5 m/s of wind.
  @Test func theTopReasonHoldsForTheWholeWindow() {
    let world = NoticeWorld([.swimDog]).with(9).with(10, [.waveM: nil, .feelsC: 26, .uv: 6])
    #expect(world.plan(1).wanted[0].topReason == "Air quality good")
    let none = NoticeWorld([.runSolo]).with(9, [.feelsC: 28, .uv: nil, .aqiEu: nil, .gustMs: nil])
    #expect(none.plan(1).wanted[0].topReason == nil)
  }

  @Test func templatesFollowTheMean() {
    // 88 by wind; 85; 70 by heat.
    #expect(lines(NoticeWorld([.runSolo]).with(9, [.gustMs: 10])) == ["run_solo best perfect 06-01 06:30 for 06-01 09:00"])
    #expect(lines(NoticeWorld([.swimSolo]).with(9, [.gustMs: 10])) == ["swim_solo best perfect 06-01 06:30 for 06-01 09:00"])
    #expect(lines(NoticeWorld([.runSolo]).with(9, [.feelsC: 28])) == ["run_solo best good 06-01 06:30 for 06-01 09:00"])
  }

  /// G-NOTIFY-14
  @Test func aBackupKnowsWhenTheBestWindowIs() {
    func part(_ world: NoticeWorld) -> DayPart? { world.plan(1).wanted.first { $0.kind == .backup }?.bestPart }
    #expect(part(swim.with(14, 17)) == .afternoon)
    #expect(part(swim.with(13, [.gustMs: 10]).with(18)) == .evening)
    #expect(DayPart(minute: 719) == .morning)
  }

  /// G-NOTIFY-14
  @Test func tooHotADayForTheDogIsAnnounced() {
    let dog = NoticeWorld([.runDog])
    #expect(lines(dog.with(9, [.feelsC: 30])) == ["run_dog heat heat_warning 06-01 06:30"])
    // Heat penalties count as heat as well: 36 by 28 °C.
    #expect(lines(dog.with(9, [.feelsC: 28])) == ["run_dog heat heat_warning 06-01 06:30"])
    // With bad air there would be no window without the heat either: 48.
    #expect(lines(dog.with(9, [.feelsC: 30, .aqiEu: 100])) == [])
    #expect(lines(dog.with(9, [.feelsC: 30]).with(18)) == ["run_dog best perfect 06-01 06:30 for 06-01 18:00"])
    #expect(lines(NoticeWorld([.runSolo]).with(9, [.feelsC: 33])) == [])
    let notice = dog.with(9, [.feelsC: 30]).plan(1).wanted[0]
    #expect(notice.notAfterMs == dog.ms(10))
    #expect(notice.link.text == "gonow://today?hour=2026-06-01T12:00&mode=run_dog")
    #expect(notice.title == "Run with Rex")
  }

  @Test func aHeatWarningGivesWayToTomorrowInItsMinute() {
    #expect(
      lines(NoticeWorld([.runDog]).with(9, [.feelsC: 30]).with(24 + 18)) == ["run_dog tomorrow tomorrow 06-01 06:30 for 06-02 18:00"])
  }

  /// G-NOTIFY-8: The place is in Israel (UTC+3), the device in New York (UTC-4): 09:00 there is 02:00 here, before the morning.
  @Test func fireTimesAreByTheDevicesClock() {
    var world = swim.with(24 + 9, 24 + 17)
    world.zone = Coast.jerusalem
    world.deviceZone = Coast.newYork
    // 17:00 in Israel is 10:00 in New York.
    #expect(
      world.lines(NoticePlan(world.inputs(at: world.ms(20)))) == [
        "swim_solo evening tomorrow 06-01 20:00 for 06-02 09:00", "swim_solo backup backup 06-02 06:30 for 06-02 17:00",
      ])
    world.profile.quietHours = QuietHours(isEnabled: true, startMinute: 19 * 60, endMinute: 7 * 60)
    #expect(world.lines(NoticePlan(world.inputs(at: world.ms(20)))) == ["swim_solo backup backup 06-02 07:00 for 06-02 17:00"])
  }

  /// Israel sets clocks forward at 02:00 on 2026-03-27 and back at 02:00 on 2026-10-25.
  @Test(arguments: [("2026-03-26", "2026-03-27"), ("2026-10-24", "2026-10-25")]) func fireTimesKeepToTheClockWhenItChanges(
    from: String, date: String
  ) {
    var world = swim
    world.zone = Coast.jerusalem
    world.deviceZone = Coast.jerusalem
    world.from = from
    let start = Coast.jerusalem.moment(on: Coast.day(from), minute: 0).ms
    // The hour that shows 09:00 on the day of the change.
    world.hours[Int((Coast.jerusalem.moment(on: Coast.day(date), minute: 540).ms - start) / 3_600_000)] = [:]
    let short = date.suffix(5)
    #expect(world.lines(NoticePlan(world.inputs(at: world.ms(12)))) == ["swim_solo best perfect \(short) 06:30 for \(short) 09:00"])
    // Quiet hours that end at a time that is skipped end when clocks go on; the second 01:30 is as quiet as the first.
    world.profile.quietHours = QuietHours(isEnabled: true, startMinute: 22 * 60, endMinute: 8 * 60)
    #expect(world.lines(NoticePlan(world.inputs(at: world.ms(12)))) == ["swim_solo best perfect \(short) 08:00 for \(short) 09:00"])
  }
}
