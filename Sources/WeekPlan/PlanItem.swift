import HealthModel

/// A workout or a meal that is planned for a day.
///
/// A series (`repeats` is set, `repeatOf` is `nil`) applies to its weekday in every week from `day` on. A week shows
/// its occurrences: `repeatOf` is the id of the series, `id` is `<series>/<monday of the week>`, the same on every
/// device.
package struct PlanItem: Sendable, Hashable {
  /// The record's id: a UUIDv7 for what hsync makes; of an occurrence `<series>/<monday>`.
  package var id: String
  /// The short id for users: 8 characters of `ShortID.alphabet`, unique in its library. An occurrence has that of its
  /// series.
  package var shortID: String
  /// A workout, or which meal.
  package var kind: Kind
  /// Without spaces at its ends, 1 to `longestTitle` characters.
  package var title: String
  /// The local day it is planned for; of a series the first.
  package var day: Day
  /// Whether it is done.
  package var isCompleted: Bool
  /// The time at which it was ticked, milliseconds UTC. `nil` when it isn't, or when a bare SQL edit ticked it.
  package var completedAtMs: Int64?
  /// The time at which it was made, milliseconds UTC.
  package var createdAtMs: Int64
  /// The repetition of a series; for an occurrence, that of its series. `nil` = once.
  package var repeats: Repeat?
  /// The id of the series that this is an occurrence of.
  package var repeatOf: String?
  /// Whether it is worked out from its series alone: it has no row of its own (yet).
  package var isOccurrence: Bool

  /// The kind of a planned item.
  package enum Kind: Sendable, Hashable {
    case workout
    case meal(PlannedMeal)

    /// `workout` or `meal`.
    package var type: String { self == .workout ? "workout" : "meal" }

    /// The meal of the day, `nil` for a workout.
    package var meal: PlannedMeal? { if case .meal(let meal) = self { meal } else { nil } }

    /// The kind of a record's `type` and `meal_type`, `nil` when they fit none.
    package init?(type: String, mealType: String?) {
      switch (type, mealType) {
      case ("workout", nil): self = .workout
      case ("meal", let name?):
        guard let meal = PlannedMeal(rawValue: name) else { return nil }
        self = .meal(meal)
      default: return nil
      }
    }
  }

  /// The repetition of a series.
  package enum Repeat: Sendable, Hashable {
    /// Each week on the same weekday, through `until`; `nil` = without an end.
    case weekly(until: Day?)

    /// The last day on which it may occur, `nil` = there is none.
    package var until: Day? { if case .weekly(let until) = self { until } else { nil } }
  }

  /// Most characters of a title.
  package static let longestTitle = 500

  /// An item with everything given.
  package init(
    id: String, shortID: String, kind: Kind, title: String, day: Day, isCompleted: Bool = false, completedAtMs: Int64? = nil,
    createdAtMs: Int64, repeats: Repeat? = nil, repeatOf: String? = nil, isOccurrence: Bool = false
  ) {
    self.id = id
    self.shortID = shortID
    self.kind = kind
    self.title = title
    self.day = day
    self.isCompleted = isCompleted
    self.completedAtMs = completedAtMs
    self.createdAtMs = createdAtMs
    self.repeats = repeats
    self.repeatOf = repeatOf
    self.isOccurrence = isOccurrence
  }

  /// Whether it is a series itself, not one of its occurrences.
  package var isSeries: Bool { repeats != nil && repeatOf == nil }

  /// Whether it is one week of a series that is there.
  package var isWeekOfSeries: Bool { repeats != nil && repeatOf != nil }

  /// As in the JSON contract (`docs/json.md`); a line of this is a line of `hsync plan apply`, too.
  package var json: JSON {
    .object([
      ("id", .string(id)), ("short_id", .string(shortID)), ("type", .string(kind.type)), ("meal_type", JSON(kind.meal?.rawValue)),
      ("title", .string(title)), ("day", .string(day.description)), ("completed", .bool(isCompleted)),
      ("completed_at_ms", completedAtMs.map { JSON($0) } ?? .null), ("created_at_ms", JSON(createdAtMs)),
      ("repeat", repeats == nil ? .null : .string("weekly")), ("repeat_until", JSON(repeats?.until?.description)),
      ("repeat_of", JSON(repeatOf)),
    ])
  }
}
