import HealthModel

extension SyncedTable {
  /// The user's profile of activity windows, one record called `me`. The record is a `profile_v1`.
  package static let coastProfile = SyncedTable(
    kind: "coast_profile", table: "coast_profile", since: 8, noun: Noun("activity profile", one: "an activity profile"),
    listing: .goProfile,
    columns: [
      SyncedColumn("schema", .text, required: true), SyncedColumn("display_name", .text, required: true),
      SyncedColumn("preset", .text, required: true),
    ]
      + NumberRules.of(kind: "coast_profile").map { SyncedColumn($0.column, .real, keys: $0.keys, required: true) }
      + [
        SyncedColumn("activities_enabled", .json, required: true),
        SyncedColumn("has_dog", .boolean, at: "dog.has_dog", required: true),
        SyncedColumn("dog_name", .text, at: "dog.dog_name"),
        SyncedColumn("dog_size", .text, at: "dog.size"),
        SyncedColumn("dog_coat", .text, at: "dog.coat"),
        SyncedColumn("dog_heat_sensitivity", .text, at: "dog.heat_sensitivity"),
        SyncedColumn("notices_enabled", .boolean, at: "notification_preferences.enabled", required: true),
        SyncedColumn("mode_toggles", .json, at: "notification_preferences.mode_toggles", required: true),
        SyncedColumn("quiet_hours", .json, at: "notification_preferences.quiet_hours", required: true),
        SyncedColumn("analytics_opt_in", .boolean, at: "privacy.analytics_opt_in", required: true),
        SyncedColumn("gate_after_dark", .boolean, at: "extensions.gate_after_dark"),
        SyncedColumn("place", .text, at: "extensions.place"),
      ],
    recency: .always)

  /// A place that forecasts are made for.
  package static let coastPlace = SyncedTable(
    kind: "coast_place", table: "coast_place", since: 8, noun: Noun("saved place"), listing: .goPlaces,
    columns: [
      SyncedColumn("name", .text, required: true), SyncedColumn("latitude", .real, required: true),
      SyncedColumn("longitude", .real, required: true), SyncedColumn("zone", .text, required: true),
      SyncedColumn("created_at_ms", .integer, required: true),
    ],
    recency: .always)
}
