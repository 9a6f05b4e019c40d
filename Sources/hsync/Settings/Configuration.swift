import HealthModel

/// The user's settings as the commands use them: `config.toml`, with the environment over it. An absent file is an empty one.
///
/// What each is for, its default and its variable stand in `Setting+All.swift` and `docs/config.md`.
struct Configuration {
  let openFoodFactsURL: String
  let contact: String
  let language: String?
  let productFile: String?
  let isOffline: Bool
  let allowsInsecureHTTP: Bool
  /// Most bytes of a local day for syncs that no person starts, `nil` = no cap.
  let dailyBytes: Int?
  /// Whether `hsync today` refreshes what it shows.
  let refreshesToday: Bool
  let healthFolders: [String]
  /// The user's time zone by name, `nil` if none is set.
  let zone: String?
  /// In what weights are shown: `kg` or `lb`.
  let weightUnit: String
  /// In what distances are shown: `km` or `mi`.
  let distanceUnit: String
  /// Titles of workouts that `hsync plan quick` offers.
  let quickWorkouts: [String]
  /// Meals that `hsync plan quick` offers: a type, or a type, a blank and a title.
  let quickMeals: [String]
  /// Where `hsync watch` waits for photos if none is named, `nil` = nowhere.
  let watchedFolder: String?
  /// Whether `hsync watch` logs what it finds.
  let logsWatched: Bool
  /// Whether `hsync watch` looks into folders in the folder.
  let watchesDeep: Bool
  /// Whether the log of events is kept.
  let keepsEvents: Bool
  /// Whether the log of events may go to the backend.
  let sendsEvents: Bool
  private let healthRanks: [String]
  private let syncedTypes: [String]
  private let paths: Paths

  /// The settings as the program found them when it began, read once; `nil` if the file is broken, which the commands that need it say when
  /// they read it for themselves.
  static let atStart = try? Configuration(paths: Paths())

  /// Reads the file if there is one.
  ///
  /// - Throws: kind `.configuration` when it isn't TOML, or a value is none of its setting; the message names it.
  init(paths: Paths) throws(CommandError) {
    try self.init(SettingValues(paths: paths))
  }

  /// The settings that stand in `values`.
  init(_ values: SettingValues) throws(CommandError) {
    paths = values.paths
    openFoodFactsURL = try values.text(.openFoodFactsURL) ?? ""
    contact = try values.text(.contact) ?? "no contact set"
    language = try values.text(.language) ?? Configuration.language(of: values.paths)
    productFile = try values.text(.productFile).map(values.paths.expanded)
    isOffline = try values.flag(.isOffline)
    allowsInsecureHTTP = try values.flag(.allowsInsecureHTTP)
    syncedTypes = try values.list(.syncedTypes)
    dailyBytes = try values.bytes(.dailyBytes)
    refreshesToday = try values.flag(.refreshesToday)
    zone = try values.text(.zone)
    healthRanks = try values.list(.ranks)
    healthFolders = try values.list(.folders).map(values.paths.expanded)
    weightUnit = try values.text(.weightUnit) ?? ""
    distanceUnit = try values.text(.distanceUnit) ?? ""
    quickWorkouts = try values.list(.quickWorkouts)
    quickMeals = try values.list(.quickMeals)
    watchedFolder = try values.text(.watchedFolder).map(values.paths.expanded)
    logsWatched = try values.flag(.logsWatched)
    watchesDeep = try values.flag(.watchesDeep)
    keepsEvents = try values.flag(.keepsEvents)
    sendsEvents = try values.flag(.sendsEvents)
  }

  /// What the user decided about health data.
  var health: HealthSettings {
    HealthSettings(zone: zone, machineZone: LocalClock.zone(paths), ranks: healthRanks, syncedTypes: syncedTypes)
  }

  /// How we introduce ourselves to Open Food Facts, which bans nameless programs.
  var userAgent: String { "hsync/\(Version.text) (\(contact))" }

  /// The language of the locale: `fr` of `fr_FR.UTF-8`; `nil` for C and POSIX.
  private static func language(of paths: Paths) -> String? {
    let locale = paths.value("LC_ALL") ?? paths.value("LC_MESSAGES") ?? paths.value("LANG") ?? ""
    let code = locale.prefix { $0.isLetter }
    return code.count == 2 ? code.lowercased() : nil
  }
}
