/// A view of the library, as programs that ask in SQL see it: `docs/schema.md` has the same.
package struct LibraryView: Sendable {
  /// A column of it.
  package struct Column: Sendable {
    package let name: String
    /// Its unit or format, and what NULL means if it isn't "unknown".
    package let meaning: String
  }

  package let name: String
  /// The thing that a row describes.
  package let meaning: String
  package let columns: [Column]
  /// The statement that creates it.
  let creation: String

  /// Its SELECT.
  var select: String { String(creation.drop { $0 != "\n" }) }

  private init(_ name: String, _ meaning: String, _ creation: String, _ columns: [(String, String)]) {
    self.name = name
    self.meaning = meaning
    self.creation = creation
    self.columns = columns.map { Column(name: $0.0, meaning: $0.1) }
  }

  /// All views, in the order in which they are documented.
  package static let all: [LibraryView] = [
    LibraryView(
      "days", "A day of health data: the totals as hsync shows them.", RecordViews.days,
      [
        ("day", "local day, YYYY-MM-DD"), ("zone", "IANA time zone"), ("steps", "count"), ("distance_m", "m, walked and run"),
        ("flights", "count"), ("active_kcal", "kcal, workouts included"), ("basal_kcal", "kcal at rest"), ("exercise_min", "minutes"),
        ("workouts", "count"), ("workout_min", "minutes"), ("sleep_min", "minutes asleep in nights and naps that ended that day"),
        ("sleep_core_min", "minutes"), ("sleep_deep_min", "minutes"), ("sleep_rem_min", "minutes"), ("awake_min", "minutes"),
        ("in_bed_min", "minutes"), ("mindful_min", "minutes"), ("heart_min_bpm", "beats per minute"), ("heart_avg_bpm", "beats per minute"),
        ("heart_max_bpm", "beats per minute"), ("resting_bpm", "beats per minute"), ("hrv_ms", "ms"),
        ("samples", "count: the data it was computed from"), ("sources", "count"),
      ]),
    LibraryView(
      "meals", "A meal as it was logged; nutrients are for the whole amount.", RecordViews.meals,
      [
        ("day", "local day, YYYY-MM-DD"), ("time_local", "HH:MM"), ("slot", "breakfast, brunch, lunch, snack or dinner"), ("name", "text"),
        ("brand", "text"), ("servings", "count"), ("grams", "g, or ml of a drink"), ("energy_kcal", "kcal"), ("protein_g", "g"),
        ("carbs_g", "g, without fibre"), ("fat_g", "g"), ("sugars_g", "g"), ("saturated_fat_g", "g"), ("fiber_g", "g"), ("salt_g", "g"),
        ("source", "where the nutrition is from: user, open_food_facts, product_file"),
        ("basis", "what the source's numbers refer to: 100g, serving or manual"), ("doubts", "JSON array: why the values are doubtful"),
        ("note", "text; NULL = none"), ("gtin", "number on the package; NULL = logged by hand"), ("id", "the entry's id"),
      ]),
    LibraryView(
      "weights", "The weight of a day: the one entered by hand, else the latest.", RecordViews.weights,
      [("day", "local day, YYYY-MM-DD"), ("kg", "kg"), ("time_local", "HH:MM"), ("source", "user, an app or a scale")]),
    LibraryView(
      "plan_items", "A planned workout or meal, or a weekly series of them, which has one row.", RecordViews.planItems,
      [
        ("day", "local day, YYYY-MM-DD; of a series the first"), ("type", "workout or meal"),
        ("meal_type", "breakfast, lunch, dinner or snack; NULL for a workout"), ("title", "text"), ("completed", "1 = done"),
        ("repeat", "weekly; NULL = once"), ("repeat_until", "the last possible day; NULL = no end"),
        ("is_occurrence", "1 = a week of a series that was changed"), ("skipped", "1 = the series doesn't occur that week"),
        ("short_id", "the id that commands take"),
      ]),
    LibraryView("notes", "The note of a day.", RecordViews.notes, [("day", "local day, YYYY-MM-DD"), ("text", "text")]),
    LibraryView(
      "samples", "A sample of imported health data.", HealthViews.samples,
      [
        ("type", "name"), ("start_utc", "ISO 8601, UTC"), ("end_utc", "ISO 8601, UTC"), ("value", "in unit; NULL = it has none"),
        ("unit", "unit of value"), ("said_unit", "unit in the export"), ("source", "name"), ("device", "name"),
        ("user_entered", "1 = by hand"), ("motion", "of a heart rate: sedentary or active"), ("start_ms", "ms since 1970, UTC"),
        ("duration_ms", "ms"), ("import", "n of imports"),
      ]),
    LibraryView(
      "sleep_stages", "A stage of sleep as a source recorded it; sources may overlap.", HealthViews.sleepStages,
      [
        ("start_utc", "ISO 8601, UTC"), ("end_utc", "ISO 8601, UTC"), ("duration_min", "minutes"),
        ("stage", "in_bed, asleep, awake, core, deep or rem"), ("source", "name"),
      ]),
    LibraryView(
      "workouts", "A workout as a source recorded it; two sources may have recorded the same one.", HealthViews.workouts,
      [
        ("day", "local day, YYYY-MM-DD"), ("start_local", "HH:MM"), ("end_local", "HH:MM"), ("activity", "name"),
        ("duration_min", "minutes"),
        ("energy_kcal", "kcal"), ("distance_m", "m"), ("heart_avg_bpm", "beats per minute"), ("heart_min_bpm", "beats per minute"),
        ("heart_max_bpm", "beats per minute"), ("source", "name"), ("track_points", "count; NULL = no track"), ("id", "the workout's id"),
      ]),
    LibraryView(
      "imports", "An import of health data that is complete.", HealthViews.imports,
      [
        ("n", "its number"), ("started_utc", "ISO 8601, UTC"), ("file", "name"), ("origin", "format"), ("records", "count"),
        ("added", "count"), ("duplicate", "count"), ("removed", "count"), ("skipped", "count"), ("days_changed", "count"),
        ("zone", "IANA time zone"), ("duration_ms", "ms"),
      ]),
  ]
}
