import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Products
import Settings

/// The user's current settings, including changes made in a shell.
package typealias LiveSettings = FollowedSettings<WebSettings>

/// The settings that the pages need.
package struct WebSettings: Sendable {
  /// The settings for totalling samples by day.
  package let health: HealthSettings
  /// The limit of bytes per local day for automatic syncs; `nil` = no limit.
  package let dailyBytes: Int?
  /// The folders that health exports arrive in.
  package let healthFolders: [String]
  /// The unit that weights are shown in.
  package let weightUnit: WeightUnit
  /// The suggestions for items that are planned often.
  package let chips: QuickChips
  /// The address that a proxy shows the pages under; `nil` = there is none.
  package let origin: PublicOrigin?
  /// The user's own web app; `nil` = there is none.
  package let mirror: MirrorLink?
  /// The parts of the app that pages link to.
  package let shown: ShownParts
  /// The log of what is viewed and done; `nil` = there is none.
  package let events: Events?
  /// The user's command for events of laundry pets.
  package let laundryHook: LaundryHook
  /// Whether a phone vibrates when a button of a laundry pet is pressed.
  package let hasLaundryHaptics: Bool
  /// Makes the sync of a library with its account; `nil` = it is signed in to none.
  package let engine: @Sendable (Library) throws -> SyncEngine?
  /// Creates the product lookup for a library, with the user's sources.
  package let finder: @Sendable (Library, any WallClock) throws -> FoodFinder

  /// Finds products of the product file by words of their names, at most so many; none if there is no file. Blocks while the file is read.
  package let products: @Sendable (_ words: [String], _ most: Int) throws -> [Product]

  /// Searches foods by name: those of a library, then the catalogue.
  package let foodSearches: @Sendable (Library) throws -> FoodSearches

  /// The paths of the files that `finder`, `products` and `foodSearches` read besides the library: the product file and the catalogue.
  package let foodFiles: [String]

  /// The forecasts for activity windows; `nil` = there are none.
  package let forecasts: ForecastSource?
  /// Signs a library in to a backend, and keeps the account beside it.
  package let login: @Sendable (Library, BackendLogin) async throws -> SyncEngine.SignIn
  /// Makes the notifier of a library, with the user's ways of delivery; `nil` = none is needed.
  package let notices: @Sendable (Library) -> NoticeDesk?
  /// Whether there is an address that push services can be told to reach the user.
  package let hasPushContact: Bool
  /// For tests: whether a push service may be on this machine.
  let allowsLoopbackPush: Bool

  /// The parts of the app that pages link to. The others are still reachable by their address.
  package struct ShownParts: Sendable, Hashable {
    let plan, scan, settings, mirror: Bool

    package static let all = ShownParts(plan: true, scan: true, settings: true, mirror: true)

    /// The tabs of the plan, scanning and settings, and the link to the user's own web app.
    package init(plan: Bool, scan: Bool, settings: Bool, mirror: Bool) {
      (self.plan, self.scan, self.settings, self.mirror) = (plan, scan, settings, mirror)
    }
  }

  /// A unit of weight.
  package struct WeightUnit: Sendable, Equatable {
    /// `kg`.
    package let name: String
    package let kilograms: Double

    package static let kilogram = WeightUnit(name: "kg", kilograms: 1)

    /// - Parameter kilograms: Of one of it.
    package init(name: String, kilograms: Double) { (self.name, self.kilograms) = (name, kilograms) }

    /// Returns `72.4 kg`.
    @Sendable func words(_ kg: Double) -> String { "\(Quantity.fixed(kg / kilograms, 1)) \(name)" }
  }

  /// The settings of a server.
  package init(
    health: HealthSettings, dailyBytes: Int?, healthFolders: [String] = [], weightUnit: WeightUnit = .kilogram,
    chips: QuickChips, origin: PublicOrigin? = nil, mirror: MirrorLink? = nil, shown: ShownParts = .all, events: Events? = nil,
    laundryHook: LaundryHook = LaundryHook(command: nil), hasLaundryHaptics: Bool = true,
    engine: @escaping @Sendable (Library) throws -> SyncEngine? = { _ in nil },
    finder: @escaping @Sendable (Library, any WallClock) throws -> FoodFinder = { FoodFinder($0, ProductLookup(sources: []), clock: $1) },
    products: @escaping @Sendable (_ words: [String], _ most: Int) throws -> [Product] = { _, _ in [] },
    foodSearches: @escaping @Sendable (Library) throws -> FoodSearches = { try FoodSearches($0, catalogue: nil) },
    foodFiles: [String], forecasts: ForecastSource? = nil,
    login: @escaping @Sendable (Library, BackendLogin) async throws -> SyncEngine.SignIn = { _, _ in throw BackendLogin.NoBackend() },
    notices: @escaping @Sendable (Library) -> NoticeDesk? = { _ in nil }, hasPushContact: Bool = false, allowsLoopbackPush: Bool = false
  ) {
    self.health = health
    self.dailyBytes = dailyBytes
    self.healthFolders = healthFolders
    self.weightUnit = weightUnit
    self.chips = chips
    self.origin = origin
    self.mirror = mirror
    self.shown = shown
    self.events = events
    self.laundryHook = laundryHook
    self.hasLaundryHaptics = hasLaundryHaptics
    self.engine = engine
    self.finder = finder
    self.products = products
    self.foodSearches = foodSearches
    self.foodFiles = foodFiles
    self.forecasts = forecasts
    self.login = login
    self.notices = notices
    self.hasPushContact = hasPushContact
    self.allowsLoopbackPush = allowsLoopbackPush
  }

  /// Whether there is a source of new data: a folder or an account.
  func isLive(_ path: String) -> Bool { !healthFolders.isEmpty || AccountFile(library: path).isUsable }
}
