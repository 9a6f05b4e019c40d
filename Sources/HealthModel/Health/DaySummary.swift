/// A local day in numbers, by the rules that `docs/health.md` explains. `nil` = nothing is known, which is never 0.
public struct DaySummary: Sendable, Hashable {
  public var day: Day
  /// IANA name of the zone whose midnight begins the day.
  public var zone: String
  public var steps: Double?
  public var distanceM: Double?
  public var flights: Double?
  /// Energy of moving, workouts included.
  public var activeKcal: Double?
  /// Energy at rest.
  public var basalKcal: Double?
  public var exerciseMin: Double?
  /// Workouts that began on the day. A workout recorded by several sources counts once.
  public var workouts: Int?
  /// Their minutes without pauses.
  public var workoutMin: Double?
  /// Asleep, of the sessions and naps that ended on the day.
  public var sleepMin: Double?
  public var sleepCoreMin: Double?
  public var sleepDeepMin: Double?
  public var sleepRemMin: Double?
  public var awakeMin: Double?
  public var inBedMin: Double?
  public var mindfulMin: Double?
  public var heartMinBpm: Double?
  public var heartAvgBpm: Double?
  public var heartMaxBpm: Double?
  public var restingBpm: Double?
  public var hrvMs: Double?
  /// The data it was computed from.
  public var coverage: Coverage
  /// The rules' version (`DaySummary.ruleVersion` when it was computed here).
  public var ruleVersion: Int

  /// The amount of data that a summary was computed from; more data make it more reliable.
  public struct Coverage: Sendable, Hashable {
    public var samples: Int
    public var sources: Int
    /// Start of the first and end of the last sample used, clipped to the day; `nil` without samples.
    public var firstMs: Int64?
    public var lastMs: Int64?

    public init(samples: Int = 0, sources: Int = 0, firstMs: Int64? = nil, lastMs: Int64? = nil) {
      self.samples = samples
      self.sources = sources
      self.firstMs = firstMs
      self.lastMs = lastMs
    }
  }

  /// The version of the rules in this program. It increases when a rule changes a number; older summaries are then
  /// recomputed.
  public static let ruleVersion = 3

  /// An empty day.
  public init(day: Day, zone: String, coverage: Coverage = Coverage(), ruleVersion: Int = DaySummary.ruleVersion) {
    self.day = day
    self.zone = zone
    self.coverage = coverage
    self.ruleVersion = ruleVersion
  }
}
