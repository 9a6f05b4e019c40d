import Files
import HealthModel
import HealthSync

/// The state of everything that a page was made from. A page is still right for as long as this is the same.
struct KeptBasis: Sendable, Equatable {
  /// The state of one thing outside the library and the settings.
  enum Fact: Sendable, Equatable {
    /// A file or folder; `nil` = there is none.
    case file(FileMark?)
    case folder(SourceFolder.Access)
    /// Since when a lock is held, in milliseconds since 1970; `nil` = it isn't.
    case lock(sinceMs: Int64?)
    /// The import of an uploaded file.
    case upload(isKnown: Bool, isRunning: Bool)
  }

  /// The number of the library's commits.
  let commits: Int64
  /// The number of the settings' changes.
  let settings: Int
  /// `config.toml`, also where it can't be used; `nil` = there is none.
  let configuration: FileMark?
  /// The local day.
  let day: Day
  /// Minutes east of UTC: local times change with it.
  let utcOffsetMin: Int
  /// The number of the route's steps since 1970; `nil` = the page doesn't depend on the time.
  let step: Int64?
  /// In the order of the route's dependencies.
  let facts: [Fact]
}
