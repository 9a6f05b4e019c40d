import HealthModel
import Synchronization
import TestSupport
import Transport

@testable import Forecast

/// A memory of calls that lasts as long as the test.
final class TestMemory: CallMemory {
  private struct State {
    var budget = CallBudget()
    var isBroken = false
  }
  private let state = Mutex(State())

  /// Fails from now on, as a full disk does.
  func breakDown() { state.withLock { $0.isBroken = true } }

  var budget: CallBudget { state.withLock { $0.budget } }

  func withBudget<T: Sendable>(_ body: @Sendable (inout CallBudget) -> T) throws -> T {
    try state.withLock { state in
      if state.isBroken { throw DiskFull() }
      return body(&state.budget)
    }
  }
}

struct DiskFull: UserFacingError {
  let message = "the disk is full"
  let hint: Hint? = "make room"
  let kind = ErrorKind.io
}

/// A client with its memory, its cache and its clock.
struct ForecastWorld {
  /// 2026-06-01 05:00 UTC.
  static let startMs: Int64 = 1_780_290_000_000

  let memory = TestMemory()
  let clock = ManualClock(ms: ForecastWorld.startMs)
  let folder: TemporaryFolder
  let place = Place.standard

  init() throws { folder = try TemporaryFolder() }

  var cache: ForecastCache { ForecastCache(folder: folder.path + "/forecasts") }

  func client(_ address: String, timeouts: Timeouts? = nil) -> OpenMeteo {
    OpenMeteo(
      addresses: ForecastAddresses(weather: address, marine: address + "/", air: address, geocoding: address),
      userAgent: "hsync/1.0 (test@example.org)", memory: memory, cache: cache, transport: CurlTransport(), timeouts: timeouts,
      now: { [clock] in clock.nowMs }, pause: { _ in })
  }
}

extension PartOutcome {
  /// `recent`, `updated`, `unchanged`, or the kind of the trouble.
  var word: String {
    switch self {
    case .recent: "recent"
    case .updated: "updated"
    case .unchanged: "unchanged"
    case .trouble(.offline): "offline"
    case .trouble(.unreachable): "unreachable"
    case .trouble(.limited): "limited"
    case .trouble(.temporary): "temporary"
    case .trouble(.refused): "refused"
    }
  }
}

extension ForecastAnswer {
  /// The words for weather, sea and air.
  var words: [String] { ForecastPart.allCases.map { outcomes[$0].word } }
}
