import Foundation
import HealthModel
import TestSupport
import Testing

/// M-SET-1: `hsync sources`, and the folders that `hsync sync` reads first.
@Suite struct SourcesCommandTests {
  private let person: Household
  private let folder: String

  init() throws {
    person = try Household()
    folder = person.home.file("Health")
  }

  private func connect(_ folders: String...) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try person.configure("[health]\nfolders = [\(folders.map { "\"\($0)\"" }.joined(separator: ", "))]\n")
  }

  /// A file in the folder that was finished a while ago; one that is still being written waits for the next run.
  private func land(_ elements: [String], as name: String, secondsAgo: Double = 60) throws {
    try land(HealthExportFixture.apple(elements), as: name, secondsAgo: secondsAgo)
  }

  private func land(_ bytes: [UInt8], as name: String, secondsAgo: Double = 60) throws {
    let path = try person.home.write(bytes, to: "Health/" + name)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  private func sources() throws -> JSON {
    let outcome = try person.hsync.run("sources", "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    return try JSON(parsing: outcome.out)
  }

  private let tuesday = HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")
  private let wednesday = HealthExportFixture.steps(70, "My iPhone", "2026-02-11", "08:00", "08:10")

  @Test func nothingIsConnected() throws {
    let outcome = try person.hsync.run("sources")
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("no folder is connected") && outcome.out.contains("config.toml"))
    #expect(outcome.out.contains("never"))
    #expect(try sources()["last_import"] == .null)
    #expect(try sources()["folders"].array == [])
  }

  @Test func foldersAreGrantedOrNot() throws {
    try connect(folder, person.home.file("Nowhere"))
    let folders = try sources()["folders"].array ?? []
    #expect(folders.map { $0["access"].string } == ["Granted", "Not granted"])
    #expect(folders.map { $0["path"].string } == [folder, person.home.file("Nowhere")])
    let words = try person.hsync.run("sources").out
    #expect(words.contains("Granted") && words.contains("Not granted") && words.contains("no such folder"), "\(words)")
  }

  @Test func whoMeasuredIsListedBestFirst() throws {
    try person.imported(HealthExportFixture.sample)
    func names() throws -> [String] { try (sources()["sources"].array ?? []).compactMap { $0["name"].string } }
    #expect(try names().prefix(2) == ["Mira’s Apple\u{A0}Watch", "Mira’s iPhone"])
    #expect(try sources()["sources"].array?.prefix(3).map { $0["kind"].string } == ["watch", "phone", "other"])
    #expect(try sources()["last_import"]["file"].string == HealthExportFixture.sample)
    // As one types it.
    try person.configure("[health]\nranks = [\"Stridewell\", \"mira's iphone\"]\n")
    #expect(try names().prefix(3) == ["Stridewell", "Mira’s iPhone", "Mira’s Apple\u{A0}Watch"])
    #expect(try person.hsync.run("sources").out.contains("1  Stridewell"))
  }

  @Test func theListsAreAsDocumented() throws {
    let page = try ProjectFiles.jsonPage()
    try connect(folder)
    try person.imported(HealthExportFixture.sample)
    let json = try sources()
    let objects = [json, json["folders"].array?.first ?? .null, json["last_import"], json["sources"].array?.first ?? .null]
    for object in objects {
      let listed = "{" + (object.members ?? []).map { "\"\($0.key)\"" }.joined(separator: ", ") + "}"
      #expect(page.contains(listed), "\(listed)")
    }
  }

  @Test func aFolderIsReadBeforeTheSyncAndOnce() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    try connect(folder)
    try land([tuesday], as: "export.xml")
    let first = try person.hsync.run("sync", "--json")
    #expect(first.status == 0, "\(first.err)")
    #expect(first.err.contains("export.xml") && first.err.contains("1 new"), "\(first.err)")
    #expect(try JSON(parsing: first.out)["pushed"].int == 1, "the day is sent in the same run: \(first.out)")
    let second = try person.hsync.run("sync")
    #expect(second.status == 0)
    #expect(!second.err.contains("export.xml"), "read once: \(second.err)")
    try land([tuesday, wednesday], as: "export.xml", secondsAgo: 30)
    let third = try person.hsync.run("sync")
    #expect(third.err.contains("export.xml"), "it changed: \(third.err)")
    #expect(try person.summaries(from: "2026-02-10", to: "2026-02-11").count == 2)
  }

  @Test func aBrokenFileIsToldOnceAndTheOthersAreRead() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    try connect(folder)
    try land(Array(HealthExportFixture.apple([tuesday]).dropLast(20)), as: "broken.xml", secondsAgo: 90)
    try land([wednesday], as: "good.xml")
    let first = try person.hsync.run("sync")
    #expect(first.status == 65, "\(first.err)")
    #expect(first.err.contains("broken.xml") && first.err.contains("good.xml: 1 new"), "\(first.err)")
    #expect(first.out.contains("Sync Complete"), "\(first.out)")
    #expect(try person.summaries(from: "2026-02-10", to: "2026-02-11").keys.sorted() == ["2026-02-11"])
    let second = try person.hsync.run("sync")
    #expect(second.status == 0, "as long as it stays as it is: \(second.err)")
    try land([tuesday], as: "broken.xml", secondsAgo: 30)
    #expect(try person.hsync.run("sync").err.contains("broken.xml: 1 new"))
  }

  @Test func whatIsReadStaysWithoutABackend() throws {
    try connect(folder)
    try land([tuesday], as: "export.xml")
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 78, "not signed in: \(outcome.err)")
    #expect(try person.summaries(from: "2026-02-10", to: "2026-02-10").count == 1)
  }

  @Test func aFolderThatIsGoneIsReportedAndTheSyncGoesOn() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    try connect(person.home.file("Nowhere"), folder)
    try land([tuesday], as: "export.xml")
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 77, "\(outcome.err)")
    #expect(outcome.err.contains("Nowhere") && outcome.err.contains("hint: "))
    #expect(outcome.out.contains("Sync Complete"))
    #expect(try person.summaries(from: "2026-02-10", to: "2026-02-10").count == 1)
  }

  @Test func aDryRunReadsNothing() throws {
    try connect(folder)
    try land([tuesday], as: "export.xml")
    _ = try person.hsync.run("sync", "--dry-run")
    #expect(try sources()["last_import"] == .null)
  }

  /// M-HOME-4
  @Test func oldFilesAreLeftAloneAtFirst() throws {
    try connect(folder)
    try land([tuesday], as: "old.xml", secondsAgo: 8 * 86_400)
    _ = try person.hsync.run("sync")
    #expect(try sources()["last_import"] == .null)
  }
}
