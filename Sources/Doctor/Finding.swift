import HealthModel

/// The finding of one check.
package struct Finding: Equatable, Sendable {
  /// The severity of a finding.
  package enum Verdict: String, Comparable, Sendable {
    case ok, warn, fail

    package static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warn: 1
      case .fail: 2
      }
    }
  }

  /// The check's name; it doesn't change from release to release.
  package let check: String
  package let verdict: Verdict
  /// One line, without anything personal: no value, no name of a meal, and the home as `~`.
  package let words: String
  /// Advice on how to fix it, a command where there is one. `nil` = none.
  package let remedy: String?

  package static func ok(_ check: String, _ words: String) -> Finding { Finding(check: check, verdict: .ok, words: words, remedy: nil) }

  package static func warn(_ check: String, _ words: String, _ remedy: String?) -> Finding {
    Finding(check: check, verdict: .warn, words: words, remedy: remedy)
  }

  package static func fail(_ check: String, _ words: String, _ remedy: String?) -> Finding {
    Finding(check: check, verdict: .fail, words: words, remedy: remedy)
  }

  /// As in the JSON contract.
  package var json: JSON {
    .object([("check", .string(check)), ("verdict", .string(verdict.rawValue)), ("message", .string(words)), ("remedy", JSON(remedy))])
  }
}

/// One check of `hsync doctor`. It changes nothing. Checks run on the main thread, one after the other.
@MainActor package protocol Checkup {
  /// Runs the check. Never throws: a failure to check is a finding, too.
  func findings() async -> [Finding]
}
