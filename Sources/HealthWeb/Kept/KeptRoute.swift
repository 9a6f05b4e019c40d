/// The pages that are kept in memory after they were made, each with what it shows.
///
/// All of them show the browser's session, their address, the library, the settings and the local day, so that these count for each. A page that
/// shows anything else has it among its `dependencies`, or isn't kept.
enum KeptRoute: Sendable, CaseIterable {
  case today, plan, scan, product, food, meal, trends, day, settings

  /// Something outside the library and `config.toml` that a page shows.
  enum Dependency: Sendable, CaseIterable {
    /// The account with the backend: a file beside the library.
    case account
    /// Whether the folders of health exports can be read.
    case folders
    /// Whether a process syncs the library: a lock.
    case syncRun
    /// The last forecasts: files in a folder.
    case forecasts
    /// The product file and the catalogue.
    case foods
    /// The import of an uploaded file, in this process.
    case upload
    /// The key of notices: a file beside the library.
    case pushKey
  }

  /// What the page shows besides what every page does.
  var dependencies: [Dependency] {
    switch self {
    case .today: [.account, .folders, .syncRun]
    case .plan: [.forecasts]
    case .product, .food: [.foods]
    case .settings: [.account, .folders, .syncRun, .upload, .pushKey]
    case .scan, .meal, .trends, .day: []
    }
  }

  /// The milliseconds for which the page may show an earlier time of the same day; `nil` = it shows nothing that depends on the time.
  ///
  /// Today and Settings show ages in whole minutes, and timers of laundry pets: 10 s late is less than they can tell. The plan shows windows by the
  /// hour, and a product is looked up again some hours or days later: a minute.
  var stepMs: Int64? {
    switch self {
    case .today, .settings: 10_000
    case .plan, .product: 60_000
    case .scan, .food, .meal, .trends, .day: nil
    }
  }
}
