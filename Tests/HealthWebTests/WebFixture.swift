import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import HummingbirdTesting
import Logging
import Products
import Synchronization
import TestSupport
import Testing

@testable import HealthWeb

/// A server of pages on loopback, over a real library, at a time that stands still.
struct WebFixture: Sendable {
  let folder: TemporaryFolder
  let library: SharedLibrary
  let clock = StillClock()
  /// What the products are.
  let shelf = Shelf()
  /// The log of what is viewed and done; `nil` = nothing is logged.
  var events: Events?
  var mirror: MirrorLink?
  var shown = WebSettings.ShownParts.all

  /// 2026-02-10 12:03 in Paris, a Tuesday.
  static let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  init() async throws {
    folder = try TemporaryFolder()
    library = try await SharedLibrary(at: folder.file("hsync.db"))
  }

  /// The settings of the server.
  func settings(folders: [String] = [], origin: PublicOrigin? = nil) throws -> WebSettings {
    let shelf = shelf
    return WebSettings(
      health: HealthSettings(zone: "Europe/Paris"), dailyBytes: nil, healthFolders: folders,
      chips: try QuickChips(workouts: QuickChips.usualWorkouts, meals: QuickChips.usualMeals), origin: origin,
      mirror: mirror, shown: shown, events: events,
      finder: { FoodFinder($0, ProductLookup(sources: [shelf]), clock: $1) })
  }

  /// Runs a test against the server.
  func test(folders: [String] = [], origin: PublicOrigin? = nil, _ body: @Sendable (WebClient) async throws -> Void) async throws {
    let settings = try settings(folders: folders, origin: origin)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = WebServer(library, settings: settings, clock: clock, logger: logger)
    try await server.application(port: 0).test(.live) { client in try await body(WebClient(port: client.port ?? 0)) }
    await server.events.settle()
  }

  /// A code that lets a browser in, as `--pair` makes it.
  func code() async throws -> PairingCode {
    let code = PairingCode()
    let now = clock.nowMs
    try await library.write { try BrowserSessions($0).offer(code.hash, atMs: now) }
    return code
  }

  /// Runs a test against the server as a browser that was let in.
  func testLetIn(folders: [String] = [], _ body: @Sendable (WebClient) async throws -> Void) async throws {
    let code = try await code()
    try await test(folders: folders) { client in
      let answer = try await client.pair(code.text)
      #expect(answer.cookie != nil)
      try await body(client.with(cookie: answer.cookie))
    }
  }
}

/// Shows `WebFixture.noon` in a zone one hour east of UTC until the test moves it.
struct StillClock: WallClock {
  let manual = ManualClock(ms: WebFixture.noon.ms)

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

  /// A number under GS1's demo prefix 952, and another.
  static let oats = GTIN(number: 9_520_000_000_004).unsafelyUnwrapped
  static let soup = GTIN(number: 9_520_000_000_011).unsafelyUnwrapped

  /// 100 g of it have 370 kcal.
  static func product(_ gtin: GTIN = oats, _ name: String = "Oat Crunch", source: String = "product_file") -> Product {
    Product(gtin: gtin, name: name, brand: "Haferlund", servingG: 40, per100g: Nutrition(energyKcal: 370, proteinG: 10), source: source)
  }

  func put(_ answer: ProductAnswer, for gtin: GTIN = oats) { answers.withLock { $0[gtin] = answer } }

  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer { answers.withLock { $0[gtin] ?? .notFound } }
}
