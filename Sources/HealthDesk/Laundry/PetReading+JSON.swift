import HealthModel
import LaundryPet

extension PetReading {
  /// As in the JSON contract (`docs/json.md`).
  package var json: JSON {
    .object([
      ("id", .string(pet.id)), ("name", .string(pet.name)), ("state", .string(stage.rawValue)), ("health", JSON(health.value)),
      ("health_percent", JSON(health.percent)), ("mood", .string(health.mood.rawValue)), ("status", .string(status)),
      ("started_at_ms", JSON(ms: task?.startedAtMs)), ("ends_at_ms", JSON(ms: task?.endsAtMs)),
      ("progress", progress.map { JSON($0) } ?? .null), ("wash_min", JSON(pet.washMinutes)), ("dry_min", JSON(pet.dryMinutes)),
      ("every_days", JSON(pet.everyDays)), ("created_at_ms", JSON(pet.createdAtMs)), ("folded_at_ms", JSON(ms: history.foldedAtMs)),
      ("cycles", JSON(history.cycles)), ("streak", JSON(history.streak)), ("longest_streak", JSON(history.longestStreak)),
      ("actions", .array(actions.map { .string($0.rawValue) })),
    ])
  }
}

extension JSON {
  /// A time, or `null` for `nil`.
  fileprivate init(ms: Int64?) { self = ms.map { JSON($0) } ?? .null }
}
