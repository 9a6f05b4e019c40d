import Forecast
import HealthModel

/// The user's settings as programs use them: `config.toml`, with the environment over it. An absent file is an empty one.
///
/// The purpose of each setting, its default and its variable are in `Setting+All.swift` and `docs/config.md`.
package struct Configuration: Sendable {
  package let openFoodFactsURL: String
  package let contact: String
  package let language: String?
  package let productFile: String?
  /// The file of the food catalogue, which may not exist.
  package let cataloguePath: String
  package let isOffline: Bool
  package let allowsInsecureHTTP: Bool
  /// Most bytes of a local day for syncs that no person starts, `nil` = no cap.
  package let dailyBytes: Int?
  /// Whether `hsync today` refreshes what it shows.
  package let refreshesToday: Bool
  package let healthFolders: [String]
  /// The user's time zone by name, `nil` if none is set.
  package let zone: String?
  /// In what weights are shown: `kg` or `lb`.
  package let weightUnit: String
  /// In what distances are shown: `km` or `mi`.
  package let distanceUnit: String
  /// Titles of workouts that `hsync plan quick` offers.
  package let quickWorkouts: [String]
  /// Meals that `hsync plan quick` offers: a type, or a type, a blank and a title.
  package let quickMeals: [String]
  /// Whether the pages' bar shows the plan, scanning and settings.
  package let showsTabs: (plan: Bool, scan: Bool, settings: Bool)
  /// The user's own web app, which the pages link; `nil` = there is none.
  package let mirrorURL: String?
  /// Whether the page of today links it.
  package let showsMirrorLink: Bool
  /// The folder that `hsync watch` watches by default; `nil` = none.
  package let watchedFolder: String?
  /// Whether `hsync watch` logs what it finds.
  package let logsWatched: Bool
  /// Whether `hsync watch` looks into folders in the folder.
  package let watchesDeep: Bool
  /// The settings of notices.
  package let notices: NotifierSettings
  /// The settings of laundry pets.
  package let laundry: LaundrySettings
  /// The addresses of the forecast's services.
  package let forecastAddresses: ForecastAddresses
  /// Whether the log of events is kept.
  package let keepsEvents: Bool
  /// Whether the log of events may go to the backend.
  package let sendsEvents: Bool
  /// Whether a variable of the environment says the zone, for this run alone.
  private let isZonePassing: Bool
  private let healthRanks: [String]
  private let syncedTypes: [String]
  private let paths: Paths

  /// Reads the file if there is one, and the variables.
  ///
  /// - Returns: The settings without what is wrong, and the first thing that is: kind `.configuration`; the message names it. `nil` = nothing.
  package static func read(_ paths: Paths) -> (settings: Configuration, fault: SettingsError?) {
    do throws(SettingsError) {
      return from(try SettingValues(paths: paths))
    } catch {
      return (from(SettingValues(withoutFile: paths)).settings, error)
    }
  }

  private static func from(_ values: SettingValues) -> (settings: Configuration, fault: SettingsError?) {
    var values = TolerantValues(values)
    let settings = Configuration(&values)
    return (settings, values.fault)
  }

  /// The settings that stand in `values`.
  ///
  /// - Throws: kind `.configuration` when a value is none of its setting; the message names it.
  package init(_ values: SettingValues) throws(SettingsError) {
    let (settings, fault) = Configuration.from(values)
    if let fault { throw fault }
    self = settings
  }

  private init(_ values: inout TolerantValues) {
    let paths = values.paths
    self.paths = paths
    openFoodFactsURL = values.text(.openFoodFactsURL) ?? ""
    contact = values.text(.contact) ?? "no contact set"
    language = values.text(.language) ?? Configuration.language(of: paths)
    productFile = values.text(.productFile).map(paths.expanded)
    cataloguePath = values.text(.catalogue).map(paths.expanded) ?? paths.usualCatalogue
    isOffline = values.flag(.isOffline)
    allowsInsecureHTTP = values.flag(.allowsInsecureHTTP)
    syncedTypes = values.list(.syncedTypes)
    dailyBytes = values.bytes(.dailyBytes)
    refreshesToday = values.flag(.refreshesToday)
    let zone = values.found(.zone)
    self.zone = zone?.value.lines.first
    isZonePassing = zone?.origin == .variable
    healthRanks = values.list(.ranks)
    healthFolders = values.list(.folders).map(paths.expanded)
    weightUnit = values.text(.weightUnit) ?? ""
    distanceUnit = values.text(.distanceUnit) ?? ""
    quickWorkouts = values.list(.quickWorkouts)
    quickMeals = values.list(.quickMeals)
    showsTabs = (values.flag(.showsPlanTab), values.flag(.showsScanTab), values.flag(.showsSettingsTab))
    mirrorURL = values.text(.mirrorURL)
    showsMirrorLink = values.flag(.showsMirrorLink)
    watchedFolder = values.text(.watchedFolder).map(paths.expanded)
    logsWatched = values.flag(.logsWatched)
    watchesDeep = values.flag(.watchesDeep)
    notices = NotifierSettings(&values)
    laundry = LaundrySettings(&values)
    forecastAddresses = ForecastAddresses(
      weather: values.text(.forecastURL) ?? "", marine: values.text(.marineURL) ?? "", air: values.text(.airURL) ?? "",
      geocoding: values.text(.geocodingURL) ?? "")
    keepsEvents = values.flag(.keepsEvents)
    sendsEvents = values.flag(.sendsEvents)
  }

  /// The user's settings for health data.
  package var health: HealthSettings {
    HealthSettings(
      zone: zone, machineZone: LocalClock.zone(paths), ranks: healthRanks, syncedTypes: syncedTypes,
      isZonePassing: zone == nil ? paths.value("TZ") != nil : isZonePassing)
  }

  /// The User-Agent sent to Open Food Facts, which bans programs that don't identify themselves, and to Open-Meteo.
  package var userAgent: String { "hsync/\(Version.text) (\(contact))" }

  /// The language of the locale: `fr` of `fr_FR.UTF-8`; `nil` for C and POSIX.
  private static func language(of paths: Paths) -> String? {
    let locale = paths.value("LC_ALL") ?? paths.value("LC_MESSAGES") ?? paths.value("LANG") ?? ""
    let code = locale.prefix { $0.isLetter }
    return code.count == 2 ? code.lowercased() : nil
  }
}
