import FoundationEssentials
import Glibc

/// Time, chance and waiting, so that tests have their own.
package struct SyncClock: Sendable {
  /// The instant now, with a new random number each time.
  package var instant: @Sendable () -> SyncInstant
  /// Comes back so many milliseconds later; throws when the task is cancelled.
  package var wait: @Sendable (_ ms: Int64) async throws -> Void
  /// Milliseconds from any fixed point, for measuring.
  package var elapsedMs: @Sendable () -> Double

  /// A clock with everything given.
  package init(
    instant: @escaping @Sendable () -> SyncInstant, wait: @escaping @Sendable (_ ms: Int64) async throws -> Void,
    elapsedMs: @escaping @Sendable () -> Double
  ) {
    self.instant = instant
    self.wait = wait
    self.elapsedMs = elapsedMs
  }

  /// The computer's own.
  package static var system: SyncClock {
    let boot = bootID
    return SyncClock(
      instant: {
        let ms = milliseconds(of: CLOCK_REALTIME)
        return SyncInstant(
          // The boot clock counts while the machine sleeps, too.
          ms: ms, bootMs: milliseconds(of: CLOCK_BOOTTIME), boot: boot, utcOffsetMin: utcOffsetMin(atMs: ms),
          random: Double.random(in: 0..<1))
      },
      wait: { ms in try await Task.sleep(for: .milliseconds(ms)) },
      elapsedMs: {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
      })
  }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func utcOffsetMin(atMs ms: Int64) -> Int {
    var seconds = time_t(ms / 1000)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return local.tm_gmtoff / 60
  }

  /// Linux's id of the current boot; on systems without one, all boots have the same id.
  private static var bootID: String {
    guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/sys/kernel/random/boot_id")) else { return "" }
    return String(decoding: bytes.prefix(36), as: UTF8.self)
  }
}
