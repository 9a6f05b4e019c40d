import HealthModel

/// The state machine's inputs from the outside world at one step: the time on two clocks, and one random number.
package struct SyncInstant: Sendable, Equatable {
  /// Milliseconds since 1970 by the wall clock, which may jump.
  package var ms: Int64
  /// Milliseconds since the machine started, sleep included; never jumps.
  package var bootMs: Int64
  /// The boot of the machine that `bootMs` counts from.
  package var boot: String
  /// Minutes east of UTC, for times shown to a person.
  package var utcOffsetMin: Int
  /// Uniform in 0..<1, a new one at each step.
  package var random: Double

  /// An instant with everything given.
  package init(ms: Int64, bootMs: Int64, boot: String, utcOffsetMin: Int, random: Double) {
    self.ms = ms
    self.bootMs = bootMs
    self.boot = boot
    self.utcOffsetMin = utcOffsetMin
    self.random = random
  }

  /// The start of the local day, in milliseconds since 1970, by the current offset.
  package var midnightMs: Int64 {
    let offsetMs = Int64(utcOffsetMin) * 60_000
    let sinceMidnight = (ms + offsetMs) % Self.dayMs
    return ms - (sinceMidnight < 0 ? sinceMidnight + Self.dayMs : sinceMidnight)
  }

  /// Milliseconds until the local day ends, 1…86,400,000.
  package var msToMidnight: Int64 { midnightMs + Self.dayMs - ms }

  private static let dayMs: Int64 = 86_400_000

  /// The local time of day `waitMs` from now, `HH:MM`.
  package func clock(inMs waitMs: Int64 = 0) -> String { Moment(ms: ms + waitMs, utcOffsetMin: utcOffsetMin).clock }
}

/// A time before which nothing is sent, kept on both clocks: a jump of the wall clock doesn't lengthen the wait while the machine stays up.
package struct Deadline: Sendable, Codable, Equatable {
  /// By the wall clock, in milliseconds since 1970.
  package let ms: Int64
  /// By the boot clock, in milliseconds.
  package let bootMs: Int64
  /// The boot of the machine that `bootMs` belongs to.
  package let boot: String

  /// The longest wait for a deadline: 6 h.
  package static let longestMs: Int64 = 6 * 3600 * 1000

  /// `waitMs` from now, at most 6 h.
  package init(_ waitMs: Int64, after now: SyncInstant) {
    let wait = min(max(waitMs, 0), Deadline.longestMs)
    ms = now.ms + wait
    bootMs = now.bootMs + wait
    boot = now.boot
  }

  /// Reads what was stored. Throws for times that no clock shows: the library is a file, which others may have written.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    ms = try values.number(.ms, in: NumberRules.timesMs)
    bootMs = try values.number(.bootMs, in: NumberRules.timesMs)
    boot = try values.decode(String.self, forKey: .boot)
  }

  /// Milliseconds left, 0 when it has passed: by the boot clock, or by the wall clock (but at most 6 h) after a restart of the machine.
  package func remainingMs(at now: SyncInstant) -> Int64 {
    let left = boot == now.boot ? bootMs - now.bootMs : ms - now.ms
    return min(max(left, 0), Deadline.longestMs)
  }

  /// The same wait by the clocks of this start of the machine.
  package func rebased(at now: SyncInstant) -> Deadline { boot == now.boot ? self : Deadline(remainingMs(at: now), after: now) }
}
