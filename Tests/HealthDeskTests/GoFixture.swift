import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Transport

/// Activity windows of a library with a service on loopback, at a time of the test: 2026-06-01 05:30 UTC, 08:30 in Jerusalem, unless it is
/// moved.
struct GoFixture {
  /// 2026-06-01 05:30 UTC, a Monday.
  static let startMs: Int64 = 1_780_291_800_000

  let desk: DeskFixture
  let service: FakeForecast
  let clock: DeskClock

  init(hour: @escaping @Sendable (Int64) -> FakeForecast.Hour = { _ in FakeForecast.Hour() }) throws {
    desk = try DeskFixture()
    clock = desk.clock
    service = try FakeForecast(from: GoFixture.startMs, hour: hour)
    clock.manual.advance(ms: GoFixture.startMs - clock.nowMs)
  }

  var library: Library { desk.library }
  var cache: ForecastCache { ForecastCache(folder: desk.folder.file("forecasts")) }
  var go: GoDesk { GoDesk(library, clock: clock) }

  func client(_ address: String? = nil) -> OpenMeteo {
    let address = address ?? service.url
    let clock = clock
    return OpenMeteo(
      addresses: ForecastAddresses(weather: address, marine: address, air: address, geocoding: address), userAgent: "hsync/test",
      memory: LibraryCallMemory(library), cache: cache, transport: CurlTransport(), now: { clock.nowMs }, pause: { _ in })
  }

  func view(_ refresh: ForecastRefresh = .ifDue, at address: String? = nil) async throws -> GoView {
    try await go.view(client(address), refresh: refresh)
  }

  /// Sets up a profile.
  func setUp(_ change: (inout GoProfileChange) -> Void = { _ in }) throws {
    var profile = GoProfileChange()
    profile.activities = [.swim, .run]
    change(&profile)
    try go.change(profile)
  }

  func later(minutes: Int64) { clock.manual.advance(ms: minutes * 60_000) }
}
