import FoodCatalog
import Forecast
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird
import Logging
import Products
import ServerTesting
import Settings
import Synchronization
import TestSupport
import Testing
import Transport

@testable import HealthWeb

/// A server of pages on loopback, over a real library, at a time that stands still.
struct WebFixture: Sendable {
  let folder: TemporaryFolder
  let library: SharedLibrary
  let clock = StillClock()
  /// The products that lookups find.
  let shelf = Shelf()
  /// The log of what is viewed and done; `nil` = nothing is logged.
  var events: Events?
  var mirror: MirrorLink?
  var shown = WebSettings.ShownParts.all
  /// Whether the server listens on the local network.
  var isOnNetwork = false
  /// The product file that is searched.
  private let catalog = ProductCatalog()
  /// Whether a push service may be on this machine.
  var allowsLoopbackPush = true
  /// The service of forecasts; `nil` = there are none.
  let forecasts: FakeForecast?
  /// The number of times that notices were planned anew.
  let replans = Tally()

  /// 2026-02-10 12:03 in Paris, a Tuesday.
  static let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  /// - Parameter patienceMs: Milliseconds for which a write waits for another process.
  init(patienceMs: Int = 10_000, forecasts: FakeForecast? = nil) async throws {
    self.forecasts = forecasts
    folder = try TemporaryFolder()
    library = try await SharedLibrary(at: folder.file("hsync.db"), patienceMs: patienceMs)
  }

  /// Where its `config.toml` is.
  var paths: Paths { Paths(environment: ["HSYNC_CONFIG": folder.file("config.toml"), "HOME": folder.path, "TZ": "UTC"]) }

  /// What `config.toml` says.
  func config() throws -> String { String(decoding: try ProjectFiles.bytes(folder.file("config.toml")), as: UTF8.self) }

  /// Writes `config.toml`, as a person does with an editor.
  func configure(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("config.toml"))) }

  /// Runs a test against the server.
  func test(
    folders: [String] = [], origin: PublicOrigin? = nil, engine: @escaping @Sendable (Library) throws -> SyncEngine? = { _ in nil },
    login: @escaping @Sendable (Library, BackendLogin) async throws -> SyncEngine.SignIn = { _, _ in .accepted },
    _ body: @Sendable (WebClient) async throws -> Void
  ) async throws {
    let settings = try settings(folders: folders, origin: origin, engine: engine, login: login)
    try await test(settings) { browser, _ in try await body(browser) }
  }

  /// Runs a test against the server, and the pages that it keeps.
  func test(_ settings: LiveSettings, _ body: @Sendable (WebClient, KeptPages) async throws -> Void) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = WebServer(library, settings: settings, isOnNetwork: isOnNetwork, clock: clock, logger: logger)
    try await serving({ listening in try await server.application(port: 0, onListening: { listening($0) }) }) { port in
      try await body(WebClient(port: port), server.kept)
    }
    await server.events.settle()
  }

  /// The settings of a server, which follow `config.toml`.
  func settings(
    folders: [String] = [], origin: PublicOrigin? = nil, engine: @escaping @Sendable (Library) throws -> SyncEngine? = { _ in nil },
    login: @escaping @Sendable (Library, BackendLogin) async throws -> SyncEngine.SignIn = { _, _ in .accepted },
    notices: @escaping @Sendable (Library) -> NoticeDesk? = { _ in nil }
  ) throws -> LiveSettings {
    let (shelf, mirror, shown, events, source, allowsLoopback) = (shelf, mirror, shown, events, forecastSource, allowsLoopbackPush)
    let (catalog, catalogue) = (catalog, cataloguePath)
    if !FileManager.default.fileExists(atPath: paths.configuration) {
      let list = folders.map(SettingValue.quoted).joined(separator: ", ")
      try configure("# mine\n[health]\nzone = \"Europe/Paris\"  # home\nfolders = [\(list)]\n")
    }
    return try FollowedSettings(paths) { settings in
      WebSettings(
        health: settings.health, dailyBytes: nil, healthFolders: settings.healthFolders,
        chips: try QuickChips(workouts: settings.quickWorkouts, meals: settings.quickMeals), origin: origin,
        mirror: mirror, shown: shown, events: events, laundryHook: settings.laundry.hook, hasLaundryHaptics: settings.laundry.hasHaptics,
        engine: engine,
        finder: { FoodFinder($0, ProductLookup(sources: [shelf]), clock: $1) },
        products: { words, most in try settings.productFile.map { try catalog.products(with: words, in: $0, most: most) } ?? [] },
        foodSearches: { try FoodSearches($0, catalogue: FoodCatalog(path: catalogue)) },
        foodFiles: [settings.productFile, catalogue].compactMap(\.self),
        forecasts: source, login: login, notices: notices,
        hasPushContact: settings.pushContact(origin: origin?.url) != nil, allowsLoopbackPush: allowsLoopback)
    }
  }

  /// The path of the catalogue of foods, which isn't there at first.
  var cataloguePath: String { folder.file("foods.db") }

  /// Forecasts of the service, as a server has them.
  private var forecastSource: ForecastSource? {
    guard let forecasts else { return nil }
    let (clock, cache, url, replans) = (clock, cache, forecasts.url, replans)
    return ForecastSource(
      cache: cache,
      client: { library in
        OpenMeteo(
          addresses: ForecastAddresses(weather: url, marine: url, air: url, geocoding: url), userAgent: "hsync/test",
          memory: LibraryCallMemory(library), cache: cache, transport: CurlTransport(), now: { clock.nowMs }, pause: { _ in })
      }, replan: { _ in replans.add() })
  }

  /// The last forecasts.
  var cache: ForecastCache { ForecastCache(folder: folder.file("forecasts")) }

  /// A code that pairs a browser, as `--pair` makes it.
  func code() async throws -> PairingCode {
    let code = PairingCode()
    let now = clock.nowMs
    try await library.write { try BrowserSessions($0).offer(code.hash, atMs: now) }
    return code
  }

  /// Runs a test against the server as a paired browser.
  func testPaired(
    folders: [String] = [], engine: @escaping @Sendable (Library) throws -> SyncEngine? = { _ in nil },
    login: @escaping @Sendable (Library, BackendLogin) async throws -> SyncEngine.SignIn = { _, _ in .accepted },
    _ body: @Sendable (WebClient) async throws -> Void
  ) async throws {
    let code = try await code()
    try await test(folders: folders, engine: engine, login: login) { client in
      let answer = try await client.pair(code.text)
      #expect(answer.cookie != nil)
      try await body(client.with(cookie: answer.cookie))
    }
  }
}

/// A number that grows.
final class Tally: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
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
