/// The names of a day's figures on pages, by their JSON keys.
enum FigureWords {
  /// Returns the name of a figure: `Active energy in kcal`. An unknown key is returned with spaces.
  static func title(of key: String) -> String { titles[key] ?? key.replacing("_", with: " ") }

  private static let titles = [
    "steps": "Steps", "distance_m": "Distance in m", "flights": "Flights", "active_kcal": "Active energy in kcal",
    "basal_kcal": "Energy at rest in kcal", "exercise_min": "Exercise in min", "heart_min_bpm": "Lowest heart rate, bpm",
    "heart_avg_bpm": "Mean heart rate, bpm", "heart_max_bpm": "Highest heart rate, bpm", "resting_bpm": "Resting heart rate, bpm",
    "hrv_ms": "Heart rate variability in ms", "mindful_min": "Mindful minutes", "weight_kg": "Weight in kg",
  ]
}
