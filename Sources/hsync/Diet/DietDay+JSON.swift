import DietPlan
import HealthDesk
import HealthModel

extension DietDay {
  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    let degrees = ring.wholeDegrees
    return .object([
      ("day", .string(day.description)), ("phase", JSON(phase?.rawValue)), ("day_of_phase", dayOfPhase.map { JSON($0) } ?? .null),
      ("days_to_switch", daysToSwitch.map { JSON($0) } ?? .null), ("cycle", state.cycle.map { JSON($0) } ?? .null),
      ("maintenance_kcal", JSON(maintenanceKcal)), ("target_kcal", JSON(target.kcal)),
      ("goal", DietDay.grams(goals.grams.map(Optional.some))),
      ("eaten", .object([("energy_kcal", eaten.knownEnergyKcal.map(DietDay.hundredths) ?? .null)] + DietDay.members(eaten.grams))),
      ("unknown", eaten.unknownJSON),
      ("remaining_kcal", DietDay.hundredths(remainingKcal)),
      (
        "smileys",
        .object(Macro.allCases.map { macro in (macro.rawValue, JSON(smileys[macro].map(DietWords.sign))) })
      ),
      ("ring_degrees", .object(Macro.allCases.map { ($0.rawValue, JSON(degrees[$0])) })), ("streak_days", JSON(streak.days)),
      (
        "weight",
        .object([
          ("kg", weight.kg.map { JSON($0) } ?? .null), ("average_kg", DietDay.tenths(weight.averageKg)),
          ("trend_kg", DietDay.tenths(weight.trendKg)),
        ])
      ),
    ])
  }

  private static func grams(_ grams: PerMacro<Double?>) -> JSON { .object(members(grams)) }

  private static func members(_ grams: PerMacro<Double?>) -> [(String, JSON)] {
    Macro.allCases.map { macro in ("\(macro.rawValue)_g", grams[macro].map(hundredths) ?? .null) }
  }

  /// Without a sign at zero.
  private static func hundredths(_ value: Double) -> JSON { JSON((value * 100).rounded() / 100 + 0) }

  private static func tenths(_ value: Double?) -> JSON { value.map { JSON(($0 * 10).rounded() / 10 + 0) } ?? .null }
}

extension DietWhy {
  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("topic", .string(topic.rawValue)), ("title", .string(DietWords.title(topic, goal: goal))),
      ("bullets", .array(DietWords.chosen.bullets(self).map(JSON.string))),
      ("studies", .array(studies.map { .string(DietWords.citation($0)) })),
    ])
  }
}
