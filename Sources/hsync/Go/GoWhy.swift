import ActivityWindow
import HealthDesk
import HealthModel

/// The reasons for an hour's scores and for the windows of its day.
struct GoWhy {
  let view: GoView
  let hour: PlanHour
  let modes: [ActivityMode]

  /// A block for each mode.
  var lines: [String] {
    let title = "\(GoWords.title(hour.day, today: view.today)) \(hour.clock)"
    return view.headLines + [Terminal.styled(title, .bold)] + modes.flatMap(block) + [GoView.attribution]
  }

  private func block(_ mode: ActivityMode) -> [String] {
    let words = GoWords(view.setup.profile)
    let reasons = view.plan.reasons(for: hour, in: mode)
    var lines = ["\(words.title(mode).onOneLine): \(reasons.score.score) \(reasons.score.tier.rawValue)"]
    if hour.forecast.isEmpty {
      lines.append("  no forecast for this hour")
    } else if let gate = reasons.score.gate {
      lines.append("  0: \(words.reason(gate).onOneLine)" + (reasons.gateRules.isEmpty ? "" : " (\(rules(reasons.gateRules)))"))
    } else if reasons.penalties.isEmpty {
      lines.append("  100: no rule takes points off")
    } else {
      var columns = Columns([.right, .left])
      for penalty in reasons.penalties { columns.add(["-\(penalty.rule.points ?? 0)", GoWords.words(penalty.rule)]) }
      lines += columns.lines(indent: 2)
    }
    if !reasons.missing.isEmpty, !hour.forecast.isEmpty {
      lines.append("  not known, so it costs nothing: \(reasons.missing.map(GoWords.noun).joined(separator: ", "))")
    }
    return lines + [dayLine(mode)]
  }

  private func rules(_ rules: [ScoreRule]) -> String { rules.map { GoWords.words($0) }.joined(separator: "; ") }

  private func dayLine(_ mode: ActivityMode) -> String {
    switch view.plan.reasons(for: hour.day, in: mode).verdict {
    case .windows(let windows):
      return "  windows of the day: " + windows.map { "\(GoWords.span($0)) (\(Int(nearest: $0.meanScore)))" }.joined(separator: ", ")
    case .noForecast: return "  no forecast for the day"
    case .gated(let gates):
      let words = GoWords(view.setup.profile)
      let counts = gates.map { "\(words.reason($0.gate)) (\(Quantity.count($0.hours, "hour")))" }.joined(separator: ", ")
      return "  no window: \(counts.onOneLine)"
    case .nearestMiss(let miss):
      let decisive = miss.decisive.map(\.name).joined(separator: " or ").replacing("_", with: " ")
      let cure = decisive.isEmpty ? "" : "; without \(decisive) it would be one"
      return "  no window: nearest is \(miss.hour.clock) with \(miss.hour.scores[mode].score), \(miss.lackingPoints) short\(cure)"
    }
  }

  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("time", .string(hour.localTime)), ("utc_ms", JSON(hour.startMs)), ("scoring_version", .string(Scoring.version)),
      ("modes", .object(modes.map { ($0.rawValue, json($0)) })),
    ])
  }

  private func json(_ mode: ActivityMode) -> JSON {
    let reasons = view.plan.reasons(for: hour, in: mode)
    return .object([
      ("score", JSON(reasons.score.score)), ("label", .string(reasons.score.tier.rawValue)), ("gate", JSON(reasons.score.gate?.rawValue)),
      ("gate_rules", .array(reasons.gateRules.map { GoWhy.json($0, factor: nil) })),
      ("penalties", .array(reasons.penalties.map { GoWhy.json($0.rule, factor: $0.factor.name) })),
      ("missing", .array(reasons.missing.map { .string($0.rawValue) })), ("day", .string(dayLine(mode).trimmed)),
    ])
  }

  private static func json(_ rule: ScoreRule, factor: String?) -> JSON {
    .object([
      ("factor", JSON(factor)), ("value_of", .string(rule.field.rawValue)), ("value", JSON(rule.value)),
      ("threshold", JSON(rule.threshold)),
      ("is", .string(rule.isUpperLimit ? "at_most" : "at_least")), ("points", rule.points.map { JSON($0) } ?? .null),
    ])
  }
}
