import HealthDesk
import HealthSync
import HealthWeb
import Settings
import Transport

extension WebSettings {
  /// The pages' settings, as the person's have them.
  init(_ settings: Configuration) {
    let dailyBytes = settings.dailyBytes
    let unit = ShownUnits(settings).weight
    self.init(
      health: settings.health, dailyBytes: dailyBytes, healthFolders: settings.healthFolders,
      weightUnit: WeightUnit(name: unit.rawValue, kilograms: unit.kilograms),
      engine: { try SyncEngine(signedIn: $0, transport: CurlTransport(), dailyBytes: dailyBytes, isRepeated: { false }) })
  }
}
