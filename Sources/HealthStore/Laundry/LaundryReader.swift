import BulkSQL
import GRDB
import LaundryPet

/// Reads laundry pets and their tasks, inside a transaction that the caller has begun.
struct LaundryReader {
  /// The connection.
  let db: Database

  /// All pets, in the order of their creation.
  func pets() throws -> [Pet] {
    try db.makeStatement(sql: "SELECT \(LaundryReader.petColumns) FROM laundry_pet ORDER BY created_at_ms, id").rows { try Pet($0) }
  }

  /// The pet of a whole id; `nil` = there is none.
  func pet(_ id: String) throws -> Pet? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(LaundryReader.petColumns) FROM laundry_pet WHERE id = ?1"), arguments: [id])
    return try row.map { try Pet($0) }
  }

  /// The states of all pets, in the order of their creation.
  ///
  /// - Parameter hasHistory: Whether all folds are read; else the last one of each pet alone, which its stage and health need.
  func states(hasHistory: Bool) throws -> [PetState] {
    // By raw steps: a thousand pets may have tens of thousands of folds.
    let rows = try BulkStatement(hasHistory ? LaundryReader.tasksThatCount : LaundryReader.tasksOfNow, in: db)
    defer { rows.reset() }
    var tasks: [LaundryTask] = []
    while try rows.step() {
      if let task = LaundryTask(rows) { tasks.append(task) }
    }
    return PetState.all(try pets(), tasks: tasks)
  }

  /// The state of the pet of a whole id; `nil` = there is none.
  func state(_ id: String) throws -> PetState? {
    guard let pet = try pet(id) else { return nil }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT \(LaundryReader.taskColumns) FROM laundry_task AS t WHERE \(LaundryReader.areOfPet)"),
      arguments: [id])
    return PetState(pet, tasks: try rows.compactMap { try LaundryTask($0) })
  }

  /// The ids of a pet's tasks.
  func taskIDs(of pet: String) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM laundry_task WHERE \(LaundryReader.areOfPet)"), arguments: [pet])
  }

  private static let petColumns = "id, name, wash_min, dry_min, every_days, created_at_ms"

  private static let taskColumns =
    "t.id, t.pet, t.step, t.cycle, t.attempt, t.started_at_ms, t.ends_at_ms, t.cancelled_at_ms, t.snoozed_until_ms, t.every_days"

  /// A range of the primary key: "0" follows "/". An id may contain slashes, so that the range may have tasks of others.
  private static let areOfPet = "id > ?1 || '/' AND id < ?1 || '0' AND pet = ?1"

  /// The folds, and the tasks of cycles that aren't folded: those of finished cycles no longer count, and are most.
  private static let tasksThatCount = """
    SELECT \(taskColumns) FROM laundry_task AS t LEFT JOIN (
      SELECT pet, max(cycle) AS cycle FROM laundry_task WHERE step = 'fold' AND cancelled_at_ms IS NULL GROUP BY pet
    ) AS folded ON folded.pet = t.pet
    WHERE t.cycle > coalesce(folded.cycle, 0) OR t.step = 'fold'
    """

  /// The tasks of each pet since the cycle of its last fold: two or three rows of an index for each, however many there are.
  private static let tasksOfNow = """
    SELECT \(taskColumns) FROM laundry_pet AS p CROSS JOIN laundry_task AS t INDEXED BY laundry_task_by_cycle
      ON t.pet = p.id AND t.cycle >= coalesce((
        SELECT f.cycle FROM laundry_task AS f INDEXED BY laundry_task_by_cycle
        WHERE f.pet = p.id AND f.step = 'fold' AND f.cancelled_at_ms IS NULL ORDER BY f.cycle DESC LIMIT 1), 0)
    """
}

extension Pet {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.value(0), name: try row.value(1), washMinutes: try row.value(2), dryMinutes: try row.value(3),
      everyDays: try row.value(4), createdAtMs: try row.value(5))
  }
}

extension LaundryTask {
  /// `nil` for a row that isn't as the table's CHECKs have it.
  fileprivate init?(_ rows: BulkStatement) {
    guard let id = rows.text(0), let pet = rows.text(1), let kind = rows.text(2).flatMap(Kind.init) else { return nil }
    func known(_ column: Int32) -> Int64? { rows.storage(column) == .null ? nil : rows.integer(column) }
    self.init(
      id: id, petID: pet, kind: kind, cycle: Int(rows.integer(3)), attempt: Int(rows.integer(4)), startedAtMs: rows.integer(5),
      endsAtMs: rows.integer(6), cancelledAtMs: known(7), snoozedUntilMs: known(8), everyDays: known(9).map { Int($0) })
  }

  /// `nil` for a row that isn't as the table's CHECKs have it.
  fileprivate init?(_ row: Row) throws {
    guard let kind = Kind(rawValue: try row.value(2)) else { return nil }
    self.init(
      id: try row.value(0), petID: try row.value(1), kind: kind, cycle: try row.value(3), attempt: try row.value(4),
      startedAtMs: try row.value(5), endsAtMs: try row.value(6), cancelledAtMs: try row.value(7), snoozedUntilMs: try row.value(8),
      everyDays: try row.value(9))
  }
}
