import HealthDesk

/// Every setting; `docs/config.md` has a line for each, and a test that holds both together.
extension Setting {
  static let openFoodFactsURL = Setting(
    "products.off_url", .address, fallback: .text("https://world.openfoodfacts.org"), variable: "HSYNC_OFF_URL",
    about: "Where unknown products are looked up", example: "\"https://fr.openfoodfacts.org\"")
  static let contact = Setting(
    "products.contact", .text, variable: "HSYNC_CONTACT",
    about: "How Open Food Facts can reach you, which it asks programs to say", example: "\"me@example.org\"")
  static let language = Setting(
    "products.language", .text, about: "The language of products' names; else the locale's", example: "\"fr\"")
  static let productFile = Setting(
    "products.file", .path, variable: "HSYNC_PRODUCTS", about: "A product file (TSV) that is asked first",
    example: "\"~/products.tsv\"")
  static let isOffline = Setting(
    "products.offline", .flag, fallback: .flag(false), variable: "HSYNC_OFFLINE",
    about: "Ask no network for products", example: "true")

  static let allowsInsecureHTTP = Setting(
    "sync.insecure_http", .flag, fallback: .flag(false),
    about: "Allow plain http to another machine: the network can read meals and token", example: "false")
  static let syncedTypes = Setting(
    "sync.samples", .list(.text), fallback: .list([]),
    about: "Types of health samples that go to the backend; \"*\" is all", example: "[\"step_count\", \"heart_rate\"]")
  static let dailyBytes = Setting(
    "sync.daily_bytes", .size, about: "Most that syncs may cost a day in both directions; by hand it isn't heeded", example: "\"20MB\"")
  static let refreshesToday = Setting(
    "sync.refresh_today", .flag, fallback: .flag(false),
    about: "Whether hsync today reads the sources and syncs first, at most once in 60 s", example: "true")

  static let zone = Setting(
    "health.zone", .zone, variable: "HSYNC_ZONE", about: "Whose midnight begins a day; else the data's own, else the computer's",
    example: "\"Europe/Paris\"")
  static let ranks = Setting(
    "health.ranks", .list(.text), fallback: .list([]),
    about: "Who is believed where sources overlap, best first: names, or watch, phone, other", example: "[\"My Watch\", \"phone\"]")
  static let folders = Setting(
    "health.folders", .list(.path), fallback: .list([]),
    about: "Where health exports land; hsync sync reads what is new there first", example: "[\"~/Health\"]")

  static let weightUnit = Setting(
    "units.weight", .choice(WeightUnit.allCases.map(\.rawValue)), fallback: .text("kg"),
    about: "In what weights are shown; JSON and CSV stay in kg",
    example: "\"lb\"")
  static let distanceUnit = Setting(
    "units.distance", .choice(DistanceUnit.allCases.map(\.rawValue)), fallback: .text("km"),
    about: "In what distances are shown; JSON and CSV stay in m",
    example: "\"mi\"")

  static let quickWorkouts = Setting(
    "plan.quick_workouts", .list(.text), fallback: .list(QuickChips.usualWorkouts),
    about: "The workouts of hsync plan quick", example: "[\"Run\", \"Climb\"]")
  static let quickMeals = Setting(
    "plan.quick_meals", .list(.meal), fallback: .list(QuickChips.usualMeals),
    about: "The meals of hsync plan quick: a type, and a title if you like", example: "[\"lunch Leftovers\", \"snack\"]")

  static let watchedFolder = Setting(
    "watch.folder", .path, about: "The folder of hsync watch: where photos from the phone land", example: "\"~/Camera\"")
  static let logsWatched = Setting(
    "watch.log", .flag, fallback: .flag(false), about: "Whether hsync watch logs what it finds", example: "true")
  static let watchesDeep = Setting(
    "watch.recursive", .flag, fallback: .flag(false), about: "Whether hsync watch looks into the folders in it, too", example: "true")

  static let keepsEvents = Setting(
    "analytics.log", .flag, fallback: .flag(true), about: "Whether the log of hsync events is kept on this machine", example: "false")
  static let sendsEvents = Setting(
    "analytics.opt_in", .flag, fallback: .flag(false),
    about: "Whether the log of hsync events may go to your backend", example: "true")

  /// In the order of `hsync config list`. Profiles come behind, as many as there are.
  static let all: [Setting] = [
    openFoodFactsURL, contact, language, productFile, isOffline, allowsInsecureHTTP, syncedTypes, dailyBytes, refreshesToday, zone, ranks,
    folders, weightUnit, distanceUnit, quickWorkouts, quickMeals, watchedFolder, logsWatched, watchesDeep, keepsEvents, sendsEvents,
  ]

  /// Variables that are no setting of the file.
  static let otherVariables = ["HSYNC_DB", "HSYNC_PROFILE", "HSYNC_CONFIG"]
}
