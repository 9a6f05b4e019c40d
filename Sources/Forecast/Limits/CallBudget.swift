import HealthModel

/// One of the four services that calls go to. The raw value is its name in JSON.
package enum CallTarget: String, Sendable, CaseIterable {
  case weather
  case marine
  case air
  case geocoding

  /// The service of a part.
  package init(_ part: ForecastPart) {
    self =
      switch part {
      case .weather: .weather
      case .marine: .marine
      case .air: .air
      }
  }
}

/// The rate limit of calls to Open-Meteo: at most 12 in any rolling minute and 60 in any rolling hour, over all services, and none to a
/// service for a while after it had trouble.
///
/// A value without a clock: times come in, decisions come out. It is kept in the store, so that it holds over all processes and restarts.
/// The service itself allows 600 a minute, 5,000 an hour and 10,000 a day (open-meteo.com, terms of non-commercial use); a refresh is three.
package struct CallBudget: Sendable, Hashable {
  /// Whether a call may go out.
  package enum Reservation: Sendable, Hashable {
    /// It may, and counts from now on.
    case go
    /// The limit is reached until then, milliseconds since 1970; nothing was counted.
    case waitUntil(Int64)
    /// The service had trouble and is left alone until then, milliseconds since 1970; nothing was counted.
    case pausedUntil(Int64)
  }

  /// The pause of a service after trouble.
  struct Pause: Sendable, Hashable {
    /// No call before then, milliseconds since 1970; 0 when there was no trouble.
    var notBeforeMs: Int64 = 0
    /// Failures since the last success, 0…30.
    var failures = 0
  }

  /// The most calls within `minuteMs`.
  package static let callsPerMinute = 12
  /// The most calls within `hourMs`.
  package static let callsPerHour = 60
  /// The shorter window.
  package static let minuteMs: Int64 = 60_000
  /// The longer window.
  package static let hourMs: Int64 = 3_600_000
  /// The pause after the first failure in a row; it doubles with each further one.
  package static let firstPauseMs: Int64 = 60_000
  /// The longest pause that isn't demanded by the service.
  package static let longestPauseMs: Int64 = 15 * 60_000
  /// The longest pause that a service may demand: its daily limit ends at midnight UTC.
  package static let longestDemandMs: Int64 = 25 * 3_600_000

  /// Times of the last calls, at most 60, the oldest first, milliseconds since 1970.
  package private(set) var times: [Int64] = []
  private var pauses: [CallTarget: Pause] = [:]

  /// A budget that nothing was taken from.
  package init() {}

  /// Takes one call at `nowMs` if that is allowed.
  package mutating func reserve(_ target: CallTarget, at nowMs: Int64) -> Reservation {
    // A clock that was set back must not block for longer than a right one could.
    times = times.map { min($0, nowMs) }
    if var pause = pauses[target] {
      pause.notBeforeMs = min(pause.notBeforeMs, nowMs + CallBudget.longestDemandMs)
      pauses[target] = pause
      if nowMs < pause.notBeforeMs { return .pausedUntil(pause.notBeforeMs) }
    }
    let free = max(freeMs(CallBudget.callsPerMinute, CallBudget.minuteMs), freeMs(CallBudget.callsPerHour, CallBudget.hourMs))
    if nowMs < free { return .waitUntil(free) }
    times = times.suffix(CallBudget.callsPerHour - 1) + [nowMs]
    return .go
  }

  /// A service answered: its trouble, if there was any, is over.
  package mutating func succeeded(_ target: CallTarget) { pauses[target] = nil }

  /// Records a failure of a service: no call for 60 s, twice as long for each further failure in a row up to 15 min, or for as long as the
  /// service demands (at most 25 h) if that is longer.
  ///
  /// - Parameter jitter: 0…1, makes the pause up to a quarter longer, so that many clients don't come back at once.
  package mutating func failed(_ target: CallTarget, at nowMs: Int64, demandMs: Int64?, jitter: Double) {
    var pause = pauses[target] ?? Pause()
    pause.failures = min(pause.failures + 1, 30)
    let doubled = min(CallBudget.firstPauseMs << Int64(min(pause.failures - 1, 10)), CallBudget.longestPauseMs)
    let length = min(doubled + Int64(Double(doubled) / 4 * min(max(jitter, 0), 1)), CallBudget.longestPauseMs)
    let demand = min(max(demandMs ?? 0, 0), CallBudget.longestDemandMs)
    pause.notBeforeMs = max(pause.notBeforeMs, nowMs + max(length, demand))
    pauses[target] = pause
  }

  /// The time until which a service is left alone, milliseconds since 1970. `nil` when it had no trouble.
  package func pausedUntilMs(_ target: CallTarget) -> Int64? { pauses[target]?.notBeforeMs }

  /// The time from which another call fits into a window, milliseconds since 1970.
  private func freeMs(_ count: Int, _ windowMs: Int64) -> Int64 {
    times.count < count ? .min : times[times.count - count] + windowMs + 1
  }

  /// `{"times": […], "pauses": {"marine": {"not_before_ms": 0, "failures": 1}}}`.
  package var json: JSON {
    .object([
      ("times", .array(times.map { JSON($0) })),
      (
        "pauses",
        .object(
          CallTarget.allCases.compactMap { target in
            pauses[target].map { pause in
              (target.rawValue, .object([("not_before_ms", JSON(pause.notBeforeMs)), ("failures", JSON(pause.failures))]))
            }
          })
      ),
    ])
  }

  /// Reads what `json` writes; what isn't there or makes no sense counts as nothing.
  package init(json: JSON) {
    let range = NumberRules.timesMs
    times = Array((json["times"].array ?? []).compactMap(\.int).filter(range.contains).sorted().suffix(CallBudget.callsPerHour))
    for target in CallTarget.allCases {
      let pause = json["pauses"][target.rawValue]
      guard let notBefore = pause["not_before_ms"].int, range.contains(notBefore) else { continue }
      pauses[target] = Pause(notBeforeMs: notBefore, failures: Int(min(max(0, pause["failures"].int ?? 0), 30)))
    }
  }
}
