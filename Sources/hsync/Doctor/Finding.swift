import HealthModel

/// The finding of one check.
struct Finding: Equatable {
  /// The severity of a finding.
  enum Verdict: String, Comparable {
    case ok, warn, fail

    static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warn: 1
      case .fail: 2
      }
    }
  }

  /// The check's name; it doesn't change from release to release.
  let check: String
  let verdict: Verdict
  /// One line, without anything personal: no value, no name of a meal, and the home as `~`.
  let words: String
  /// Advice on how to fix it, a command where there is one. `nil` = none.
  let remedy: String?

  static func ok(_ check: String, _ words: String) -> Finding { Finding(check: check, verdict: .ok, words: words, remedy: nil) }

  static func warn(_ check: String, _ words: String, _ remedy: String?) -> Finding {
    Finding(check: check, verdict: .warn, words: words, remedy: remedy)
  }

  static func fail(_ check: String, _ words: String, _ remedy: String?) -> Finding {
    Finding(check: check, verdict: .fail, words: words, remedy: remedy)
  }

  /// As in the JSON contract.
  var json: JSON {
    .object([("check", .string(check)), ("verdict", .string(verdict.rawValue)), ("message", .string(words)), ("remedy", JSON(remedy))])
  }
}

/// One check of `hsync doctor`. It changes nothing. Checks run on the main thread, one after the other.
@MainActor protocol Checkup {
  /// Runs the check. Never throws: a failure to check is a finding, too.
  func findings() async -> [Finding]
}
