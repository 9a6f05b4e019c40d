import HealthDesk
import Settings

extension CatalogueDesk {
  /// The catalogue that the settings name.
  static var atStart: CatalogueDesk {
    let configuration = Configuration.atStart
    return CatalogueDesk(path: configuration.cataloguePath, language: configuration.language, clock: LocalClock.wall)
  }
}
