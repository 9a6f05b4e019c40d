import HealthDesk
import HealthModel
import HealthStore
import Products
import Synchronization
import TestSupport

/// A library in a folder of its own, a clock that stands still, and products of a test.
struct DeskFixture {
  let folder: TemporaryFolder
  let library: Library
  let clock = DeskClock()
  let shelf = Shelf()

  /// 2026-02-10 12:03 in Paris, a Tuesday.
  static let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  /// Numbers under GS1's demo prefix 952, and a shop's own.
  static let oats = gtin(9_520_000_000_004)
  static let other = gtin(9_520_000_000_011)
  static let shops = gtin(2_112_345_678_900)

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
  }

  var diary: MealLog { MealLog(library) }
  var finder: FoodFinder { FoodFinder(library, ProductLookup(sources: [shelf]), clock: clock) }

  /// The numbers that wait, each as `text, reason, count of meals`.
  func waiting() throws -> [String] {
    try PendingLookups(library).list().map { "\($0.text), \($0.reason), \($0.wishes.count)" }
  }

  /// The meals of the day of `noon`, each as `name kcal`, in the order of the alphabet: several of one instant have no other.
  func eaten() throws -> [String] {
    try diary.meals(on: DeskFixture.noon.day).map { "\($0.name) \($0.nutrition.energyKcal.map { "\(Int($0))" } ?? "?")" }.sorted()
  }

  /// 100 g of it have 370 kcal.
  static func product(_ gtin: GTIN = oats, _ name: String = "Oat Crunch") -> Product {
    Product(gtin: gtin, name: name, per100g: Nutrition(energyKcal: 370), source: "product_file")
  }

  static func wish(grams: Double? = nil, servings: Double? = nil) -> MealWish {
    let amount = grams == nil && servings == nil ? nil : Amount(servings: servings, grams: grams)
    return MealWish(eatenAt: noon, slot: nil, amount: amount, note: nil)
  }

  static func gtin(_ number: Int64) -> GTIN { GTIN(number: number).unsafelyUnwrapped }
}

/// Shows `DeskFixture.noon` in a zone one hour east of UTC until the test moves it.
struct DeskClock: WallClock {
  let manual = ManualClock(ms: DeskFixture.noon.ms)

  var nowMs: Int64 { manual.nowMs }
  func moment(atMs ms: Int64) -> Moment { Moment(ms: ms, utcOffsetMin: 60) }
  func moment(on day: Day, hour: Int, minute: Int) -> Moment {
    moment(atMs: Int64(day.number) * 86_400_000 + Int64(hour * 60 + minute - 60) * 60_000)
  }
}

/// A source with an answer for some numbers, and no product for the others.
final class Shelf: ProductSource {
  let name = "shelf"
  private let answers = Mutex<[GTIN: ProductAnswer]>([:])

  func put(_ answer: ProductAnswer, for gtin: GTIN = DeskFixture.oats) { answers.withLock { $0[gtin] = answer } }

  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer { answers.withLock { $0[gtin] ?? .notFound } }
}
