import HealthModel
import Synchronization

/// The server's time: the wall clock, as long as it is plausible.
///
/// Tokens end, deletions and events are forgotten, and versions of the future are put right by this time, so that one wrong moment could do harm
/// for years. While the server runs, a wall clock that has left the clock since boot by more than a day isn't followed any more.
package final class ServerClock: Sendable {
  private let wall: @Sendable () -> Int64
  private let boot: @Sendable () -> Int64
  private let onJump: @Sendable (Int64) -> Void
  private let state: Mutex<State>

  private struct State {
    /// Wall clock minus clock since boot, the last time that both agreed.
    var offset: Int64
    /// Whether the wall clock was reported as wrong.
    var hasJumped = false
  }

  /// The longest jump of the wall clock while the server runs, forward or back, in milliseconds: a day.
  static let tolerance: Int64 = 86_400_000

  /// The longest time, in milliseconds, that a stored time may lie ahead of a clock that was put back: a week. One further ahead was
  /// stored by a clock that was wrong.
  static let longestStep: Int64 = 7 * 86_400_000

  /// The years that a time of anything may lie in: 1970 to 9999, in milliseconds.
  static let years: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The plausible range of the system clock: 2025 to 2099, in milliseconds since 1970.
  static let lifetime: Range<Int64> = 1_735_689_600_000..<4_102_444_800_000

  /// The longest absence of a server, in milliseconds, after which a start is plausible: 366 days.
  static let longestAbsence: Int64 = 366 * 86_400_000

  /// A clock that starts with the wall clock's time.
  ///
  /// - Parameters:
  ///   - wall: milliseconds since 1970.
  ///   - boot: milliseconds since any moment, suspended time included; a clock that can't be set.
  ///   - onJump: called once with the wall clock's time when it is no longer followed.
  package init(
    wall: @escaping @Sendable () -> Int64, boot: @escaping @Sendable () -> Int64, onJump: @escaping @Sendable (Int64) -> Void = { _ in }
  ) {
    self.wall = wall
    self.boot = boot
    self.onJump = onJump
    state = Mutex(State(offset: wall() - boot()))
  }

  /// Milliseconds since 1970.
  package var nowMs: Int64 {
    let (wallMs, bootMs) = (wall(), boot())
    let (now, isNewJump) = state.withLock { state in
      let expected = bootMs + state.offset
      if abs(wallMs - expected) <= ServerClock.tolerance {
        state.offset = wallMs - bootMs
        state.hasJumped = false
        return (wallMs, false)
      }
      defer { state.hasJumped = true }
      return (expected, !state.hasJumped)
    }
    if isNewJump { onJump(wallMs) }
    return now
  }

  /// The time by which an owner's records are stored: the server's clock, or the last time stored for this owner if that is up to a week later (a
  /// clock that was put back). A later one was a clock that was wrong then.
  static func time(_ nowMs: Int64, stored: Int64) -> Int64 { (nowMs...nowMs + longestStep).contains(stored) ? stored : nowMs }

  /// Throws when a server can't be starting at `nowMs`, as far as it can be known.
  ///
  /// - Parameter lastMs: when it was there last; `nil` = never.
  static func requirePlausible(_ nowMs: Int64, lastMs: Int64?) throws(BackendError) {
    let hint: Hint = "set the clock; if the time is right: hsync-backend serve --trust-clock"
    let now = Moment(ms: min(max(nowMs, years.lowerBound), years.upperBound), utcOffsetMin: 0).iso8601
    guard lifetime.contains(nowMs) else { throw BackendError(.clock, "this machine's clock says \(now)", hint: hint) }
    if let lastMs, years.contains(lastMs), nowMs - lastMs > longestAbsence {
      let last = Moment(ms: lastMs, utcOffsetMin: 0).iso8601
      throw BackendError(.clock, "this machine's clock says \(now), but this backend was last used at \(last)", hint: hint)
    }
  }
}
