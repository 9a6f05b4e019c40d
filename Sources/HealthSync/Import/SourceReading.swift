import HealthModel
import HealthStore

/// Finds the files of the configured folders that must be read now, and records those that were read.
///
/// These are the files changed within the last seven days, or since a day before the last run if that is longer ago
/// (specification M-HOME-4). A file that was read, or is unreadable, is recorded and read again only when its size or
/// time changes; one that failed for a temporary reason (another import, a full disk, a missing folder) is retried in
/// the next run.
package struct SourceReading {
  private static let name = "health_folders"
  private static let dayMs: Int64 = 86_400_000
  /// A file that changed so lately may still be being written: it waits for the next run.
  private static let settlingMs: Int64 = 3_000

  private let notebook: Notebook
  private let folders: [SourceFolder]

  /// The folders of a user's library.
  package init(_ library: Library, folders: [SourceFolder]) {
    notebook = Notebook(library)
    self.folders = folders
  }

  /// The files that are new at a time, oldest first.
  package func due(nowMs: Int64) throws -> [SourceFolder.File] {
    let memory = try memory()
    let weekAgoMs = nowMs - 7 * SourceReading.dayMs
    let sinceMs = memory["last_run_ms"].int.map { min(max($0, 0) - SourceReading.dayMs, weekAgoMs) } ?? weekAgoMs
    return folders.flatMap { $0.files() }.filter { file in
      file.changedAtMs >= sinceMs && file.changedAtMs <= nowMs - SourceReading.settlingMs && memory["files"][file.path] != file.mark
    }
  }

  /// Remembers that a file was read, or can't be as it is.
  package func settle(_ file: SourceFolder.File) throws {
    try change { memory in
      let others = (memory["files"].members ?? []).filter { $0.key != file.path }
      return .object([
        ("last_run_ms", memory["last_run_ms"]), ("files", .members(others + [JSON.Member(file.path, file.mark)])),
      ])
    }
  }

  /// Records that all folders were examined. Files too old to be examined again are removed from the list.
  package func finish(nowMs: Int64) throws {
    try change { memory in
      let files = (memory["files"].members ?? []).filter { ($0.value.array?.last?.int ?? 0) >= nowMs - 8 * SourceReading.dayMs }
      return .object([("last_run_ms", JSON(nowMs)), ("files", .members(files))])
    }
  }

  private func memory() throws -> JSON {
    try notebook.update(SourceReading.name) { text in (text, text.flatMap { try? JSON(parsing: $0) } ?? .null) }
  }

  private func change(_ body: (JSON) -> JSON) throws {
    try notebook.update(SourceReading.name) { text in
      (body(text.flatMap { try? JSON(parsing: $0) } ?? .null).text, ())
    }
  }
}
