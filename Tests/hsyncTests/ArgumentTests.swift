import HealthDesk
import HealthModel
import Testing

@testable import Settings
@testable import hsync

/// The forms in which users answer, and in which amounts are written.
@Suite struct ArgumentTests {
  @Test(arguments: [
    ("y", LogQuestion.Answer.log(Amount(servings: 1))), ("YES", .log(Amount(servings: 1))), ("", .leave), ("n", .leave), ("q", .quit),
    ("a", .all), ("1.5", .log(Amount(servings: 1.5))), ("1,5", .log(Amount(servings: 1.5))), ("30g", .log(Amount(grams: 30))),
    ("30 G", .log(Amount(grams: 30))), ("1/2", .log(Amount(servings: 0.5))), ("0.5 l", .log(Amount(grams: 500))),
    ("3 x 40g", .log(Amount(grams: 120))), ("1,250", nil), ("1001", nil), ("0", nil), ("-1", nil), ("maybe", nil), ("g", nil), ("nan", nil),
    ("inf", nil),
  ])
  func answersToTheQuestion(text: String, answer: LogQuestion.Answer?) {
    #expect((try? LogQuestion.answer(text, usual: Amount(servings: 1))) == answer)
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
