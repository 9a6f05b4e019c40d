import HealthDesk
import HealthSync
import HealthWeb
import Settings
import Transport

extension WebSettings {
  /// The pages' settings, as the person's have them.
  ///
  /// - Throws: `QuickChipsError` for a list of quick items that can't be read.
  init(_ settings: Configuration, origin: PublicOrigin?) throws {
    let dailyBytes = settings.dailyBytes
    let unit = ShownUnits(settings).weight
    self.init(
      health: settings.health, dailyBytes: dailyBytes, healthFolders: settings.healthFolders,
      weightUnit: WeightUnit(name: unit.rawValue, kilograms: unit.kilograms),
      chips: try QuickChips(workouts: settings.quickWorkouts, meals: settings.quickMeals), origin: origin,
      engine: { try SyncEngine(signedIn: $0, transport: CurlTransport(), dailyBytes: dailyBytes, isRepeated: { false }) })
  }
}
