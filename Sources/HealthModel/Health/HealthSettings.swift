/// The user's decisions about health data.
public struct HealthSettings: Sendable, Hashable {
  /// The zone whose midnight begins a day, if the user named one (`health.zone`); IANA name. Else the data's, else `machineZone`.
  public var zone: String?
  /// The computer's zone, IANA name.
  public var machineZone: String
  /// Sources by rank, best first: names of sources, or `watch`, `phone`, `other` for all of a kind (`health.ranks`).
  /// Sources that aren't listed follow in the default order. Values entered by the user always rank first.
  public var ranks: [String]
  /// Types whose samples go to the backend (`sync.samples`), `["*"]` = all; default none.
  public var syncedTypes: [String]
  /// Whether the zone is asked for by a variable of the environment, for one run: nothing that only shows stores days of that zone.
  public var isZonePassing: Bool

  public init(
    zone: String? = nil, machineZone: String = "UTC", ranks: [String] = [], syncedTypes: [String] = [],
    isZonePassing: Bool = false
  ) {
    self.zone = zone
    self.machineZone = machineZone
    self.ranks = ranks
    self.syncedTypes = syncedTypes
    self.isZonePassing = isZonePassing
  }

  /// The default order of kinds.
  public static let defaultRanks = ["watch", "phone", "other"]
}
