/// The route of a workout: the points of one GPX file.
public struct WorkoutTrack: Sendable, Hashable {
  public struct Point: Sendable, Hashable {
    public var atMs: Int64
    /// Degrees, north and east positive (WGS 84).
    public var latitude: Double
    public var longitude: Double
    /// Metres above sea level; `nil` = not known.
    public var elevationM: Double?

    public init(atMs: Int64, latitude: Double, longitude: Double, elevationM: Double?) {
      self.atMs = atMs
      self.latitude = latitude
      self.longitude = longitude
      self.elevationM = elevationM
    }
  }

  /// The path inside the export, as `ImportedWorkout.routes` names it.
  public var file: String
  /// In the order of time.
  public var points: [Point]

  public init(file: String, points: [Point]) {
    self.file = file
    self.points = points
  }
}
