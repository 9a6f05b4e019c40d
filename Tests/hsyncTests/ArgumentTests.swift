import HealthDesk
import HealthModel
import Testing

@testable import Settings
@testable import hsync

/// The forms in which users type days, times and amounts.
@Suite struct ArgumentTests {
  /// 2026-02-10 12:03 in Paris.
  private let now = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  @Test(arguments: [
    ("today", "2026-02-10"), ("Yesterday", "2026-02-09"), ("tomorrow", "2026-02-11"), ("-2", "2026-02-08"), ("+3", "2026-02-13"),
    ("2024-02-29", "2024-02-29"),
  ])
  func daysAreNamedOrDated(text: String, expected: String) throws {
    #expect(try #require(DayArgument(argument: text)).day(from: now.day)?.description == expected)
  }

  @Test(arguments: ["", "2026-02-30", "monday?", "12", "10.2.2026", "-99999"])
  func refusesWhatIsNoDay(text: String) { #expect(DayArgument(argument: text) == nil) }

  /// Times with an offset of their own don't depend on the machine's zone.
  @Test(arguments: [
    ("2026-02-10T12:03Z", 1_770_724_980_000, 0), ("2026-02-10 12:03:07+01:00", 1_770_721_387_000, 60),
    ("yesterday 22:30-05:00", 1_770_694_200_000, -300),
  ])
  func timesWithAnOffset(text: String, ms: Int64, offset: Int) throws {
    #expect(try #require(TimeArgument(argument: text)).moment(from: now) == Moment(ms: ms, utcOffsetMin: offset))
  }

  @Test(arguments: ["7:05", "07:05", "today 07:05:00"])
  func timesOfToday(text: String) throws {
    let moment = try #require(TimeArgument(argument: text)).moment(from: LocalClock.moment(on: now.day, hour: 12, minute: 0))
    #expect(moment.clock == "07:05")
    #expect(moment.day == now.day)
  }

  @Test(arguments: ["", "noon", "24:00", "12:60", "12", "12:3:4:5", "2026-02-30 12:00", "12:00+25:00", "T12:00", "12:-5"])
  func refusesWhatIsNoTime(text: String) { #expect(TimeArgument(argument: text) == nil) }

  @Test(arguments: [
    ("y", LogQuestion.Answer.log(Amount(servings: 1))), ("YES", .log(Amount(servings: 1))), ("", .leave), ("n", .leave), ("q", .quit),
    ("a", .all), ("1.5", .log(Amount(servings: 1.5))), ("1,5", .log(Amount(servings: 1.5))), ("30g", .log(Amount(grams: 30))),
    ("30 G", .log(Amount(grams: 30))), ("0", nil), ("-1", nil), ("maybe", nil), ("g", nil), ("nan", nil), ("inf", nil),
  ])
  func answersToTheQuestion(text: String, answer: LogQuestion.Answer?) {
    #expect(LogQuestion.answer(text, usual: Amount(servings: 1)) == answer)
  }

  @Test func columnsAreAlignedByTheWidthOnTheScreen() {
    var columns = Columns([.left, .right])
    columns.add(["Müsli", "9 g"])
    columns.add(["牛乳", "200 g"])
    columns.add(["", ""])
    #expect(columns.lines() == ["Müsli    9 g", "牛乳   200 g", ""])
  }

  @Test(arguments: [
    (Amount(servings: 1, grams: 40), "1 serving (40 g)"), (Amount(servings: 1.5), "1.5 servings"), (Amount(grams: 12.34), "12.3 g"),
    (Amount(), ""),
  ])
  func amountsAreWrittenAsPeopleSayThem(amount: Amount, text: String) { #expect(Quantity.amount(amount) == text) }

  @Test(arguments: [(-5, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (7_200_000, "2 h ago"), (172_800_000, "2 days ago")])
  func agesAreRounded(ms: Int64, words: String) { #expect(Age(ms: ms).words == words) }

  /// `hsync today` isn't parsed: it runs with the defaults of `TodayCommand.show`, which are those of the options.
  @Test func todayWithoutArgumentsIsAsItIsParsed() throws {
    let parsed = try TodayCommand.parse([])
    #expect(SettingsNeed(of: parsed) == .tells)
    #expect(!parsed.json && parsed.refresh == nil)
    #expect(parsed.library.path == nil && parsed.library.profile == nil)
    // An option more has to be added to `show` and here.
    #expect(Mirror(reflecting: parsed).children.count == 3)
    #expect(Mirror(reflecting: parsed.library).children.count == 2)
  }
}
