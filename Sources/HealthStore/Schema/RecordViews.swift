/// Views of the synced records for programs and people that ask in SQL: one row a day where several devices have one, local times, and no columns that
/// are hsync's own business.
enum RecordViews {
  /// The statements of version 8, in order.
  static let version8: [String] = [days, meals, weights, planItems, notes]

  /// A day's figures are those with the most samples, then the newest, as hsync shows them.
  static let days = """
    CREATE VIEW days AS
    SELECT day, zone, steps, distance_m, flights, active_kcal, basal_kcal, exercise_min, workouts, workout_min, sleep_min, sleep_core_min,
      sleep_deep_min, sleep_rem_min, awake_min, in_bed_min, mindful_min, heart_min_bpm, heart_avg_bpm, heart_max_bpm, resting_bpm, hrv_ms,
      samples, sources
    FROM (
      SELECT s.*, row_number() OVER (
          PARTITION BY s.day ORDER BY s.samples DESC, coalesce(o.hlc, v.hlc, 0) DESC, s.id) AS place
      FROM day_summary AS s
        LEFT JOIN outbox AS o ON o.kind = 'day_summary' AND o.id = s.id
        LEFT JOIN version AS v ON v.kind = 'day_summary' AND v.id = s.id)
    WHERE place = 1
    """

  static let meals = """
    CREATE VIEW meals AS
    SELECT day, strftime('%H:%M', eaten_at_ms / 1000 + utc_offset_min * 60, 'unixepoch') AS time_local, slot, name, brand, servings, grams,
      energy_kcal, protein_g, carbs_g, fat_g, sugars_g, saturated_fat_g, fiber_g, salt_g, source, basis, doubts, note, gtin, id
    FROM meal
    """

  /// A day's weight is the one by hand, else the latest.
  static let weights = """
    CREATE VIEW weights AS
    SELECT day, kg, strftime('%H:%M', measured_at_ms / 1000 + utc_offset_min * 60, 'unixepoch') AS time_local, source
    FROM (SELECT *, row_number() OVER (PARTITION BY day ORDER BY id = day DESC, measured_at_ms DESC, id) AS place FROM weight)
    WHERE place = 1
    """

  static let planItems = """
    CREATE VIEW plan_items AS
    SELECT day, type, meal_type, title, completed, repeat, repeat_until, repeat_of IS NOT NULL AS is_occurrence,
      coalesce(skipped, 0) AS skipped, short_id
    FROM planner_item
    """

  static let notes = """
    CREATE VIEW notes AS
    SELECT day, text FROM day_note WHERE trim(text, ' ' || char(9, 10, 13)) <> ''
    """
}
