import Foundation
import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// Which files of the folders are due, and that each is read once.
@Suite struct SourceReadingTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let dayMs: Int64 = 86_400_000
  /// 2026-03-30 12:00 UTC.
  private let noon: Int64 = 1_774_872_000_000

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
  }

  private var reading: SourceReading { SourceReading(library, folders: [SourceFolder(path: folder.file("in"))]) }

  private func write(_ name: String, bytes: Int = 3, changedAtMs: Int64) throws {
    let path = try folder.write([UInt8](repeating: 7, count: bytes), to: "in/" + name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(changedAtMs) / 1000)], ofItemAtPath: path)
  }

  private func due(_ nowMs: Int64) throws -> [String] { try reading.due(nowMs: nowMs).map { ($0.path as NSString).lastPathComponent } }

  /// Reads all that is due and ends the run.
  private func run(_ nowMs: Int64) throws -> [String] {
    let files = try reading.due(nowMs: nowMs)
    for file in files { try reading.settle(file) }
    try reading.finish(nowMs: nowMs)
    return files.map { ($0.path as NSString).lastPathComponent }
  }

  @Test func theFirstRunTakesSevenDays() throws {
    try write("old.zip", changedAtMs: noon - 8 * dayMs)
    try write("week.zip", changedAtMs: noon - 6 * dayMs)
    try write("new.zip", changedAtMs: noon - 60_000)
    #expect(try run(noon) == ["week.zip", "new.zip"])
  }

  @Test func whatWasReadIsReadAgainWhenItChanged() throws {
    try write("export.zip", changedAtMs: noon - 60_000)
    #expect(try run(noon) == ["export.zip"])
    #expect(try run(noon + 60_000) == [])
    try write("export.zip", changedAtMs: noon + 70_000)
    #expect(try run(noon + 120_000) == ["export.zip"], "a new time")
    try write("export.zip", bytes: 4, changedAtMs: noon + 70_000)
    #expect(try run(noon + 180_000) == ["export.zip"], "a new size")
    #expect(try run(noon + 240_000) == [])
  }

  @Test func whatIsBeingWrittenWaits() throws {
    try write("export.zip", changedAtMs: noon - 1000)
    #expect(try run(noon) == [])
    #expect(try run(noon + 5000) == ["export.zip"])
  }

  @Test func eachFileIsSettledOnItsOwn() throws {
    try write("a.zip", changedAtMs: noon - 9000)
    try write("b.zip", changedAtMs: noon - 8000)
    let files = try reading.due(nowMs: noon)
    try reading.settle(files[0])
    // Killed here: the next run goes on with the other.
    #expect(try due(noon + 1000) == ["b.zip"])
  }

  /// A file that couldn't be read for a reason that passes: another import, a full disk.
  @Test func whatIsNotSettledStaysDue() throws {
    try write("export.zip", changedAtMs: noon - 5 * dayMs)
    #expect(try due(noon) == ["export.zip"])
    try reading.finish(nowMs: noon)
    #expect(try due(noon + 60_000) == ["export.zip"])
  }

  /// A folder on a disk that was away for two days.
  @Test func whatLandedWhileTheFolderWasAwayIsRead() throws {
    #expect(try run(noon) == [])
    #expect(try run(noon + 2 * dayMs) == [])
    try write("export.zip", changedAtMs: noon + dayMs / 2)
    #expect(try run(noon + 2 * dayMs + 60_000) == ["export.zip"])
  }

  @Test func whatIsTooOldToBeLookedAtIsForgotten() throws {
    try write("export.zip", changedAtMs: noon - 60_000)
    _ = try run(noon)
    let later = noon + 30 * dayMs
    #expect(try run(later) == [])
    let memory = try Notebook(library).update("health_folders") { ($0, $0 ?? "") }
    #expect(!memory.contains("export.zip"), "\(memory)")
    #expect(try run(later + 1000) == [])
  }
}
