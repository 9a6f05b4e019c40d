extension SyncedTable {
  /// A laundry pet with its settings. What was done is in its tasks.
  package static let laundryPet = SyncedTable(
    kind: "laundry_pet", table: "laundry_pet", since: 8, noun: Noun("laundry pet"), listing: .laundry,
    columns: [
      SyncedColumn("name", .text, required: true),
      SyncedColumn("wash_min", .integer, required: true),
      SyncedColumn("dry_min", .integer, required: true),
      SyncedColumn("every_days", .integer, required: true),
      SyncedColumn("created_at_ms", .integer, required: true),
    ],
    recency: .always)

  /// A wash, a drying or a fold of a laundry pet.
  package static let laundryTask = SyncedTable(
    kind: "laundry_task", table: "laundry_task", since: 8, noun: Noun("laundry task"), listing: .laundry,
    columns: [
      SyncedColumn("pet", .text, required: true),
      SyncedColumn("step", .text, required: true),
      SyncedColumn("cycle", .integer, required: true),
      SyncedColumn("attempt", .integer, required: true),
      SyncedColumn("started_at_ms", .integer, required: true),
      SyncedColumn("ends_at_ms", .integer, required: true),
      SyncedColumn("cancelled_at_ms", .integer),
      SyncedColumn("snoozed_until_ms", .integer),
      SyncedColumn("every_days", .integer),
    ],
    recency: .ms("started_at_ms"), eventTime: "started_at_ms")
}
