import BulkSQL
import GRDB
import HealthModel
import LaundryPet

/// The laundry pets of a library and their tasks: the tables `laundry_pet` and `laundry_task`. Each change is one transaction, queued for
/// sync and undoable for the rest of the day.
package struct LaundryBook: Sendable {
  private let library: Library

  /// The laundry pets of a library.
  package init(_ library: Library) { self.library = library }
}

// MARK: - Reading

extension LaundryBook {
  /// All pets, in the order of their creation.
  package func pets() throws(StoreError) -> [Pet] { try library.read { db in try LaundryReader(db: db).pets() } }

  /// The states of all pets, in the order of their creation.
  ///
  /// - Parameter hasHistory: Whether cycles and streaks are those of all folds; else of the last one alone, which is read sooner.
  package func states(hasHistory: Bool = true) throws(StoreError) -> [PetState] {
    try library.read { db in try LaundryReader(db: db).states(hasHistory: hasHistory) }
  }

  /// The state of the pet of a whole id; `nil` = there is none.
  package func state(of id: String) throws(StoreError) -> PetState? { try library.read { db in try LaundryReader(db: db).state(id) } }
}

// MARK: - Changing

extension LaundryBook {
  /// Writes a new pet unless its id was used before.
  ///
  /// - Parameter title: The name of the change in "undone: …".
  /// - Returns: Whether it was written; `false` = a pet of that id is there, or was and is deleted.
  /// - Throws: kind `.badData` if a value is out of range.
  package func add(_ pet: Pet, title: String, at now: Moment) throws(StoreError) -> Bool {
    try library.write { db in
      let known = """
        SELECT EXISTS (SELECT 1 FROM laundry_pet WHERE id = ?1) OR EXISTS (SELECT 1 FROM outbox WHERE kind = 'laundry_pet' AND id = ?1)
          OR EXISTS (SELECT 1 FROM version WHERE kind = 'laundry_pet' AND id = ?1)
        """
      if try Bool.fetchOne(db, sql: known, arguments: [pet.id]) == true { return false }
      try UndoLog(db: db).record(title, of: .laundryPet, ids: [pet.id], at: now) {
        try db.execute(
          sql: "INSERT INTO laundry_pet(id, name, wash_min, dry_min, every_days, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [pet.id, pet.name, pet.washMinutes, pet.dryMinutes, pet.everyDays, pet.createdAtMs])
      }
      return true
    }
  }

  /// Applies edits to the settings of a pet, all or none. Members of a newer version that the pet carries stay.
  ///
  /// - Returns: The state afterwards.
  /// - Throws: `LaundryError` of the first edit that isn't possible, or when the pet isn't there; or `StoreError`.
  package func edit(_ id: String, _ edits: [PetEdit], title: String, at now: Moment) throws -> PetState {
    try changing(id) { state throws(LaundryError) -> Pet in
      var pet = state.pet
      for edit in edits { pet = try pet.applying(edit) }
      return pet
    } write: { db, pet in
      try UndoLog(db: db).record(title, of: .laundryPet, ids: [id], at: now) {
        try db.execute(
          sql: "UPDATE laundry_pet SET name = ?, wash_min = ?, dry_min = ?, every_days = ? WHERE id = ?",
          arguments: [pet.name, pet.washMinutes, pet.dryMinutes, pet.everyDays, id])
      }
    }
  }

  /// Makes a step of a pet. Of two programs that make the same one, the second finds it done or impossible.
  ///
  /// - Parameter taskID: The task that the pressed button was shown for, as in `PetState.step`.
  /// - Returns: The state afterwards, and whether the step was made now; `false` = it was done already.
  /// - Throws: `LaundryError` when the step isn't possible, or the pet isn't there; or `StoreError`.
  package func step(
    _ event: PetEvent, of id: String, on taskID: String?, title: String, at now: Moment
  ) throws -> (state: PetState, isNew: Bool) {
    try stepping(id, title: title, at: now) { state throws(LaundryError) in try state.step(event, on: taskID, atMs: now.ms) }
  }

  /// Ends the running timer of a pet now.
  ///
  /// - Returns: The state afterwards.
  /// - Throws: `LaundryError` when none is running, or the pet isn't there; or `StoreError`.
  package func end(_ id: String, title: String, at now: Moment) throws -> PetState {
    try stepping(id, title: title, at: now) { state throws(LaundryError) in try state.ending(atMs: now.ms) }.state
  }

  private func stepping(
    _ id: String, title: String, at now: Moment, _ decide: (PetState) throws(LaundryError) -> PetStep
  ) throws -> (state: PetState, isNew: Bool) {
    var isNew = false
    let state = try changing(id, decide) { db, step in
      for case .put(let task) in step.actions {
        isNew = true
        try UndoLog(db: db).record(title, of: .laundryTask, ids: [task.id], at: now) { try LaundryBook.put(task, in: db) }
      }
    }
    return (state, isNew)
  }

  /// Deletes a pet with all its tasks.
  ///
  /// - Throws: kind `.no` if it isn't there any more.
  package func delete(_ id: String, title: String, at now: Moment) throws(StoreError) {
    try library.write { db in
      let reader = LaundryReader(db: db)
      guard try reader.pet(id) != nil else {
        throw StoreError(code: .notFound, message: "the pet isn't there any more", hint: "see them: \(.laundry)")
      }
      try LaundryBook.delete(pets: [id], tasks: try reader.taskIDs(of: id), title: title, at: now, in: db)
    }
  }

  /// Deletes all pets and all tasks, those without a pet included.
  ///
  /// - Returns: The number of pets and of tasks.
  package func deleteAll(title: String, at now: Moment) throws(StoreError) -> (pets: Int, tasks: Int) {
    try library.write { db in
      let pets = try String.fetchAll(db.cachedStatement(sql: "SELECT id FROM laundry_pet ORDER BY id"))
      let tasks = try String.fetchAll(db.cachedStatement(sql: "SELECT id FROM laundry_task ORDER BY id"))
      if !pets.isEmpty || !tasks.isEmpty { try LaundryBook.delete(pets: pets, tasks: tasks, title: title, at: now, in: db) }
      return (pets.count, tasks.count)
    }
  }

  private static func delete(pets: [String], tasks: [String], title: String, at now: Moment, in db: Database) throws {
    let rows = pets.map { (table: SyncedTable.laundryPet, id: $0) } + tasks.map { (table: SyncedTable.laundryTask, id: $0) }
    try UndoLog(db: db).record(title, of: rows, at: now) {
      for row in rows { try row.table.delete(row.id, in: db) }
    }
  }

  private static func put(_ task: LaundryTask, in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO laundry_task(
          id, pet, step, cycle, attempt, started_at_ms, ends_at_ms, cancelled_at_ms, snoozed_until_ms, every_days)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET started_at_ms = excluded.started_at_ms, ends_at_ms = excluded.ends_at_ms,
          cancelled_at_ms = excluded.cancelled_at_ms, snoozed_until_ms = excluded.snoozed_until_ms, every_days = excluded.every_days
        """
    ).execute(arguments: [
      task.id, task.petID, task.kind.rawValue, task.cycle, task.attempt, task.startedAtMs, task.endsAtMs, task.cancelledAtMs,
      task.snoozedUntilMs, task.everyDays,
    ])
  }

  /// Decides about a pet and writes the decision, in one transaction. A refusal writes nothing.
  ///
  /// - Returns: The state afterwards.
  private func changing<Decision>(
    _ id: String, _ decide: (PetState) throws(LaundryError) -> Decision, write: (Database, Decision) throws -> Void
  ) throws -> PetState {
    // A transaction passes on only the library's own errors.
    let result: Result<PetState, LaundryError> = try library.write { db in
      let reader = LaundryReader(db: db)
      guard let before = try reader.state(id) else { return .failure(LaundryError(.unknownPet(id, nearest: nil))) }
      let decision: Decision
      do throws(LaundryError) { decision = try decide(before) } catch { return .failure(error) }
      try write(db, decision)
      return .success(try reader.state(id) ?? before)
    }
    return try result.get()
  }
}
