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

  @Test(arguments: [
    "2026-02-10", "2026-02-10T1:00", "2026-02-10T24:00", "2026-02-10T10:60", "T10:00", "1969-12-31T10:00", "9999-12-31T10:00", "now",
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: EntryError(.when, "Give a day and a time.")) { try TypedMeal([.when: text]).eatenAt(by: desk.clock) }
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
