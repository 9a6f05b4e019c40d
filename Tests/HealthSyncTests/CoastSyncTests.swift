import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore
@testable import HealthSync

/// The profile of activity windows and the places on two devices, one of which has a newer version's members.
@Suite struct CoastSyncTests {
  private let backend: ReferenceBackend
  private let first: SyncFixture
  private let second: SyncFixture

  init() throws {
    backend = try ReferenceBackend()
    (first, second) = (try SyncFixture(), try SyncFixture())
  }

  private static let profile = """
    {"schema":"profile_v1","display_name":"Jo","preset":"chill","thresholds":{"swim_wave_meh_m":0.75,"swim_wave_bad_m":1.15,\
    "swim_dog_wave_meh_m":0.75,"swim_dog_wave_bad_m":0.95,"run_hot_feelslike_warn_c":29.5,"run_hot_feelslike_bad_c":33.5,\
    "dog_heat_warn_feelslike_c":27.5,"dog_heat_bad_feelslike_c":30.5,"uv_warn":7,"uv_bad":9,"aqi_warn_eu":80,"aqi_bad_eu":120,\
    "wind_warn_ms":10,"wind_bad_ms":14,"current_bad_ms":2},"activities_enabled":["swim"],"dog":{"has_dog":false},\
    "notification_preferences":{"enabled":true,"mode_toggles":{"swim_solo":true},"quiet_hours":{"enabled":false}},\
    "privacy":{"analytics_opt_in":false},"mood":"calm"}
    """

  private func put(_ profile: String, on device: SyncFixture) throws {
    let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)
    let place = SavedPlace(id: "haifa", name: "Haifa", latitude: 32.8, longitude: 35, zone: "Asia/Jerusalem", createdAtMs: 1)
    let json = try JSON(parsing: profile)
    try CoastRecords(device.library).edit("set", at: noon) { _ in CoastEdit(profile: .set(json), put: [place]) }
  }

  private func sync(_ device: SyncFixture) async throws -> SyncReport { try await device.engine(backend.url).run(reason: .person) }

  @Test func bothDevicesHaveTheSame() async throws {
    try put(Self.profile, on: first)
    #expect(try await sync(first).pushed == 2)
    #expect(try await sync(second).pulled == 2)
    let (one, other) = (try CoastRecords(first.library).contents(), try CoastRecords(second.library).contents())
    #expect(one == other && other.places.map(\.id) == ["haifa"])
    #expect(other.profile?["mood"].string == "calm" && other.profile?["thresholds"]["current_bad_ms"].int == 2)
    try CoastRecords(second.library).edit("removed", at: Moment(ms: 1_770_721_380_000, utcOffsetMin: 0)) { _ in
      CoastEdit(removed: ["haifa"])
    }
    #expect(try await sync(second).pushed == 1)
    #expect(try await sync(first).pulled == 1)
    #expect(try CoastRecords(first.library).contents().places.isEmpty)
  }

  /// A profile of a version that this one doesn't know is kept aside and sent back.
  @Test func aNewerProfileIsKeptAside() async throws {
    let newer = Self.profile.replacing("profile_v1", with: "profile_v2")
    let change = SyncRecord(kind: "coast_profile", id: "me", hlc: 1 << 40, dev: "d2", content: .put(try JSON(parsing: newer).text))
    let pulled = try first.queue.apply([change], cursor: "e1.1", snapshot: .none, backendState: "{}", atMs: 1_770_721_380_000)
    #expect(pulled.foreign == 1)
    #expect(try CoastRecords(first.library).contents().profile == nil)
  }
}
