import HealthModel

/// The tables of activity windows: the user's profile, one row, and the saved places.
enum CoastSchema {
  /// The statements of version 8, in order.
  static let version8: [String] = [profile, place]

  /// A profile, `profile_v1`. Bounds hold for each number alone: that a warning is below its worse threshold is checked where a profile is
  /// read, because devices may merge what others wrote.
  private static let profile = """
    CREATE TABLE coast_profile(
      id TEXT NOT NULL PRIMARY KEY DEFAULT 'me',
      schema TEXT NOT NULL DEFAULT 'profile_v1',
      display_name TEXT NOT NULL DEFAULT 'Beach Buddy',
      preset TEXT NOT NULL,
      \(thresholds.map { "\($0.column) REAL NOT NULL" }.joined(separator: ",\n  ")),
      activities_enabled TEXT NOT NULL,
      has_dog INTEGER NOT NULL DEFAULT 0,
      dog_name TEXT,
      dog_size TEXT,
      dog_coat TEXT,
      dog_heat_sensitivity TEXT,
      notices_enabled INTEGER NOT NULL,
      mode_toggles TEXT NOT NULL,
      quiet_hours TEXT NOT NULL,
      analytics_opt_in INTEGER NOT NULL DEFAULT 0,
      gate_after_dark INTEGER,
      place TEXT,
      extra TEXT,
      CONSTRAINT "id must be me" CHECK (id = 'me'),
      CONSTRAINT "schema must be profile_v1" CHECK (schema = 'profile_v1'),
      CONSTRAINT "display_name must be 1-800 characters" CHECK (length(display_name) BETWEEN 1 AND 800),
      CONSTRAINT "preset must be chill, balanced or strict" CHECK (preset IN ('chill', 'balanced', 'strict')),
      \(thresholds.map(check).joined(separator: ",\n  ")),
      CONSTRAINT "activities_enabled must be a JSON array" CHECK (json_valid(activities_enabled) AND json_type(activities_enabled) = 'array'),
      CONSTRAINT "has_dog must be 0 or 1" CHECK (has_dog IN (0, 1)),
      CONSTRAINT "dog_name must be 1-480 characters" CHECK (length(dog_name) BETWEEN 1 AND 480),
      CONSTRAINT "a dog must have a name" CHECK (has_dog = 0 OR dog_name IS NOT NULL),
      CONSTRAINT "dog_size must be small, medium or large" CHECK (dog_size IN ('small', 'medium', 'large')),
      CONSTRAINT "dog_coat must be short, medium or long" CHECK (dog_coat IN ('short', 'medium', 'long')),
      CONSTRAINT "dog_heat_sensitivity must be low, medium or high" CHECK (dog_heat_sensitivity IN ('low', 'medium', 'high')),
      CONSTRAINT "notices_enabled must be 0 or 1" CHECK (notices_enabled IN (0, 1)),
      CONSTRAINT "mode_toggles must be a JSON object" CHECK (json_valid(mode_toggles) AND json_type(mode_toggles) = 'object'),
      CONSTRAINT "quiet_hours must be a JSON object" CHECK (json_valid(quiet_hours) AND json_type(quiet_hours) = 'object'),
      CONSTRAINT "analytics_opt_in must be 0 or 1" CHECK (analytics_opt_in IN (0, 1)),
      CONSTRAINT "gate_after_dark must be 0 or 1" CHECK (gate_after_dark IN (0, 1)),
      CONSTRAINT "place must be 1-64 characters" CHECK (length(place) BETWEEN 1 AND 64),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  private static let place = """
    CREATE TABLE coast_place(
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      zone TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      extra TEXT,
      CONSTRAINT "id must be 1-64 of a-z, 0-9, _ and -" CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^-a-z0-9_]*'),
      CONSTRAINT "name must be 1-100 characters" CHECK (trim(name) <> '' AND length(name) <= 1600),
      \(NumberRules.of(kind: "coast_place").map(check).joined(separator: ",\n  ")),
      CONSTRAINT "zone must be 1-64 characters" CHECK (length(zone) BETWEEN 1 AND 64),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  private static let thresholds = NumberRules.of(kind: "coast_profile")

  private static func check(_ rule: NumberRule) -> String {
    "CONSTRAINT \"\(rule.sentence)\" CHECK (\(rule.column) BETWEEN \(JSON(rule.lowest).text) AND \(JSON(rule.highest).text))"
  }
}
