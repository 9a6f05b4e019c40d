import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

/// Entries that arrive as forms: what was typed, when, and the same one twice.
@Suite struct FoodEntryTests {
  private let desk: DeskFixture
  private let diary: Diary
  private let noon = DeskFixture.noon
  private let id = "0197e2a4-6f00-7000-8000-00000000abcd"

  init() throws {
    desk = try DeskFixture()
    diary = Diary(desk.library)
  }

  private var wish: MealWish { MealWish(eatenAt: noon, slot: nil, amount: nil, note: nil, id: id) }

  private func soup() -> Meal { Meal(byHand: "Soup", nutrition: Nutrition(energyKcal: 100), wish: wish, now: noon) }

  @Test func anIdIsLoggedOnceAndStaysDeleted() throws {
    #expect(try diary.history(of: id) == nil)
    #expect(try diary.logOnce(soup(), at: noon) == .logged(soup()))
    #expect(try diary.logOnce(soup(), at: noon) == .earlier(.logged(soup())))
    _ = try desk.library.undo(at: noon)
    #expect(try diary.logOnce(soup(), at: noon) == .earlier(.deleted))
    #expect(try desk.eaten() == [])
  }

  @Test func aBarcodeThatWaitsIsLoggedUnderItsId() async throws {
    desk.shelf.put(.unavailable(.offline))
    let barcode = try TypedBarcode("9520000000004")
    guard case .waits(.pending) = try await desk.finder.log(barcode, wish, in: desk.library) else {
      Issue.record("it doesn't wait")
      return
    }
    #expect(try await desk.finder.log(barcode, wish, in: desk.library) == .earlier(.waiting))
    try PendingLookups(desk.library).add(DeskFixture.oats, text: "9520000000004", reason: "offline", wish: wish, atMs: 1)
    #expect(try desk.waiting() == ["9520000000004, offline, 1"])
    desk.shelf.put(.found(DeskFixture.product()))
    let pending = PendingFood(desk.library)
    for code in try pending.list() { #expect(try await pending.resolve(code, with: desk.finder).logged.map(\.id) == [id]) }
    #expect(try await desk.finder.log(barcode, wish, in: desk.library) == .earlier(.logged(try #require(diary.meal(id: id)))))
    #expect(try desk.eaten() == ["Oat Crunch 370"])
  }

  @Test func aNumberThatIsOnlyShownWaitsWithoutAMeal() async throws {
    let barcode = try TypedBarcode("9520000000004")
    #expect(try await desk.finder.find(barcode).failure == .unknown(code: "9520000000004"))
    desk.shelf.put(.unavailable(.offline))
    _ = try await desk.finder.find(barcode)
    #expect(try desk.waiting() == ["9520000000004, offline, 0"])
    desk.shelf.put(.found(DeskFixture.product()))
    #expect(try await desk.finder.find(barcode).product == DeskFixture.product())
    #expect(try desk.waiting() == [])
  }

  @Test func theTimeOfTheDeviceIsBounded() throws {
    func clock(_ ms: Int64?) throws -> Int64 { try EntryBounds.time(enteredAtMs: ms, by: desk.clock).ms }
    #expect(try clock(nil) == noon.ms && clock(noon.ms + 300_000) == noon.ms && clock(noon.ms - 1) == noon.ms - 1)
    #expect(try clock(noon.ms - EntryBounds.longestWaitMs) == noon.ms - EntryBounds.longestWaitMs)
    for ms in [noon.ms + 300_001, noon.ms - EntryBounds.longestWaitMs - 1, .min] {
      #expect(throws: EntryError.self) { try clock(ms) }
    }
    // So far away that the difference fits no number.
    #expect(throws: EntryError.self) { try clock(.max) }
  }

  @Test func fieldsAreWhatTheySay() throws {
    let meal = TypedMeal([
      .title: "  Lentil\tsoup ", .amount: "1,5", .unit: "servings", .kcal: "312.5", .fat: "0", .slot: "brunch", .when: "2026-02-09T19:30",
      .note: "a\r\nb", .brand: " ",
    ])
    #expect(try meal.name() == "Lentil soup" && meal.brand() == nil && meal.note() == "a\nb")
    #expect(try meal.amount() == Amount(servings: 1.5) && meal.slot() == .brunch)
    #expect(try meal.nutrition() == Nutrition(energyKcal: 312.5, fatG: 0))
    #expect(try meal.eatenAt(by: desk.clock)?.iso8601 == "2026-02-09T19:30:00+01:00")
    let empty = TypedMeal([:])
    #expect(try empty.amount() == nil && empty.slot() == nil && empty.nutrition().isEmpty && empty.eatenAt(by: desk.clock) == nil)
  }

  /// The fields of a form are read as on the command line.
  @Test(
    arguments: [
      (.amount, "1,250", "1,250 can be 1250 or 1.25. Type 1250 or 1.25."),
      (.kcal, "1.250", "1.250 can be 1250 or 1.25. Type 1250 or 1.25."),
      (.fat, "abc", "Abc isn't a number. A number is like 12, 1.5 or 1/2, also 200 g or 3 x 40."),
      (.kcal, "10000", "Calories must be 0-9999."),
      (.kcal, "200 g", "200 g isn't in kcal or kJ. A number is in kcal."),
      (
        .when, "2026-02-10T24:00",
        "'2026-02-10T24:00' isn't a time. A time is like 12:30, 7pm, yesterday, monday 12:00 or 2026-02-10 12:30."
      ),
      (.when, "7.10", "7.10 can be 7:10 or 7 October. Type 7:10 for the time, or 7.10. for the day."),
      (.when, "1969-12-31T10:00", "1969-12-31 is out of range. Days are from 1970-01-02 on."),
      (.when, "9999-12-31T10:00", "9999-12-31 is out of range. Days are from 1970-01-02 on."),
      (.when, "2062-11-10T12:00", "2062-11-10 is in the future. Tick the box below the time if it is right."),
      (.when, "tomorrow", "2026-02-11 is in the future. Tick the box below the time if it is right."),
      (.when, "1990-11-10T12:00", "1990-11-10 is more than a year ago. Tick the box below the time if it is right."),
    ] as [(TypedMeal.Field, String, String)])
  func aFieldThatCantBeTakenSaysWhy(field: TypedMeal.Field, text: String, message: String) throws {
    let meal = TypedMeal([field: text, .unit: "grams"])
    let error = try #require(throws: EntryError.self) {
      _ = (try meal.amount(), try meal.nutrition(), try meal.eatenAt(by: desk.clock))
    }
    #expect(error.field == field && error.message == message && error.isDoubt == message.contains("Tick the box"))
  }

  @Test(
    arguments: [
      ("80,5", Nutrition(energyKcal: 80.5)), ("418.4 kJ", Nutrition(energyKcal: 100)), ("2 x 40", Nutrition(energyKcal: 80)),
      ("½", Nutrition(energyKcal: 0.5)),
    ] as [(String, Nutrition)])
  func figuresAreReadAsTyped(text: String, nutrition: Nutrition) throws { #expect(try TypedMeal([.kcal: text]).nutrition() == nutrition) }

  @Test func anAmountWithAUnitNeedsNoOtherField() throws {
    #expect(try TypedMeal([.amount: "200g", .unit: "servings"]).amount() == Amount(grams: 200))
    #expect(try TypedMeal([.amount: "1/2", .unit: "servings"]).amount() == Amount(servings: 0.5))
  }

  /// 2026-02-10 12:03, a Tuesday.
  @Test(
    arguments: [
      ("2026-02-09T19:30", "2026-02-09T19:30:00+01:00"), ("now", "2026-02-10T12:03:00+01:00"), ("06:45", "2026-02-10T06:45:00+01:00"),
      ("19:00", "2026-02-10T19:00:00+01:00"), ("yesterday", "2026-02-09T12:03:00+01:00"), ("monday 7pm", "2026-02-09T19:00:00+01:00"),
      ("wed noon", "2026-02-04T12:00:00+01:00"), ("10.2. 7:10", "2026-02-10T07:10:00+01:00"), ("11.2. 7:10", "2025-02-11T07:10:00+01:00"),
      ("2026-02-10T12:30:15Z", "2026-02-10T12:30:15+00:00"),
    ] as [(String, String)])
  func aTimeIsReadOnTheUsersClock(text: String, moment: String) throws {
    #expect(try TypedMeal([.when: text]).eatenAt(by: desk.clock)?.iso8601 == moment)
  }

  @Test func aTimeAloneKeepsTheDayOfTheMeal() throws {
    let kept = Moment(ms: noon.ms - 86_400_000, utcOffsetMin: 60)
    #expect(try TypedMeal([.when: "06:45"]).eatenAt(by: desk.clock, keeping: kept)?.iso8601 == "2026-02-09T06:45:00+01:00")
    #expect(try TypedMeal([.when: "today"]).eatenAt(by: desk.clock, keeping: kept)?.iso8601 == "2026-02-10T12:03:00+01:00")
    // An old meal stays on its day without a question.
    let old = Moment(ms: noon.ms - 800 * 86_400_000, utcOffsetMin: 60)
    #expect(try TypedMeal([.when: "06:45"]).eatenAt(by: desk.clock, keeping: old)?.day == old.day)
  }

  @Test func aDoubtfulTimeIsTakenOnceItIsConfirmedAsItIs() throws {
    let text = "2062-11-10T12:00"
    #expect(try TypedMeal([.when: text, .sure: text]).eatenAt(by: desk.clock)?.iso8601 == "2062-11-10T12:00:00+01:00")
    #expect(throws: EntryError.self) { try TypedMeal([.when: "2063-11-10T12:00", .sure: text]).eatenAt(by: desk.clock) }
  }

  @Test(
    arguments: [("2026-02-11", .future), ("2026-02-10", nil), ("2025-02-09", nil), ("2025-02-08", .longAgo)] as [(String, TimeDoubt?)])
  func aDayIsDoubtfulInTheFutureAndAfterAYear(day: String, doubt: TimeDoubt?) throws {
    #expect(TimeDoubt(try #require(Day(day)), today: noon.day) == doubt)
  }

  /// A day alone has the usual time of a meal that is named.
  @Test func theMealOfTheDaySaysTheTime() throws {
    func clock(_ slot: MealSlot?) throws -> String { try TypedTime("yesterday").moment(at: noon, slot: slot, by: desk.clock).clock }
    #expect(try [clock(nil), clock(.breakfast), clock(.brunch), clock(.dinner)] == ["12:03", "08:00", "12:03", "19:00"])
  }

  /// Clocks that are set forward skip 02:30, and show it twice when they are set back.
  @Test func daylightSavingMovesOrTakesTheFirst() throws {
    let clock = BerlinClock()
    let now = clock.moment(on: Day(number: 20_784), hour: 12, minute: 0)
    func moment(_ text: String) throws -> String { try TypedTime(text).moment(at: now, by: clock).iso8601 }
    #expect(try moment("2026-03-29 02:30") == "2026-03-29T03:30:00+02:00")
    #expect(try moment("2026-10-25 02:30") == "2026-10-25T02:30:00+02:00")
    #expect(try moment("2026-10-25 02:30:10") == "2026-10-25T02:30:10+02:00")
    #expect(try moment("2026-10-25 02:30+01:00") == "2026-10-25T02:30:00+01:00")
  }

  @Test func theHistoryGoesByWeeks() throws {
    for days in [0, 6, 7, 400] as [Int64] {
      let moment = Moment(ms: noon.ms - days * 86_400_000, utcOffsetMin: 60)
      let wish = MealWish(eatenAt: moment, slot: nil, amount: nil, note: nil)
      try diary.log(Meal(byHand: "Soup", nutrition: Nutrition(), wish: wish, now: moment), at: moment)
    }
    var before: Day?
    var pages: [[Int]] = []
    repeat {
      let page = try FoodHistory(diary, before: before, today: noon.day)
      pages.append(page.days.map { noon.day.number - $0.day.number })
      before = page.earlier
    } while before != nil
    #expect(pages == [[0, 6], [7], [400]])
  }

  @Test(arguments: [
    ("https://world.openfoodfacts.org/product/9520000000004/oat", "9520000000004"),
    ("look: https://id.example/01/09520000000004/10/A", "https://id.example/01/09520000000004/10/A"), ("9520000000004!", nil), ("", nil),
    ("call 0301234567 on 10-12-2024", nil),
  ])
  func aSharedTextMayNameABarcode(text: String, found: String?) { #expect(TypedBarcode.first(in: text)?.text == found) }
}

/// A clock in Berlin.
private struct BerlinClock: WallClock {
  private let rules = ZoneFile.rules(of: "Europe/Berlin")

  var nowMs: Int64 { 0 }
  func moment(atMs ms: Int64) -> Moment { rules?.moment(atMs: ms) ?? Moment(ms: ms, utcOffsetMin: 0) }
  func moment(on day: Day, hour: Int, minute: Int) -> Moment {
    rules?.moment(on: day, minute: hour * 60 + minute) ?? Moment(ms: 0, utcOffsetMin: 0)
  }
}
