import Foundation
import HealthModel
import HealthStore
import TOMLKit

/// The user's settings: `config.toml`, with the environment over it. An absent file is an empty one.
///
/// ```toml
/// [products]
/// off_url = "https://world.openfoodfacts.org"   # HSYNC_OFF_URL
/// contact = "me@example.org"                    # HSYNC_CONTACT; Open Food Facts asks for one
/// language = "fr"                               # else the locale's
/// file = "/home/me/products.tsv"                # HSYNC_PRODUCTS; asked before Open Food Facts
/// offline = false                               # HSYNC_OFFLINE=1
///
/// [sync]
/// insecure_http = false                         # plain http to another machine
/// samples = ["step_count"]                      # health samples that go to the backend; ["*"] = all, default none
/// daily_bytes = "20MB"                          # most that a day may cost, both directions; `hsync sync` by hand doesn't heed it
/// refresh_today = false                         # `hsync today` reads the sources and syncs first, at most once in 60 s
///
/// [health]
/// zone = "Europe/Paris"                         # whose midnight begins a day; else the data's own zone
/// ranks = ["My Watch", "phone", "other"]        # who is believed where sources overlap: names, or watch, phone, other
/// folders = ["/home/me/Health"]                 # where exports land; `hsync sync` reads what is new there first
///
/// [units]
/// weight = "lb"                                 # kg or lb: how weights are shown
/// distance = "mi"                               # km or mi: how distances are shown
/// ```
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
  private let healthRanks: [String]
  private let syncedTypes: [String]
  private let paths: Paths

  /// The settings as the program found them when it began, read once; `nil` if the file is broken, which the commands that need it say when
  /// they read it for themselves.
  static let atStart = try? Configuration(paths: Paths())

  /// Reads the file if there is one. A file that isn't TOML, or a value of the wrong type, is an error that names it.
  init(paths: Paths) throws {
    self.paths = paths
    let table = try Configuration.table(at: paths.configuration)
    let products = table?["products"]?.table
    func text(_ key: String, in section: TOMLTable?, _ variable: String?) throws -> String? {
      if let variable, let value = paths.value(variable) { return value }
      guard let value = section?[key] else { return nil }
      guard let text = value.string else { throw Configuration.wrong(key, "a text in quotes", paths) }
      return text
    }
    func flag(_ key: String, in section: TOMLTable?, _ variable: String?) throws -> Bool {
      if let variable, let value = paths.value(variable) { return value != "0" }
      guard let value = section?[key] else { return false }
      guard let flag = value.bool else { throw Configuration.wrong(key, "true or false", paths) }
      return flag
    }
    func list(_ key: String, in section: TOMLTable?) throws -> [String] {
      guard let value = section?[key] else { return [] }
      let texts = value.array?.map(\.string)
      guard let texts, !texts.contains(nil) else { throw Configuration.wrong(key, "a list of texts in quotes", paths) }
      return texts.compactMap { $0 }
    }
    func size(_ key: String, in section: TOMLTable?) throws -> Int? {
      guard let value = section?[key] else { return nil }
      let size = value.string.flatMap(ByteSize.init) ?? value.int.flatMap { ByteSize(Double($0)) }
      guard let size else { throw Configuration.wrong(key, "a number of bytes like \"20MB\", \"500kB\" or 4096", paths) }
      return size.bytes
    }
    let health = table?["health"]?.table
    let sync = table?["sync"]?.table
    openFoodFactsURL = try text("off_url", in: products, "HSYNC_OFF_URL") ?? "https://world.openfoodfacts.org"
    contact = try text("contact", in: products, "HSYNC_CONTACT") ?? "no contact set"
    language = try text("language", in: products, nil) ?? Configuration.language(of: paths)
    productFile = try text("file", in: products, "HSYNC_PRODUCTS")
    isOffline = try flag("offline", in: products, "HSYNC_OFFLINE")
    allowsInsecureHTTP = try flag("insecure_http", in: sync, nil)
    syncedTypes = try list("samples", in: sync)
    dailyBytes = try size("daily_bytes", in: sync)
    refreshesToday = try flag("refresh_today", in: sync, nil)
    zone = try text("zone", in: health, "HSYNC_ZONE")
    if let zone, ZoneFile.rules(of: zone) == nil {
      throw Configuration.wrong("zone", "the name of a time zone, like Europe/Paris", paths)
    }
    healthRanks = try list("ranks", in: health)
    let units = table?["units"]?.table
    weightUnit = try text("weight", in: units, nil) ?? "kg"
    distanceUnit = try text("distance", in: units, nil) ?? "km"
    healthFolders = try list("folders", in: health).map { ($0 as NSString).expandingTildeInPath }
  }

  /// What the user decided about health data.
  var health: HealthSettings {
    HealthSettings(zone: zone, machineZone: LocalClock.zone(paths), ranks: healthRanks, syncedTypes: syncedTypes)
  }

  /// How we introduce ourselves to Open Food Facts, which bans nameless programs.
  var userAgent: String { "hsync/\(Version.text) (\(contact))" }

  private static func table(at path: String) throws -> TOMLTable? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path), let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.configuration, "\(path) can't be read as text", hint: "check its rights and that it is UTF-8")
    }
    do {
      return try TOMLTable(string: text)
    } catch {
      let place = (error as? TOMLParseError).map { ", line \($0.source.begin.line)" } ?? ""
      throw CommandError(.configuration, "\(path) is not valid TOML\(place)", hint: "https://toml.io shows the syntax")
    }
  }

  private static func wrong(_ key: String, _ expected: String, _ paths: Paths) -> CommandError {
    CommandError(.configuration, "\(key) in \(paths.configuration) must be \(expected)")
  }

  /// The language of the locale: `fr` of `fr_FR.UTF-8`; `nil` for C and POSIX.
  private static func language(of paths: Paths) -> String? {
    let locale = paths.value("LC_ALL") ?? paths.value("LC_MESSAGES") ?? paths.value("LANG") ?? ""
    let code = locale.prefix { $0.isLetter }
    return code.count == 2 ? code.lowercased() : nil
  }
}
