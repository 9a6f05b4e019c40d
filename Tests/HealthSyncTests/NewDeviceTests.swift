import Foundation
import GRDB
import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// A library that was restored from a backup or copied goes on as another device: what bears the device's name gets the new one.
@Suite struct NewDeviceTests {
  private static let day = "2026-02-10"

  /// A device with a day's summary, a weighed day, a night of its making and a chunk of samples, all of them pushed.
  private static func pushed(to backend: ReferenceBackend) async throws -> SyncFixture {
    let device = try SyncFixture()
    try device.execute(
      """
      INSERT INTO day_summary(id, day, zone, steps, samples, rule_version) SELECT '\(day)/' || device, '\(day)', 'UTC', 5000, 50, 1 FROM sync_state;
      INSERT INTO weight(id, day, kg, measured_at_ms, utc_offset_min, source)
        SELECT '\(day)/' || device, '\(day)', 70, 1770724980000, 0, 'Scale' FROM sync_state;
      INSERT INTO derived(kind, id, day) SELECT 'weight', '\(day)/' || device, '\(day)' FROM sync_state;
      INSERT INTO health_type(id, name) VALUES (1, 'step_count');
      INSERT INTO health_source(id, name, kind, origin) VALUES (1, 'Watch', 'watch', 'apple_health');
      INSERT INTO health_unit(id, name, stored, factor, shift) VALUES (1, 'count', '', 1, 0);
      INSERT INTO health_import(n, origin, file, started_at_ms, state) VALUES (1, 'apple_health', 'x', 1, 'done');
      INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import) VALUES (1, 1770724980000, 1, 60000, 12, 1, 1);
      INSERT INTO sample_chunk(id, type, source, utc_day) SELECT device || '/step_count/Watch/\(day)', 1, 1, '\(day)' FROM sync_state;
      """)
    #expect(try await device.engine(backend.url).run(reason: .person).pushed == 3)
    return device
  }

  private static func name(_ device: SyncFixture) throws -> String { try device.text("SELECT device FROM sync_state") }

  @Test func rowsOfThisDevicesNameGetTheNewOne() async throws {
    let backend = try ReferenceBackend()
    let device = try await Self.pushed(to: backend)
    let old = try Self.name(device)
    let backup = device.folder.file("backup.db")
    try device.executeUnchecked("VACUUM INTO '\(backup)'")
    try device.add(["later"])
    _ = try await device.engine(backend.url).run(reason: .person)

    let restored = try SyncFixture(copying: backup)
    try restored.add(["f"])
    let report = try await restored.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    let new = try Self.name(restored)
    #expect(new != old)
    #expect(try restored.waiting() == "0|0|0")
    let ids = ["\(Self.day)/\(new)", "\(Self.day)/\(new)", "\(new)/step_count/Watch/\(Self.day)", "f", "later"].sorted()
    #expect(backend.ids() == ids)
    #expect(try restored.text("SELECT id FROM day_summary UNION ALL SELECT id FROM weight") == "\(Self.day)/\(new)\n\(Self.day)/\(new)")
    #expect(try restored.text("SELECT id FROM derived") == "\(Self.day)/\(new)")
    #expect(try restored.text("SELECT id FROM sample_chunk") == "\(new)/step_count/Watch/\(Self.day)")
    // Nothing is left over that the next run would send.
    #expect(try await restored.engine(backend.url).run(reason: .person).pushed == 0)
  }

  /// The backend's summary of the day is newer than the backup, so the backup's older id doesn't delete it.
  @Test func aNewerSummaryOnTheBackendSurvivesTheOldName() async throws {
    let backend = try ReferenceBackend()
    let device = try await Self.pushed(to: backend)
    let old = try Self.name(device)
    let backup = device.folder.file("backup.db")
    try device.executeUnchecked("VACUUM INTO '\(backup)'")
    try device.execute("UPDATE day_summary SET steps = 10000, samples = 99")
    _ = try await device.engine(backend.url).run(reason: .person)

    let restored = try SyncFixture(copying: backup)
    try restored.add(["f"])
    let report = try await restored.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil && report.conflicts == 0)
    #expect(backend.text().contains(#""steps":10000"#))
    #expect(try restored.text("SELECT steps FROM day_summary ORDER BY samples DESC LIMIT 1") == "10000.0")
    #expect(try restored.text("SELECT steps FROM day_summary WHERE id = '\(Self.day)/\(old)'") == "10000.0")
    #expect(try restored.waiting() == "0|0|0")
  }

  /// Refused, edited or never sent: the new name is offered whatever the old one was to the backend.
  @Test func whatWasWaitingWaitsUnderTheNewName() async throws {
    let backend = try ReferenceBackend()
    let device = try await Self.pushed(to: backend)
    let old = try Self.name(device)
    try device.execute(
      """
      UPDATE weight SET kg = 71;
      INSERT INTO quarantine SELECT kind, id, hlc + 9, 'range', 'm', 1 FROM version WHERE kind = 'day_summary';
      """)
    try device.queue.becomeDevice("00000000", backendState: "{}")
    let waiting = try device.text("SELECT kind, id FROM outbox ORDER BY 1, 2")
    #expect(
      waiting
        == """
        day_summary|\(Self.day)/00000000
        day_summary|\(Self.day)/\(old)
        samples|00000000/step_count/Watch/\(Self.day)
        samples|\(old)/step_count/Watch/\(Self.day)
        weight|\(Self.day)/00000000
        weight|\(Self.day)/\(old)
        """.sortedLines)
    #expect(try device.text("SELECT count(*) FROM quarantine") == "0")
    #expect(try device.text("SELECT count(*) FROM outbox AS o JOIN version AS v USING (kind, id) WHERE o.hlc <= v.hlc") == "0")
    #expect(try device.text("SELECT hlc >= (SELECT max(hlc) FROM outbox), applying FROM sync_state") == "1|0")
  }
}

extension String {
  fileprivate var sortedLines: String { split(separator: "\n").sorted().joined(separator: "\n") }
}
