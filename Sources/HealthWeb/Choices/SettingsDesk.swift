import HealthModel
import HealthStore
import Settings

/// The file of the settings for the pages: read and changed away from the threads that answer requests.
struct SettingsDesk: Sendable {
  let settings: LiveSettings
  private let lanes = WorkLanes("hsync.settings", count: 1)

  init(_ settings: LiveSettings) { self.settings = settings }

  /// Reads the settings from the file and the environment.
  ///
  /// - Throws: `SettingsError` when the file can't be read.
  func choices() async throws -> Choices { try await lanes.run { [paths = settings.paths] in try Choices(SettingValues(paths: paths)) } }

  /// The settings without the file.
  func defaults() -> Choices { Choices(SettingValues(withoutFile: settings.paths)) }

  /// Changes the file, as `hsync config` does.
  ///
  /// - Throws: `SettingsError`; then the file is as it was.
  func change<T: Sendable>(_ work: @escaping @Sendable (SettingsFile) throws -> T) async throws -> T {
    try await lanes.run { [paths = settings.paths] in try work(SettingsFile(paths: paths)) }
  }
}
