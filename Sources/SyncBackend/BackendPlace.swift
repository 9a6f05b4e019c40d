import Logging
import Postgres

/// The place of a backend's data.
package enum BackendPlace: Sendable {
  /// A folder with one SQLite file.
  case folder(String)
  /// A PostgreSQL database by its connection URI, and how many connections to it are made at most.
  case postgres(String, connections: Int = 8)

  /// Whether a connection URI has a password, in any of the places that libpq takes one from. Without libpq, or for what is no URI, `false`:
  /// nothing is connected with it then.
  package static func hasPassword(_ uri: String) -> Bool { (try? PostgresAddress(uri))?.hasPassword ?? false }

  /// Opens the store there.
  ///
  /// - Parameter makesFolder: whether a folder and a file that aren't there are made; else their absence is an error.
  func open(makesFolder: Bool, limits: BackendLimits, now: @escaping @Sendable () -> Int64) throws(BackendError) -> any BackendStore {
    switch self {
    case .folder(let folder): SQLiteStore(try BackendDatabase(folder: folder, makesFolder: makesFolder), limits: limits, now: now)
    case .postgres(let text, let connections):
      PostgresStore(try PostgresDatabase(text, connections: connections, now: now), limits: limits, now: now)
    }
  }
}

extension BackendServer {
  /// A server over the data in a place, which are made where there are none. Parameters as of the other initializer.
  package init(
    at place: BackendPlace, limits: BackendLimits, now: @escaping @Sendable () -> Int64, trustsClock: Bool, logger: Logger
  ) throws(BackendError) {
    try self.init(
      try place.open(makesFolder: true, limits: limits, now: now), limits: limits, now: now, trustsClock: trustsClock, logger: logger)
  }
}

extension UserDirectory {
  /// The users in a place. `makesFolder`: whether a folder may be made. `now` gives milliseconds since 1970.
  package init(at place: BackendPlace, makesFolder: Bool = false, now: @escaping @Sendable () -> Int64) throws(BackendError) {
    self.init(try place.open(makesFolder: makesFolder, limits: BackendLimits(), now: now))
  }
}
