/// Health Connect's own order of apps, as its screen *App priority* shows it: what decides there when apps measured at the
/// same time.
public struct AppOrder: Sendable, Hashable {
  /// Names of apps, best first, for activity: steps, distances, energy, workouts.
  public var activity: [String]
  /// Names of apps, best first, for sleep.
  public var sleep: [String]
  /// The newest time at which the export had anything written, milliseconds UTC: of several exports the newest order counts.
  public var atMs: Int64

  public init(activity: [String] = [], sleep: [String] = [], atMs: Int64 = 0) {
    self.activity = activity
    self.sleep = sleep
    self.atMs = atMs
  }

  /// Whether no app is in it: then sources are ranked by their kind.
  public var isEmpty: Bool { activity.isEmpty && sleep.isEmpty }
}
