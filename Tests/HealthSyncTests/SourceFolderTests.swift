import Foundation
import TestSupport
import Testing

@testable import HealthSync

@Suite struct SourceFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, bytes: Int = 3, changedAtMs: Int64) throws {
    let path = try folder.write([UInt8](repeating: 7, count: bytes), to: name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(changedAtMs) / 1000)], ofItemAtPath: path)
  }

  @Test func itsFilesComeOldestFirst() throws {
    try write("b.zip", bytes: 5, changedAtMs: 2_000_000)
    try write("a.json", changedAtMs: 3_000_000)
    try write("c.xml", changedAtMs: 1_000_000)
    try write("d.xml", changedAtMs: 2_000_000)
    let files = SourceFolder(path: folder.path).files()
    #expect(files.map { ($0.path as NSString).lastPathComponent } == ["c.xml", "b.zip", "d.xml", "a.json"])
    #expect(files[1] == SourceFolder.File(path: folder.file("b.zip"), bytes: 5, changedAtMs: 2_000_000))
  }

  @Test func hiddenOnesFoldersAndEmptyOnesAreLeftOut() throws {
    try write(".partial.zip", changedAtMs: 1000)
    try write("empty.zip", bytes: 0, changedAtMs: 1000)
    try FileManager.default.createDirectory(atPath: folder.file("2026"), withIntermediateDirectories: true)
    #expect(SourceFolder(path: folder.path).files().isEmpty)
  }

  @Test func namesOfAnyScript() throws {
    try write("导出.xml", changedAtMs: 1000)
    try write(String(repeating: "a", count: 251) + ".zip", changedAtMs: 2000)
    let files = SourceFolder(path: folder.path).files()
    #expect(files.map(\.path.utf8.count) == [folder.path.utf8.count + 11, folder.path.utf8.count + 256])
  }

  @Test func whatCanBeOpenedIsGranted() {
    let folder = SourceFolder(path: folder.path)
    #expect(folder.access == .granted)
    #expect(folder.access.words == "Granted")
    #expect(folder.access.hint(for: folder.path) == nil)
  }

  @Test func aFolderThatIsNoneIsNotGranted() throws {
    let missing = SourceFolder(path: folder.file("nowhere"))
    #expect(missing.access == .denied(ENOENT))
    #expect(missing.access.words == "Not granted")
    #expect(missing.access.hint(for: missing.path) == "there is no such folder: make it, or name another: \(.healthFolders)")
    #expect(missing.files().isEmpty)
    try write("file", changedAtMs: 1000)
    #expect(SourceFolder(path: folder.file("file")).access == .denied(ENOTDIR))
    #expect(SourceFolder.Access.denied(EACCES).hint(for: "/x") == "not allowed: chmod u+rx /x")
  }
}
