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
  /// What to do about it, a command where there is one. `nil` = there is nothing to do.
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

/// One thing that `hsync doctor` looks at. It changes nothing. On the main thread, where one check comes after the other.
@MainActor protocol Checkup {
  /// Looks now. Never throws: what can't be looked at is a finding, too.
  func findings() async -> [Finding]
}
