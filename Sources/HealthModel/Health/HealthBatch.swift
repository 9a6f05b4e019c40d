/// A piece of a health export on its way from a reader to the store: some samples and whatever else came between them.
///
/// Names are sent once: `newTypes` and its like are appended to the import's lists, and samples name places in those lists.
public struct HealthBatch: Sendable {
  /// Names of types, snake_case: `step_count`, `sleep_analysis`. Apple's identifier without its prefix (see `SampleType`).
  public var newTypes: [String] = []
  /// Who measured.
  public var newSources: [HealthSource] = []
  /// Units as they were said, with the way to the stored unit.
  public var newUnits: [SampleUnit] = []
  /// Devices, as one readable text each: `Apple Watch, Watch7,5, 11.1`. Without memory addresses.
  public var newDevices: [String] = []

  public var samples: [Sample] = []
  public var details: [SampleDetail] = []
  /// Which records the samples are of, where records have ids; in the order of `samples`, apart from each other.
  public var versions: [SampleVersion] = []
  public var workouts: [ImportedWorkout] = []
  public var tracks: [WorkoutTrack] = []
  public var rings: [ActivityRing] = []
  public var aggregates: [HealthAggregate] = []
  public var attachments: [HealthAttachment] = []
  /// How many records name each IANA time zone (`Europe/Paris`) as the one they were made in.
  public var zoneVotes: [String: Int] = [:]

  /// Bytes of the export (unpacked) that were read up to here, for progress.
  public var bytesRead: Int64 = 0
  /// Bytes (unpacked) that there are; `nil` = not known (standard input).
  public var bytesTotal: Int64?

  public init() {}
}
