/// The last good forecast of a place, and what became of asking for a newer one.
package struct ForecastAnswer: Sendable {
  /// The forecast. `nil` when no part ever answered.
  package let forecast: PlaceForecast?
  /// The outcome of each part.
  package let outcomes: PerPart<PartOutcome>
  /// The reason why a new forecast couldn't be kept for later. `nil` when it was, or there was nothing new.
  package let cacheError: ForecastError?

  /// The trouble of a part. `nil` when it is new enough.
  package func trouble(of part: ForecastPart) -> ForecastTrouble? {
    if case .trouble(let trouble) = outcomes[part] { trouble } else { nil }
  }

  /// Whether a part arrived anew or was confirmed: its age, by which notices are planned, is another one.
  package var isNew: Bool { ForecastPart.allCases.contains { outcomes[$0] == .updated || outcomes[$0] == .unchanged } }

  /// Whether all parts that were asked for failed because there is no network.
  package var isOffline: Bool {
    let troubles = ForecastPart.allCases.compactMap { trouble(of: $0) }
    return !troubles.isEmpty
      && troubles.allSatisfy { trouble in
        switch trouble {
        case .offline, .unreachable: true
        case .limited, .temporary, .refused: false
        }
      }
  }
}

/// The outcome of asking for one part of a forecast. Whatever it is, the last good answer is kept.
package enum PartOutcome: Sendable, Hashable {
  /// It is new enough and wasn't asked for.
  case recent
  /// A new answer arrived.
  case updated
  /// The service confirmed that the last answer still holds.
  case unchanged
  /// There is no newer answer.
  case trouble(ForecastTrouble)
}

/// Whether the network is asked for a newer forecast.
package enum ForecastRefresh: Sendable, Hashable {
  /// Never: the last good forecast, however old.
  case never
  /// Parts that are at least an hour old.
  case ifDue
  /// All parts but those that arrived within the last minute: the user asked for it.
  case now

  /// The age from which a part is asked for, milliseconds. `nil` means never.
  var dueAfterMs: Int64? {
    switch self {
    case .never: nil
    case .ifDue: 3_600_000
    case .now: 60_000
    }
  }
}
