import HealthDesk
import HealthModel
import HealthStore

/// Checks the library's file: its schema's version, its pages, its references.
struct IntegrityCheck: Checkup {
  let premises: Premises

  func findings() -> [Finding] {
    guard let rights = FileRights(premises.library), !rights.isFolder, rights.bytes > 0 else { return [] }
    do throws(StoreError) {
      let checkup = try LibraryCheckup(path: premises.library)
      let version = try checkup.schemaVersion()
      let finding = schema(version)
      guard finding.verdict != .fail, version > 0 else { return [finding] }
      if version == Schema.version, let table = try checkup.difference().unusable.first {
        return [.fail("schema", "the table \(table) isn't as hsync makes it", rescue)]
      }
      return [finding] + (try damage(checkup))
    } catch {
      return [failure(error)]
    }
  }

  private func schema(_ version: Int) -> Finding {
    if version > Schema.version {
      return .fail("schema", "version \(version): made by a newer hsync; this one supports up to \(Schema.version)", "update hsync")
    }
    if version < 0 { return .fail("schema", "version \(version), which is impossible", rescue) }
    if version < Schema.version { return .ok("schema", "version \(version), which the next command migrates to \(Schema.version)") }
    return .ok("schema", "version \(version)")
  }

  private func damage(_ checkup: LibraryCheckup) throws(StoreError) -> [Finding] {
    let problems = try checkup.damage(isThorough: premises.isFull)
    let orphans = try checkup.orphans()
    var findings: [Finding] = []
    if let first = problems.first { findings.append(.fail("integrity", "SQLite finds damage: \(first)\(more(problems.count))", rescue)) }
    for (table, rows) in orphans {
      findings.append(
        .fail("integrity", "\(Quantity.count(rows, "row")) of \(table) \(rows == 1 ? "refers" : "refer") to missing rows", rescue))
    }
    guard findings.isEmpty else { return findings }
    let words = premises.isFull ? "all pages, rows and indexes are intact" : "no damage found by the quick check (--full checks more)"
    return [.ok("integrity", words)]
  }

  private func more(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more" : "" }

  /// The advice for damage: restore a backup if there is one, else recover the readable data.
  private var rescue: String {
    let library = premises.shown(premises.library)
    return "restore a backup: hsync restore FILE; without one save what is readable: sqlite3 \(library) .recover | sqlite3 \(library).new"
  }

  private func failure(_ error: StoreError) -> Finding {
    switch error.code {
    case .damaged: premises.fail("integrity", error, remedy: rescue)
    case .notALibrary: premises.fail("integrity", error, remedy: "name another file with --db; if it was your library: hsync restore FILE")
    case .busy: .warn("integrity", "not checked: another program is writing", "try again when it has finished")
    default: premises.fail("integrity", error)
    }
  }
}
