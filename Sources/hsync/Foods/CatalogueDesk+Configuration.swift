import HealthDesk
import Settings

extension CatalogueDesk {
  /// The catalogue that the settings name.
  static var atStart: CatalogueDesk { CatalogueDesk(path: Configuration.atStart.cataloguePath, clock: LocalClock.wall) }
}
