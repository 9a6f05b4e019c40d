import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

/// Products that are logged from scans and from watched photos.
@Suite struct ScannedFoodTests {
  private let desk: DeskFixture
  private let text = "9520000000004"

  init() throws { desk = try DeskFixture() }

  @Test func photosOfOnePackageAreOneMeal() async throws {
    desk.shelf.put(.found(DeskFixture.product()))
    var run = ScannedFood(desk.library, desk.finder)
    for isFirst in [true, false] {
      #expect(run.isTaken(DeskFixture.oats) == !isFirst)
      let finding = try await run.find(DeskFixture.oats, text: text, wish: DeskFixture.wish())
      #expect((try run.log(#require(finding.product), DeskFixture.wish(grams: 50)) != nil) == isFirst)
    }
    #expect(try desk.eaten() == ["Oat Crunch 185"])
  }

  @Test func photosOfOnePackageWaitOnce() async throws {
    desk.shelf.put(.unavailable(.offline))
    var run = ScannedFood(desk.library, desk.finder)
    for _ in 1...2 {
      let finding = try await run.find(DeskFixture.oats, text: text, wish: DeskFixture.wish())
      #expect(finding.failure == .pending(code: text, .offline, reason: "offline", willBeLogged: true))
    }
    #expect(try desk.waiting() == ["\(text), offline, 1"])
    #expect(try run.log(DeskFixture.product(), DeskFixture.wish()) == nil)
  }

  @Test func aMealThatCannotBeComputedIsNotLogged() throws {
    var run = ScannedFood(desk.library, desk.finder)
    #expect(throws: FoodError.portion(.servingSizeUnknown(product: "Oat Crunch"))) {
      try run.log(DeskFixture.product(), DeskFixture.wish(servings: 1))
    }
    #expect(throws: FoodError.energy(kcal: 37_000)) { try run.log(DeskFixture.product(), DeskFixture.wish(grams: 10_000)) }
    #expect(!run.isTaken(DeskFixture.oats))
    #expect(try desk.eaten() == [])
  }

  /// The result of a watched photo of one product, by answer and purpose.
  @Test func aWatchedPhotoIsSettledWithItsProducts() async throws {
    let known = ProductAnswer.found(DeskFixture.product())
    let log = PhotographedFood.Purpose.log(DeskFixture.wish())
    let cases: [(name: String, ProductAnswer, PhotographedFood.Purpose, PhotoOutcome, eaten: [String], waiting: [String])] = [
      ("logged", known, log, .logged, ["Oat Crunch 370"], []),
      ("old", known, .leaveOld, .old, [], []),
      ("shown", known, .show, .shown, [], []),
      ("refused", known, .log(DeskFixture.wish(servings: 2)), .refused, [], []),
      ("unknown", .notFound, log, .unknownProduct, [], []),
      ("pending", .unavailable(.offline), log, .pending, [], ["\(text), offline, 1"]),
      ("pending, shown", .unavailable(.offline), .show, .pending, [], ["\(text), offline, 0"]),
    ]
    for (name, answer, purpose, outcome, eaten, waiting) in cases {
      let desk = try DeskFixture()
      desk.shelf.put(answer)
      var food = PhotographedFood(desk.finder, purpose, otherwise: .noBarcode)
      let finding = try await food.find(DeskFixture.oats, text: text)
      let isFailure = [.refused, .unknownProduct, .pending].contains(outcome)
      #expect((finding.failure != nil) == isFailure, "\(name)")
      let settled = try settle(&food, desk, name)
      #expect(settled?.outcome == outcome, "\(name)")
      #expect(try desk.eaten() == eaten, "\(name)")
      #expect(try desk.waiting() == waiting, "\(name)")
    }
  }

  @Test func ofSeveralCodesTheBestDecides() async throws {
    desk.shelf.put(.found(DeskFixture.product()))
    var food = PhotographedFood(desk.finder, .log(DeskFixture.wish()), otherwise: .noBarcode)
    #expect(try await food.find(DeskFixture.other, text: "other").failure == .unknown(code: "other"))
    #expect(try await food.find(DeskFixture.oats, text: text).failure == nil)
    #expect(try settle(&food, desk, "photo")?.outcome == .logged)
  }

  private func settle(_ food: inout PhotographedFood, _ desk: DeskFixture, _ name: String) throws -> SettledPhoto? {
    let path = try desk.folder.write(Array(name.utf8), to: "photo.jpg")
    let file = try #require(PhotoFile(at: path))
    return try food.settle(file, PhotoDigest(of: Array(name.utf8)), reason: nil, in: PhotoLedger(desk.library))
  }
}
