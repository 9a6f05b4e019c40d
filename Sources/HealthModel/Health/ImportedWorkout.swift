/// A workout as one source recorded it.
public struct ImportedWorkout: Sendable, Hashable {
  /// `running`, `traditional_strength_training`: Apple's activity type without its prefix, in snake_case.
  public var activity: String
  public var startMs: Int64
  public var endMs: Int64
  /// Without pauses, minutes.
  public var durationMin: Double
  /// Active energy, kcal; already inside the day's active energy.
  public var energyKcal: Double?
  public var distanceM: Double?
  public var heartAvgBpm: Double?
  public var heartMinBpm: Double?
  public var heartMaxBpm: Double?
  /// Place in the import's sources.
  public var source: Int32
  public var device: Int32
  /// IANA zone it was recorded in, if known.
  public var zone: String?
  public var statistics: [Statistic] = []
  public var events: [Event] = []
  /// Kept metadata: `HKIndoorWorkout`, `HKWeatherTemperature`, …, unchanged.
  public var details: [Detail] = []
  /// Paths of the GPX files of its routes, as the export names them: `/workout-routes/route_2025-11-01_5.30pm.gpx`.
  public var routes: [String] = []

  /// The record's own id, in the form that `HealthRecordID` takes. `nil` = the export has none.
  public var record: String?
  /// The time when this version was written, milliseconds UTC. `nil` = not known: the newest time in the export is used
  /// instead.
  public var modifiedMs: Int64?

  public struct Statistic: Sendable, Hashable {
    public var type: String
    /// In `unit`, the stored unit (`kcal`, `m`, `count/min`); `nil` = not given.
    public var sum: Double?
    public var average: Double?
    public var minimum: Double?
    public var maximum: Double?
    public var unit: String

    public init(type: String, sum: Double?, average: Double?, minimum: Double?, maximum: Double?, unit: String) {
      self.type = type
      self.sum = sum
      self.average = average
      self.minimum = minimum
      self.maximum = maximum
      self.unit = unit
    }
  }

  public struct Event: Sendable, Hashable {
    /// `pause`, `resume`, `segment`, `lap`, …
    public var type: String
    public var atMs: Int64
    public var durationMs: Int64

    public init(type: String, atMs: Int64, durationMs: Int64) {
      self.type = type
      self.atMs = atMs
      self.durationMs = durationMs
    }
  }

  public struct Detail: Sendable, Hashable {
    public var key: String
    public var text: String

    public init(key: String, text: String) {
      self.key = key
      self.text = text
    }
  }

  public init(activity: String, startMs: Int64, endMs: Int64, durationMin: Double, source: Int32, device: Int32 = -1) {
    self.activity = activity
    self.startMs = startMs
    self.endMs = endMs
    self.durationMin = durationMin
    self.source = source
    self.device = device
  }
}
