/// One value for each of the four modes, stored inline.
package struct ModeScores: Sendable, Hashable {
  private let swimSolo: HourScore
  private let swimDog: HourScore
  private let runSolo: HourScore
  private let runDog: HourScore

  /// The scores that `score` returns for each mode.
  init(_ score: (ActivityMode) -> HourScore) {
    swimSolo = score(.swimSolo)
    swimDog = score(.swimDog)
    runSolo = score(.runSolo)
    runDog = score(.runDog)
  }

  /// The score in a mode.
  package subscript(mode: ActivityMode) -> HourScore {
    switch mode {
    case .swimSolo: swimSolo
    case .swimDog: swimDog
    case .runSolo: runSolo
    case .runDog: runDog
    }
  }
}
