import GRDB
import HealthModel

extension HealthConnectDatabase {
  /// Returns the ids of apps in the order that the user of the phone gave them, by category.
  ///
  /// `health_data_category_priority_table` has a row for each category of AOSP's `HealthDataCategory` (1 activity, 5 sleep) with
  /// ids of `application_info_table`, best first, joined by commas (`StorageUtils.flattenLongList`). Only these two decide
  /// anything in Android.
  /// - Parameter category: 1 or 5.
  func appOrder(ofCategory category: Int64) throws -> [Int64] {
    guard
      let rows = try rows(
        "health_data_category_priority_table", ["health_data_category", "app_id_priority_order"],
        needed: ["health_data_category", "app_id_priority_order"])
    else { return [] }
    while let row = try rows.next() {
      guard row.int(0) ?? row.text(0).flatMap({ Int64($0) }) == category else { continue }
      if let id = row.int(1) { return [id] }
      return (row.text(1) ?? "").split(separator: ",").compactMap { Int64($0.filter { $0 != " " }) }
    }
    return []
  }

  /// Returns how many nights have each offset, seconds east of UTC; without any, how many sessions, else counts of steps.
  func offsets() throws -> [(seconds: Int64, count: Int)] {
    for table in ["sleep_session_record_table", "exercise_session_record_table", "steps_record_table"] {
      guard columns[table]?.contains("start_zone_offset") == true else { continue }
      var offsets: [(Int64, Int)] = []
      let rows = try rows(sql: "SELECT start_zone_offset, count(*) FROM \(table) GROUP BY start_zone_offset")
      while let row = try rows.next() { if let seconds = row.int(0), let count = row.int(1) { offsets.append((seconds, Int(count))) } }
      if !offsets.isEmpty { return offsets }
    }
    return []
  }
}
