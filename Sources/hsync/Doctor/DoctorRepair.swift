import Doctor
import Glibc
import HealthModel
import HealthStore
import Settings

/// `hsync doctor --repair`: lists the repairs of a library's sync state and schema, and makes them if allowed.
struct DoctorRepair {
  let path: String
  /// Whether it may make the listed repairs.
  let isAllowed: Bool
  /// Whether a JSON document is printed.
  let json: Bool

  /// - Throws: kind `.no` when there is something to put right and it may not do it; `.noInput` without a library; `.tryAgain` during a sync.
  func run() throws {
    guard access(path, F_OK) == 0 else { throw CommandError(.noInput, "there is no library at \(path)") }
    let nowMs = LocalClock.nowMs
    let library = try Library(at: path, makesFolder: false, endsWithProcess: true)
    let repair = LibraryRepair(library, nowMs: nowMs, isReadable: LibraryRepair.isReadable)
    guard isAllowed else {
      let faults = try repair.faults()
      show(faults, isDone: false, kept: nil)
      if faults.isEmpty { return }
      throw CommandError(.no, "nothing was changed", hint: "to do it: hsync doctor --repair --yes")
    }
    guard case .taken(let lock) = try LockFile.take(.sync, besideLibrary: path, nowMs: nowMs) else {
      throw CommandError(.tryAgain, "a sync is running", hint: "try again when it has finished")
    }
    var kept: String?
    let faults = try repair.repair { kept = try KeptRepair.write($0, besideLibrary: path, nowMs: nowMs) }
    withExtendedLifetime(lock) {}
    show(faults, isDone: true, kept: kept)
  }

  private func show(_ faults: [SyncFault], isDone: Bool, kept: String?) {
    if json {
      let repairs = faults.map { fault in
        JSON.object([
          ("check", .string(fault.check)), ("message", .string(fault.words)), ("repair", .string(fault.remedy)), ("done", .bool(isDone)),
        ])
      }
      return Output.json(.object([("repairs", .array(repairs)), ("kept", JSON(kept))]))
    }
    if faults.isEmpty { return Output.line("nothing to repair") }
    for fault in faults {
      Output.line(fault.words)
      Output.line("  \(isDone ? "done" : "would"): \(fault.remedy)")
    }
    if let kept { Output.line("the replaced data was kept: \(kept)") }
  }
}
