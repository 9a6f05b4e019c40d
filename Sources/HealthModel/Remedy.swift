/// An action that the user can take on an error. Each interface of hsync names it in its own terms: the command line as
/// a command or an option, a web page as a link.
///
/// In a `Hint` it is a placeholder for that name. It carries the action and its values, not their spelling in an
/// interface.
public enum Remedy: Sendable, Hashable, Codable {
  // Sync.
  /// Sign in to the backend that is known.
  case signIn
  /// Sign in to a backend, whose address is named.
  case nameBackend
  /// Sign in to a backend whose address is named and begins with `https://`.
  case nameSecureBackend
  /// Sign in without an answer of the backend.
  case signInUnchecked
  /// Start over with the backend at an address, and with its dialect, if that changes. `nil` = the same dialect;
  /// merging both sides is then possible, too.
  case changeBackend(url: String, dialect: String?)
  /// Allow an address that begins with `http://`.
  case insecureHTTP
  /// Show the statements that make the tables of a PostgREST backend.
  case backendTables
  /// Sync now.
  case sync
  /// Look at how syncs went.
  case syncStatus
  /// Show the records that the backend rejected.
  case queue
  /// Retry a rejected record.
  case retryRecord(kind: String, id: String)
  /// List the conflicts.
  case conflicts

  // The library.
  /// Look whether the library and the machine are in order.
  case doctor
  /// Mend what that found.
  case repair
  /// Make a backup.
  case backUp
  /// Put a backup in the library's place.
  case restore
  /// Say which file the library is.
  case library
  /// Replace a file that is there.
  case overwrite

  // Records.
  /// List the meals.
  case meals
  /// List the weights.
  case weights
  /// Look at the plan.
  case plan
  /// Plan a workout.
  case planWorkout
  /// Look at the profile of activity windows.
  case goProfile
  /// Set up the profile of activity windows.
  case goSetUp
  /// List the saved places of activity windows.
  case goPlaces
  /// Get a new forecast.
  case goRefresh
  /// Write the note of a day.
  case planNote
  /// Say which week of a series is meant.
  case oneWeek
  /// Mean all weeks of a series.
  case wholeSeries
  /// Look at the laundry pets.
  case laundry
  /// Create a laundry pet.
  case createPet
  /// Look at the diet plan.
  case dietPlan
  /// Look at the foods with values of one's own.
  case foods
  /// Log a meal of that name with its energy.
  case logByHand(name: String)
  /// Say how much was eaten, as a mass or in servings.
  case amount

  // Health data.
  /// Import that file.
  case importFile(path: String)
  /// Decompress that gzip file and import the result.
  case importUnpacked(path: String)
  /// Convert a file from UTF-16 and import it.
  case importConverted
  /// Import with another folder for unpacked files.
  case temporaryFolder
  /// Keep what could be read of a damaged export.
  case keepPartial
  /// Say which folders exports land in.
  case healthFolders

  // Settings.
  /// List the settings.
  case settings
  /// Change the file of the settings as a text.
  case editSettings
  /// Say where the file of the settings is.
  case settingsFile
  /// Set a setting to a value.
  case set(_ name: String, to: String)

  // Photos.
  /// Scan the photos in that folder.
  case scanFolder(path: String)
  /// Scan a photo that has no name.
  case scanNameless
  /// Read a list of paths that ends each with a NUL byte.
  case listWithNUL
}
