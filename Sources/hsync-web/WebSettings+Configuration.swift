import Forecast
import FoodCatalog
import HealthDesk
import HealthStore
import HealthSync
import HealthWeb
import Notices
import Products
import Settings
import Transport

extension WebSettings {
  /// The pages' settings, as the person's have them.
  ///
  /// - Throws: `QuickChipsError` for a list of quick items that can't be read, `WebError` for a web app whose address can't be linked.
  ///
  /// - Parameters:
  ///   - transport: One for all, so that connections are used again.
  ///   - catalog: One for all, so that the product file is read once.
  init(_ settings: Configuration, origin: PublicOrigin?, transport: CurlTransport, catalog: ProductCatalog) throws {
    let dailyBytes = settings.dailyBytes
    let mirror = settings.mirrorURL.flatMap(MirrorLink.init)
    if mirror == nil, settings.mirrorURL != nil {
      throw WebError(
        .cannotRead, "mirror.url can't be linked", hint: "it is http:// or https://, a host and a path, without blanks and quotes",
        kind: .configuration)
    }
    let tabs = settings.showsTabs
    let unit = ShownUnits(settings).weight
    let sources = ProductSources(
      productFile: settings.productFile, openFoodFactsURL: settings.openFoodFactsURL, userAgent: settings.userAgent,
      language: settings.language, isOffline: settings.isOffline)
    let catalogue = FoodCatalog(path: settings.cataloguePath)
    let (allowsInsecureHTTP, productFile) = (settings.allowsInsecureHTTP, settings.productFile)
    self.init(
      health: settings.health, dailyBytes: dailyBytes, healthFolders: settings.healthFolders,
      weightUnit: WeightUnit(name: unit.rawValue, kilograms: unit.kilograms),
      chips: try QuickChips(workouts: settings.quickWorkouts, meals: settings.quickMeals), origin: origin, mirror: mirror,
      shown: ShownParts(plan: tabs.plan, scan: tabs.scan, settings: tabs.settings, mirror: settings.showsMirrorLink),
      events: Events(settings, paths: Paths()), laundryHook: settings.laundry.hook, hasLaundryHaptics: settings.laundry.hasHaptics,
      engine: { try SyncEngine(signedIn: $0, transport: CurlTransport(), dailyBytes: dailyBytes, isRepeated: { false }) },
      finder: { try FoodFinder($0, sources, files: catalog, catalogue: catalogue, transport: transport, clock: $1) },
      products: { words, most in try productFile.map { try catalog.products(with: words, in: $0, most: most) } ?? [] },
      foodSearches: { try FoodSearches($0, catalogue: catalogue) },
      foodFiles: [productFile, catalogue.path].compactMap(\.self),
      forecasts: ForecastSource(
        cache: ForecastCache(Paths()), client: { OpenMeteo(settings, library: $0, transport: transport) },
        replan: { try await NoticeDesk($0, settings, ways: []).plan() }),
      login: { library, login in
        var login = login
        login.allowsInsecureHTTP = allowsInsecureHTTP
        return try await login.run(on: library, transport: CurlTransport()).outcome
      },
      notices: { NoticeDesk($0, settings, ways: NoticeWays(settings, library: $0, transport: transport).ways) },
      hasPushContact: settings.pushContact(origin: origin?.url) != nil)
  }
}

extension NoticeDesk {
  /// The notices of a library by the user's settings, with these ways of delivery.
  fileprivate init(_ library: Library, _ settings: Configuration, ways: [any NoticeWay]) {
    self.init(
      library, settings.noticePreferences, ways: ways, sources: NoticeSources.all(settings), events: Events(settings, paths: Paths()),
      now: { LocalClock.nowMs })
  }
}
