import HealthModel
import TestSupport
import Testing

@testable import HealthStore
@testable import HealthSync

/// Foods with the user's own values on two devices.
@Suite struct OwnFoodSyncTests {
  private let backend: ReferenceBackend
  private let first: SyncFixture
  private let second: SyncFixture
  private let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  init() throws {
    backend = try ReferenceBackend()
    (first, second) = (try SyncFixture(), try SyncFixture())
  }

  private func put(_ kcal: Double, on device: SyncFixture) throws {
    let food = OwnFood(
      id: "", gtin: GTIN(number: 9_520_000_000_004), name: "Oats", servingText: "1 bowl", servingG: 45,
      nutrition: Nutrition(energyKcal: kcal, proteinG: 13.5), createdAtMs: 1)
    try OwnFoods(device.library).put(food, title: "kept", at: noon)
  }

  private func all(_ device: SyncFixture) throws -> [OwnFood] { try OwnFoods(device.library).all() }

  private func sync(_ device: SyncFixture) async throws -> SyncReport { try await device.engine(backend.url).run(reason: .person) }

  @Test func bothDevicesHaveTheSame() async throws {
    try put(370, on: first)
    #expect(try await sync(first).pushed == 1)
    #expect(try await sync(second).pulled == 1)
    #expect(try all(second) == all(first) && all(second).first?.servingText == "1 bowl")
    _ = try OwnFoods(second.library).delete("9520000000004", title: "removed", at: noon)
    #expect(try await sync(second).pushed == 1)
    #expect(try await sync(first).pulled == 1)
    #expect(try all(first).isEmpty)
  }

  /// Values for one barcode on two devices are one record: the later ones win on both.
  @Test func theSameBarcodeIsOneRecord() async throws {
    try put(370, on: first)
    try put(380, on: second)
    for device in [first, second, first, second] { _ = try await sync(device) }
    #expect(try all(first) == all(second) && all(first).count == 1)
  }
}
