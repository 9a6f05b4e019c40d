/// A piece of a health export on its way from a reader to the store: some samples and whatever else came between them.
///
/// Names are sent once: `newTypes` and its like are appended to the import's lists, and samples name places in those lists.
public struct HealthBatch: Sendable {
  /// Names of types, snake_case: `step_count`, `sleep_analysis`. Apple's identifier without its prefix (see `SampleType`).
  public var newTypes: [String] = []
  /// Sources not seen in earlier batches.
  public var newSources: [HealthSource] = []
  /// Units as written in the export, with their conversion to the stored unit.
  public var newUnits: [SampleUnit] = []
  /// Devices, as one readable text each: `Apple Watch, Watch7,5, 11.1`. Without memory addresses.
  public var newDevices: [String] = []

  public var samples: [Sample] = []
  public var details: [SampleDetail] = []
  /// The records that the samples belong to, if records have ids; in the order of `samples`, but a separate list.
  public var versions: [SampleVersion] = []
  public var workouts: [ImportedWorkout] = []
  public var tracks: [WorkoutTrack] = []
  public var rings: [ActivityRing] = []
  public var aggregates: [HealthAggregate] = []
  public var attachments: [HealthAttachment] = []
  /// Until when the export that ends with this batch knows, milliseconds UTC: its own date, else the newest time in it.
  /// Each file of a folder is an export. `nil` = the export goes on in the next batch, or no time in it is known.
  public var knownUntilMs: Int64?
  /// The number of records for each IANA time zone (`Europe/Paris`) in which they were made.
  public var zoneVotes: [String: Int] = [:]

  /// Bytes of the export (unpacked) that were read up to here, for progress.
  public var bytesRead: Int64 = 0
  /// Bytes (unpacked) that there are; `nil` = not known (standard input).
  public var bytesTotal: Int64?

  public init() {}
}
