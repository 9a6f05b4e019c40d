import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Samples that are synced.
@Suite struct HealthSampleChunkTests {
  private let store: StoreFixture
  private let device: String

  init() throws {
    store = try StoreFixture()
    device = try #require(store.text("SELECT device FROM sync_state").first)
  }

  private func run(_ batch: HealthBatch, synced: [String]) throws {
    var settings = HealthBatches.settings
    settings.syncedTypes = synced
    let session = try ImportSession(store.library, file: "x", origin: .appleHealth, settings: settings, at: StoreFixture.noon)
    try session.write(batch)
    _ = try session.finish(HealthBatches.whole(), at: StoreFixture.noon)
  }

  /// Returns the samples of a batch to the backend, as `id json`.
  private func sent() throws -> [String] {
    try OutboxQueue(store.library).batch(maxBytes: 1_000_000, maxRecords: 1000, kinds: ["samples"]) { _ in 1 }.records.map { record in
      if case .put(let json) = record.content { "\(record.id) \(json)" } else { "\(record.id) deleted" }
    }.sorted()
  }

  private func chunk(_ type: String, _ source: String, _ day: String) -> String { "\(device)/\(type)/\(source)/\(day)" }

  @Test func noneIsSyncedUnlessTheSettingsSaySo() throws {
    try run(HealthBatches.batch([HealthBatches.sample(1), HealthBatches.sample(2, type: 1)]), synced: [])
    #expect(try sent() == [])
    #expect(try store.dump("sample_chunk") == [])
  }

  @Test func aChunkIsASourcesDay() throws {
    let samples = [
      HealthBatches.sample(1), HealthBatches.sample(3, value: 2.5), HealthBatches.sample(2, source: 1), HealthBatches.sample(1, day: 1),
      HealthBatches.sample(1, type: 1), HealthBatches.sample(4, value: 0, type: 3, unit: 3),
    ]
    try run(HealthBatches.batch(samples), synced: ["step_count", "mindful_session"])
    #expect(
      try sent() == [
        chunk("mindful_session", "Watch", "2026-02-10")
          + #" {"start_ms":[1770681840000],"duration_ms":[60000],"value":[null],"unit":[null]}"#,
        chunk("step_count", "Phone", "2026-02-10")
          + #" {"start_ms":[1770681720000],"duration_ms":[60000],"value":[10],"unit":["count"]}"#,
        chunk("step_count", "Watch", "2026-02-10")
          + #" {"start_ms":[1770681660000,120000],"duration_ms":[60000,60000],"value":[10,2.5],"unit":["count","count"]}"#,
        chunk("step_count", "Watch", "2026-02-11")
          + #" {"start_ms":[1770768060000],"duration_ms":[60000],"value":[10],"unit":["count"]}"#,
      ])
  }

  @Test func onlyWhatChangedIsMarkedAgain() throws {
    let samples = [HealthBatches.sample(1), HealthBatches.sample(1, day: 1)]
    try run(HealthBatches.batch(samples), synced: ["*"])
    try store.run("DELETE FROM outbox")
    try run(HealthBatches.batch(samples), synced: ["*"])
    #expect(try sent() == [])
    try run(HealthBatches.batch(samples + [HealthBatches.sample(9, day: 1)]), synced: ["*"])
    #expect(try store.text("SELECT id FROM outbox WHERE kind = 'samples'") == [chunk("step_count", "Watch", "2026-02-11")])
    #expect(try store.number("SELECT count(*) FROM outbox WHERE kind = 'samples' AND lane = 1") == 1)
  }

  @Test func turningATypeOnMarksWhatIsThere() throws {
    try run(HealthBatches.batch([HealthBatches.sample(1), HealthBatches.sample(-1), HealthBatches.sample(1, type: 1)]), synced: [])
    var settings = HealthBatches.settings
    settings.syncedTypes = ["step_count"]
    for _ in 0..<2 {
      try SampleChunks(store.library).markNewlySynced(settings)
      #expect(
        try store.text("SELECT id FROM outbox WHERE kind = 'samples' ORDER BY 1")
          == [chunk("step_count", "Watch", "2026-02-09"), chunk("step_count", "Watch", "2026-02-10")])
    }
    #expect(try store.text("SELECT DISTINCT changes FROM sample_chunk") == ["1"])
  }

  @Test func aChunkWithoutSamplesIsDeleted() throws {
    try run(HealthBatches.batch([HealthBatches.sample(1)]), synced: ["*"])
    try store.run("DELETE FROM sample")
    #expect(try sent() == [chunk("step_count", "Watch", "2026-02-10") + " deleted"])
  }

  @Test func aSourcesNameIsEncoded() throws {
    var batch = HealthBatches.batch([HealthBatches.sample(1), HealthBatches.sample(1, source: 1)])
    batch.newSources = [
      HealthSource(name: "Alex’s Watch/2", kind: .watch, origin: .appleHealth),
      HealthSource(name: String(repeating: "é", count: 40), kind: .other, origin: .appleHealth),
    ]
    try run(batch, synced: ["*"])
    let long = "~" + ContentKey.make([String(repeating: "é", count: 40)])
    #expect(
      try Set(store.text("SELECT id FROM outbox WHERE kind = 'samples'"))
        == [chunk("step_count", "Alex%E2%80%99s%20Watch%2F2", "2026-02-10"), chunk("step_count", long, "2026-02-10")])
  }

  @Test func anotherDevicesChunkIsKeptAside() throws {
    let other = SyncRecord(kind: "samples", id: "d2/step_count/Watch/2026-02-10", hlc: 5, dev: "d2", content: .put(#"{"start_ms":[1]}"#))
    let pulled = try OutboxQueue(store.library).apply([other], cursor: "c", snapshot: .none, backendState: "{}", atMs: 0)
    #expect(pulled.foreign == 1)
    #expect(try store.text("SELECT id FROM foreign_record") == [other.id])
    #expect(try store.dump("sample_chunk") + sent() == [])
  }
}
