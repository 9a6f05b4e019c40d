import HealthDesk
import HealthSync
import HealthWeb
import Products
import Settings
import Transport

extension WebSettings {
  /// The pages' settings, as the person's have them.
  init(_ settings: Configuration) {
    let dailyBytes = settings.dailyBytes
    let sources = ProductSources(
      productFile: settings.productFile, openFoodFactsURL: settings.openFoodFactsURL, userAgent: settings.userAgent,
      language: settings.language, isOffline: settings.isOffline)
    // One for all, so that connections are used again.
    let transport = CurlTransport()
    self.init(
      health: settings.health, dailyBytes: dailyBytes, healthFolders: settings.healthFolders,
      engine: { try SyncEngine(signedIn: $0, transport: CurlTransport(), dailyBytes: dailyBytes, isRepeated: { false }) },
      finder: { try FoodFinder($0, sources, transport: transport, clock: $1) })
  }
}
