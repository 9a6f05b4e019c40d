import HealthModel
import HealthStore
import HealthSync
import Settings
import Usage

/// The facts that all checks start from, determined once.
package struct Premises {
  package let paths: Paths
  /// The library's path.
  package let library: String
  /// Whether the network isn't used.
  package let isOffline: Bool
  /// Whether slow checks run, too.
  package let isFull: Bool
  /// Milliseconds since 1970.
  package let nowMs: Int64
  /// The settings, or the error that prevents reading them.
  let settings: Result<SettingValues, SettingsError>
  /// The library's file and those that SQLite keeps beside it, as found before anything was opened; only those that exist.
  let files: [(path: String, rights: FileRights)]
  /// The library, open; `nil` when it is missing, is of another version, or can't be opened, which `LibraryCheck`
  /// reports.
  package let open: Library?
  /// The account that the library is signed in to. `nil` = none, or the file can't be read, which `AccountCheck`
  /// reports.
  package let account: BackendAccount?

  package init(library: String, isOffline: Bool, isFull: Bool, paths: Paths = Paths(), nowMs: Int64 = LocalClock.nowMs) {
    self.paths = paths
    self.library = library
    self.isOffline = isOffline
    self.isFull = isFull
    self.nowMs = nowMs
    settings = Result { () throws(SettingsError) in try SettingValues(paths: paths) }
    files = [library, library + "-wal", library + "-shm"].compactMap { path in FileRights(path).map { (path, $0) } }
    open = Premises.open(library)
    account = try? AccountFile(library: library).read()
  }

  /// Opens the library if it needs no migration: a doctor changes nothing. `nil` = it can't be opened.
  private static func open(_ path: String) -> Library? {
    guard FileRights(path) != nil, (try? LibraryCheckup(path: path).schemaVersion()) == Schema.version else { return nil }
    return try? Library(at: path, makesFolder: false, endsWithProcess: true)
  }

  /// A path in the words of a finding, which may be shown to others: the home is `~`.
  package func shown(_ path: String) -> String { paths.typed(path) }

  /// A sentence of another part of hsync with the home as `~`.
  package func shown(sentence: String) -> String {
    paths.userHome == "/" ? sentence : sentence.replacing(paths.userHome + "/", with: "~/")
  }

  /// An error as a finding.
  func fail(_ check: String, _ error: any UserFacingError, remedy: String? = nil) -> Finding {
    .fail(check, shown(sentence: error.message), remedy ?? error.advice.map(shown(sentence:)))
  }
}
