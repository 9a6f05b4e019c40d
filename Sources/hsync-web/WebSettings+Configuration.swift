import FoodCatalog
import HealthDesk
import HealthSync
import HealthWeb
import Products
import Settings
import Transport

extension WebSettings {
  /// The pages' settings, as the person's have them.
  ///
  /// - Throws: `QuickChipsError` for a list of quick items that can't be read, `WebError` for a web app whose address can't be linked.
  ///
  /// - Parameter transport: One for all, so that connections are used again.
  init(_ settings: Configuration, origin: PublicOrigin?, transport: CurlTransport) throws {
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
    let allowsInsecureHTTP = settings.allowsInsecureHTTP
    self.init(
      health: settings.health, dailyBytes: dailyBytes, healthFolders: settings.healthFolders,
      weightUnit: WeightUnit(name: unit.rawValue, kilograms: unit.kilograms),
      chips: try QuickChips(workouts: settings.quickWorkouts, meals: settings.quickMeals), origin: origin, mirror: mirror,
      shown: ShownParts(plan: tabs.plan, scan: tabs.scan, settings: tabs.settings, mirror: settings.showsMirrorLink),
      events: Events(settings, paths: Paths()),
      engine: { try SyncEngine(signedIn: $0, transport: CurlTransport(), dailyBytes: dailyBytes, isRepeated: { false }) },
      finder: { try FoodFinder($0, sources, catalogue: catalogue, transport: transport, clock: $1) },
      login: { library, login in
        var login = login
        login.allowsInsecureHTTP = allowsInsecureHTTP
        return try await login.run(on: library, transport: CurlTransport()).outcome
      })
  }
}
