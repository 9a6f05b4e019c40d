import Forecast
import HealthDesk

/// Every setting; `docs/config.md` has a line for each, and a test that holds both together.
extension Setting {
  package static let openFoodFactsURL = Setting(
    "products.off_url", .address, fallback: .text("https://world.openfoodfacts.org"), variable: "HSYNC_OFF_URL",
    about: "Where unknown products are looked up", example: "\"https://fr.openfoodfacts.org\"")
  package static let contact = Setting(
    "products.contact", .text, variable: "HSYNC_CONTACT",
    about: "Your contact address for Open Food Facts and push services, which ask programs to send one", example: "\"me@example.org\"")
  package static let language = Setting(
    "products.language", .text, about: "The language of product names; by default the locale's", example: "\"fr\"")
  package static let productFile = Setting(
    "products.file", .path, variable: "HSYNC_PRODUCTS", about: "A product file (TSV) to look in first",
    example: "\"~/products.tsv\"")
  package static let catalogue = Setting(
    "products.catalogue", .path, variable: "HSYNC_CATALOGUE",
    about: "The file of the food catalogue; by default $XDG_DATA_HOME/hsync/foods.db", example: "\"~/foods.db\"")
  package static let isOffline = Setting(
    "products.offline", .flag, fallback: .flag(false), variable: "HSYNC_OFFLINE",
    about: "Don't use the network for products", example: "true")

  package static let allowsInsecureHTTP = Setting(
    "sync.insecure_http", .flag, fallback: .flag(false),
    about: "Allow plain http to another machine; anyone on the network can then read the meals and the token", example: "false")
  package static let syncedTypes = Setting(
    "sync.samples", .list(.text), fallback: .list([]),
    about: "Types of health samples that are sent to the backend; \"*\" is all", example: "[\"step_count\", \"heart_rate\"]")
  package static let dailyBytes = Setting(
    "sync.daily_bytes", .size, about: "Limit for automatic syncs per day, both directions together; manual syncs ignore it",
    example: "\"20MB\"")
  package static let refreshesToday = Setting(
    "sync.refresh_today", .flag, fallback: .flag(false),
    about: "Whether hsync today imports new health data and syncs first, at most once in 60 s", example: "true")

  package static let zone = Setting(
    "health.zone", .zone, variable: "HSYNC_ZONE", about: "The time zone that begins a day; by default the data's, else the computer's",
    example: "\"Europe/Paris\"")
  package static let ranks = Setting(
    "health.ranks", .list(.text), fallback: .list([]),
    about: "Priority of sources that overlap, best first: names, or watch, phone, other", example: "[\"My Watch\", \"phone\"]")
  package static let folders = Setting(
    "health.folders", .list(.path), fallback: .list([]),
    about: "Folders of health exports; hsync sync imports new files there first", example: "[\"~/Health\"]")

  package static let weightUnit = Setting(
    "units.weight", .choice(WeightUnit.allCases.map(\.rawValue)), fallback: .text("kg"),
    about: "The unit in which weights are shown; JSON and CSV stay in kg",
    example: "\"lb\"")
  package static let distanceUnit = Setting(
    "units.distance", .choice(DistanceUnit.allCases.map(\.rawValue)), fallback: .text("km"),
    about: "The unit in which distances are shown; JSON and CSV stay in m",
    example: "\"mi\"")

  package static let quickWorkouts = Setting(
    "plan.quick_workouts", .list(.text), fallback: .list(QuickChips.usualWorkouts),
    about: "The workouts of hsync plan quick", example: "[\"Run\", \"Climb\"]")
  package static let quickMeals = Setting(
    "plan.quick_meals", .list(.meal), fallback: .list(QuickChips.usualMeals),
    about: "The meals of hsync plan quick: a type and an optional title", example: "[\"lunch Leftovers\", \"snack\"]")

  package static let showsPlanTab = Setting(
    "tabs.plan", .flag, fallback: .flag(true), about: "Whether the tab bar shows Plan; /plan works either way", example: "false")
  package static let showsScanTab = Setting(
    "tabs.scan", .flag, fallback: .flag(true), about: "Whether the tab bar shows Scan; /scan works either way", example: "false")
  package static let showsSettingsTab = Setting(
    "tabs.settings", .flag, fallback: .flag(true), about: "Whether the tab bar shows More; /settings works either way",
    example: "false")
  package static let showsMirrorLink = Setting(
    "tabs.mirror", .flag, fallback: .flag(true), about: "Whether the Today page links mirror.url; /mirror works either way",
    example: "false")
  package static let mirrorURL = Setting(
    "mirror.url", .address, about: "Your own web app, which the pages link; no data is passed to it",
    example: "\"https://app.example.org\"")

  package static let watchedFolder = Setting(
    "watch.folder", .path, about: "The folder of hsync watch, to which photos from the phone are copied", example: "\"~/Camera\"")
  package static let logsWatched = Setting(
    "watch.log", .flag, fallback: .flag(false), about: "Whether hsync watch logs what it finds", example: "true")
  package static let watchesDeep = Setting(
    "watch.recursive", .flag, fallback: .flag(false), about: "Whether hsync watch also watches subfolders", example: "true")

  package static let showsNotices = Setting(
    "notices.enabled", .flag, fallback: .flag(true), about: "Whether there are notices at all; hsync notices off sets it",
    example: "false")
  package static let noticeWays = Setting(
    "notices.ways", .list(.choice(NoticeWays.names)), fallback: .list([]),
    about: "How notices are delivered; browsers that turned them on get them in any case", example: "[\"desktop\", \"ntfy\"]")
  package static let quietHours = Setting(
    "notices.quiet", .hours, about: "Hours in which notices wait or are dropped; timers that you started still ring",
    example: "\"22:00-07:00\"")
  package static let keepsNoticesPrivate = Setting(
    "notices.private", .flag, fallback: .flag(false), about: "Whether notices say nothing personal", example: "true")
  package static let noticeCommand = Setting(
    "notices.command", .text, about: "The shell command of the way command; the notice is its standard input",
    example: "\"mosquitto_pub -t hsync -s\"")
  package static let noticeInput = Setting(
    "notices.command_input", .choice(["text", "json"]), fallback: .text("text"), about: "The form of that input", example: "\"json\"")
  package static let ntfyURL = Setting(
    "notices.ntfy_url", .address, about: "The topic's address of the way ntfy; anyone who knows it can read the notices",
    example: "\"https://ntfy.example.org/my-topic\"")
  package static let ntfyTokenFile = Setting(
    "notices.ntfy_token_file", .path, about: "A file of mode 0600 with the topic's access token", example: "\"~/.config/hsync/ntfy-token\"")
  package static let mailTo = Setting(
    "notices.mail_to", .text, about: "The recipient of the way mail, which uses the machine's sendmail", example: "\"me@example.org\"")
  package static let mailFrom = Setting(
    "notices.mail_from", .text, about: "The sender; by default the recipient", example: "\"hsync@example.org\"")

  package static let notifiesOfLaundry = Setting(
    "laundry.notices", .flag, fallback: .flag(true), about: "Whether the ends of laundry pets' timers are notices", example: "false")
  package static let soundsLaundry = Setting(
    "laundry.sound", .flag, fallback: .flag(true), about: "Whether these notices may make a sound", example: "false")
  package static let vibratesForLaundry = Setting(
    "laundry.haptics", .flag, fallback: .flag(true), about: "Whether a phone vibrates when a button of a pet is pressed", example: "false")
  package static let laundryCommand = Setting(
    "laundry.on_event", .text, about: "A shell command for each step of a pet; the event is JSON on its standard input",
    example: "\"mosquitto_pub -t laundry -s\"")

  package static let forecastURL = Setting(
    "forecast.url", .address, fallback: .text(ForecastAddresses.standard.weather), about: "Where weather forecasts come from",
    example: "\"https://api.open-meteo.com\"")
  package static let marineURL = Setting(
    "forecast.marine_url", .address, fallback: .text(ForecastAddresses.standard.marine), about: "Where forecasts of the sea come from",
    example: "\"https://marine-api.open-meteo.com\"")
  package static let airURL = Setting(
    "forecast.air_url", .address, fallback: .text(ForecastAddresses.standard.air), about: "Where forecasts of air quality come from",
    example: "\"https://air-quality-api.open-meteo.com\"")
  package static let geocodingURL = Setting(
    "forecast.geocoding_url", .address, fallback: .text(ForecastAddresses.standard.geocoding),
    about: "Where places are looked up by name", example: "\"https://geocoding-api.open-meteo.com\"")

  package static let keepsEvents = Setting(
    "analytics.log", .flag, fallback: .flag(true), about: "Whether hsync keeps its local log of events", example: "false")
  package static let sendsEvents = Setting(
    "analytics.opt_in", .flag, fallback: .flag(false),
    about: "Whether the log of events may be sent to your backend", example: "true")

  /// In the order of `hsync config list`. Profiles come behind, as many as there are.
  package static let all: [Setting] = [
    openFoodFactsURL, contact, language, productFile, catalogue, isOffline, allowsInsecureHTTP, syncedTypes, dailyBytes, refreshesToday,
    zone, ranks,
    folders, weightUnit, distanceUnit, quickWorkouts, quickMeals, showsPlanTab, showsScanTab, showsSettingsTab,
    showsMirrorLink, mirrorURL, watchedFolder, logsWatched, watchesDeep, showsNotices, noticeWays, quietHours, keepsNoticesPrivate,
    noticeCommand, noticeInput, ntfyURL, ntfyTokenFile, mailTo, mailFrom, notifiesOfLaundry, soundsLaundry, vibratesForLaundry,
    laundryCommand, forecastURL, marineURL, airURL, geocodingURL, keepsEvents, sendsEvents,
  ]

  /// Variables that are no setting of the file.
  package static let otherVariables = ["HSYNC_DB", "HSYNC_PROFILE", "HSYNC_CONFIG"]

  /// The library of a profile. `nil` when the name isn't made of letters, digits, `-` and `_`.
  package static func profile(_ name: some StringProtocol) -> Setting? {
    guard !name.isEmpty, name.utf8.allSatisfy(TOMLScanner.isBare) else { return nil }
    return Setting("profiles.\(name)", .path, about: "The library of --profile \(name)", example: "\"/path/to/library.db\"")
  }
}
