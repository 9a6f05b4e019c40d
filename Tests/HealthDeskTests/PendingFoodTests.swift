import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

/// Numbers that wait, looked up again or removed.
@Suite struct PendingFoodTests {
  private let desk: DeskFixture
  private let pending: PendingFood
  private let text = "9520000000004"

  init() throws {
    desk = try DeskFixture()
    pending = PendingFood(desk.library)
  }

  private func wait(_ gtin: GTIN = DeskFixture.oats, _ text: String = "9520000000004", wish: MealWish? = nil) throws {
    try PendingLookups(desk.library).add(gtin, text: text, reason: "offline", wish: wish, atMs: DeskFixture.noon.ms)
  }

  private func resolve() async throws -> PendingFood.Resolution {
    try await pending.resolve(#require(pending.list().first), with: desk.finder)
  }

  @Test func theMealsThatWaitAreLogged() async throws {
    try wait(wish: DeskFixture.wish(grams: 50))
    try wait(wish: DeskFixture.wish(grams: 100))
    desk.shelf.put(.found(DeskFixture.product()))
    let resolution = try await resolve()
    #expect(resolution.product == DeskFixture.product() && resolution.failure == nil)
    #expect(resolution.logged.map(\.nutrition.energyKcal) == [185, 370])
    #expect(try desk.eaten() == ["Oat Crunch 185", "Oat Crunch 370"])
    #expect(try desk.waiting() == [])
  }

  @Test func aMealThatCannotBeComputedKeepsWaiting() async throws {
    try wait(wish: DeskFixture.wish(servings: 1))
    desk.shelf.put(.found(DeskFixture.product()))
    let resolution = try await resolve()
    #expect(resolution.product != nil && resolution.logged == [])
    #expect(resolution.failure == .portion(.servingSizeUnknown(product: "Oat Crunch")))
    #expect(try desk.waiting() == ["\(text), the size of a serving of Oat Crunch is not known, 1"])
  }

  @Test(arguments: [false, true])
  func aNumberThatNobodyKnowsWaitsOnlyForItsMeals(hasMeal: Bool) async throws {
    try wait(wish: hasMeal ? DeskFixture.wish() : nil)
    #expect(try await resolve().failure == .unknown(code: text))
    #expect(try desk.waiting() == (hasMeal ? ["\(text), no product was found for \(text), 1"] : []))
  }

  @Test func aNumberThatStillCannotBeLookedUpHasTheNewReason() async throws {
    try wait()
    let trouble = LookupTrouble.temporary(sentence: "it is down (503)", retryAtMs: nil)
    desk.shelf.put(.unavailable(trouble))
    #expect(try await resolve().failure == .pending(code: text, trouble, reason: "it is down (503)", willBeLogged: false))
    #expect(try desk.waiting() == ["\(text), it is down (503), 0"])
  }

  @Test func numbersAreRemovedByDigitsOrAPartOfThem() throws {
    try wait()
    try wait(DeskFixture.other, "9520000000011", wish: DeskFixture.wish())
    let results = try pending.remove(matching: ["95200000000", "123", "0011", "9520000000004"])
    let several = try #require(results.first)
    guard case .several(let codes) = several else {
      Issue.record("\(several)")
      return
    }
    #expect(Set(codes.map(\.text)) == ["9520000000004", "9520000000011"])
    #expect(Array(results.dropFirst()) == [.none, .removed, .removed])
    #expect(try desk.waiting() == [])
  }
}
