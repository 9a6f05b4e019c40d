import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

/// Numbers that are looked up, and what waits afterwards.
@Suite struct FoodFinderTests {
  private let desk: DeskFixture
  private let limited = LookupTrouble.limited(untilMs: DeskFixture.noon.ms + 60_000)

  init() throws { desk = try DeskFixture() }

  @Test func aNumberThatIsKnownNoLongerWaits() async throws {
    desk.shelf.put(.unavailable(.offline))
    _ = try await desk.finder.find(DeskFixture.oats, text: "9520000000004")
    #expect(try desk.waiting() == ["9520000000004, offline, 0"])
    desk.shelf.put(.found(DeskFixture.product()))
    let finding = try await desk.finder.find(DeskFixture.oats, text: "9520000000004")
    #expect(finding.product == DeskFixture.product() && finding.failure == nil)
    #expect(try desk.waiting() == [])
  }

  @Test(arguments: [nil, DeskFixture.wish()])
  func aNumberThatCannotBeLookedUpWaitsWithItsMeal(wish: MealWish?) async throws {
    desk.shelf.put(.unavailable(limited))
    let finding = try await desk.finder.find(DeskFixture.oats, text: "9520000000004", wish: wish)
    let reason = "the limit of requests is reached until 12:04"
    #expect(finding.product == nil && finding.decision == .pending(limited))
    #expect(finding.failure == .pending(code: "9520000000004", limited, reason: reason, willBeLogged: wish != nil))
    #expect(finding.failure?.sentence == "9520000000004 could not be looked up: \(reason); kept for later")
    #expect(try desk.waiting() == ["9520000000004, \(reason), \(wish == nil ? 0 : 1)"])
    let pending = try #require(try PendingLookups(desk.library).list().first)
    #expect(pending.atMs == DeskFixture.noon.ms && pending.wishes == (wish.map { [$0] } ?? []))
  }

  @Test func aNumberThatNobodyKnowsIsAFailureAndDoesNotWait() async throws {
    try PendingLookups(desk.library).add(DeskFixture.oats, text: "9520000000004", reason: "offline", atMs: 1)
    let finding = try await desk.finder.find(DeskFixture.oats, text: "9520000000004")
    #expect(finding.failure == .unknown(code: "9520000000004"))
    #expect(try desk.waiting() == [])
  }

  @Test func aShopsOwnNumberFailsOnlyWhenItIsToBeLogged() async throws {
    let shown = try await desk.finder.find(DeskFixture.shops, text: "2112345678900")
    #expect(shown.decision == .onlyRead && shown.failure == nil)
    let logged = try await desk.finder.find(DeskFixture.shops, text: "2112345678900", wish: DeskFixture.wish())
    #expect(logged.failure == .inStore(code: "2112345678900"))
  }

  @Test func aTypedBarcodeIsTheFirstReadingThatIsKnown() async throws {
    // An EAN-8 that is also a UPC-E: 01234565 is 012345000065, too.
    let barcode = try TypedBarcode("01234565")
    #expect(barcode.readings.count == 2)
    desk.shelf.put(.found(DeskFixture.product(barcode.readings[1])), for: barcode.readings[1])
    #expect(try await desk.finder.product(of: barcode, wish: DeskFixture.wish()).gtin == barcode.readings[1])
  }

  @Test func aTypedBarcodeThatCannotBeLookedUpWaitsWithItsMeal() async throws {
    desk.shelf.put(.unavailable(.offline))
    let barcode = try TypedBarcode("9520000000004")
    await #expect(throws: FoodError.pending(code: "9520000000004", .offline, reason: "offline", willBeLogged: true)) {
      try await desk.finder.product(of: barcode, wish: DeskFixture.wish(grams: 40))
    }
    #expect(try PendingLookups(desk.library).list().map(\.wishes) == [[DeskFixture.wish(grams: 40)]])
  }

  @Test func aTypedBarcodeThatNobodyKnowsLeavesWhatWaits() async throws {
    try PendingLookups(desk.library).add(DeskFixture.oats, text: "9520000000004", reason: "offline", atMs: 1)
    let barcode = try TypedBarcode("9520000000004")
    await #expect(throws: FoodError.unknown(code: "9520000000004")) {
      try await desk.finder.product(of: barcode, wish: DeskFixture.wish())
    }
    #expect(try desk.waiting() == ["9520000000004, offline, 0"])
  }

  @Test func textsThatAreNoBarcodesAreRefused() throws {
    #expect(throws: FoodError.notABarcode("oats")) { try TypedBarcode("oats") }
    #expect(throws: FoodError.wrongCheckDigit("9520000000005")) { try TypedBarcode(checking: "9520000000005") }
    #expect(try TypedBarcode("9520000000005").plausible == [])
    // Open Food Facts' own numbers have no check digit.
    #expect(try TypedBarcode("2000000000001").likeliest.number == 2_000_000_000_001)
  }

  @Test func aWrongCheckDigitIsNotAskedForElsewhere() async throws {
    let barcode = try TypedBarcode("9520000000005")
    desk.shelf.put(.found(DeskFixture.product()), for: barcode.likeliest)
    await #expect(throws: FoodError.wrongCheckDigit("9520000000005")) { try await desk.finder.finding(of: barcode) }
    #expect(try desk.waiting() == [])
  }

  @Test func troubleIsWordedWithTheUsersClock() {
    let atMs = DeskFixture.noon.ms + 120_000
    let cases: [(LookupTrouble, String, Int?, ErrorKind)] = [
      (.offline, "offline", nil, .tryAgain),
      (.limited(untilMs: atMs), "the limit of requests is reached until 12:05", nil, .tryAgain),
      (.temporary(sentence: "it is down (503)", retryAtMs: atMs), "it is down (503); try again after 12:05", 503, .tryAgain),
      (.temporary(sentence: "no answer", retryAtMs: nil), "no answer", nil, .tryAgain),
      (.refused(sentence: "banned (403)"), "banned (403)", 403, .unavailable),
    ]
    for (trouble, sentence, status, kind) in cases {
      #expect(trouble.sentence(by: desk.clock) == sentence)
      #expect(trouble.httpStatus == status && trouble.kind == kind)
    }
  }
}
