import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization
import Testing

/// Exports that are imported by their paths, and those that are new in connected folders.
@Suite struct SourceImportsTests {
  private let desk: DeskFixture
  private let settings = HealthSettings(zone: "Europe/Paris")
  private let isInterrupted = Interruption()

  init() throws {
    desk = try DeskFixture()
    try FileManager.default.createDirectory(atPath: desk.folder.file("in"), withIntermediateDirectories: true)
  }

  private var imports: FileImport {
    let isInterrupted = isInterrupted
    return FileImport(
      desk.library, settings: settings, clock: desk.clock, temporaryFolder: desk.folder.path, isInterrupted: { isInterrupted.isRaised })
  }

  /// The steps of a run, each as a line; how far a file is, once.
  private func run(_ folders: [String]) throws -> [String] {
    var lines: [String] = []
    func add(_ line: String) { if lines.last != line { lines.append(line) } }
    try SourceImports(imports, folders: folders).run { step in
      switch step {
      case .denied(let folder, let access): add("denied \((folder.path as NSString).lastPathComponent), \(access)")
      case .progressed(let file, _): add("reading \((file.path as NSString).lastPathComponent)")
      case .imported(let file, let outcome): add("\((file.path as NSString).lastPathComponent): \(outcome.added)")
      case .failed(let file, let error): add("\((file.path as NSString).lastPathComponent): \(error.kind)")
      }
    }
    return lines
  }

  private func steps() throws -> Double? {
    try SummaryLog(desk.library).summaries(from: DeskFixture.noon.day, through: DeskFixture.noon.day).first?.steps
  }

  @Test func newFilesAreImportedOnce() throws {
    try desk.writeExport("export.xml", steps: 1200)
    try desk.writeExport("broken.xml", steps: nil)
    let first = try run([desk.folder.file("none"), desk.folder.file("in")])
    #expect(first.first == "denied none, \(SourceFolder.Access.denied(ENOENT))")
    #expect(first.contains("broken.xml: badData"))
    #expect(first.suffix(2) == ["reading export.xml", "export.xml: 1"])
    #expect(try steps() == 1200)
    desk.clock.manual.advance(ms: 60_000)
    #expect(try run([desk.folder.file("in")]) == [], "neither the one that was read nor the one that can't be")
  }

  @Test func withoutAFolderNothingIsRead() throws {
    #expect(try run([]) == [])
  }

  @Test func anInterruptedImportLeavesNothing() throws {
    let path = try desk.writeExport("export.xml", steps: 1200)
    isInterrupted.raise()
    #expect(throws: CancellationError.self) { try imports.run(path) }
    #expect(throws: CancellationError.self) { try run([desk.folder.file("in")]) }
    #expect(try steps() == nil)
    isInterrupted.lower()
    #expect(try run([desk.folder.file("in")]).last == "export.xml: 1", "it is still due")
  }

  @Test func aDryRunTellsWhatItWouldDo() throws {
    let path = try desk.writeExport("export.xml", steps: 1200)
    var options = ImportRun.Options()
    options.isDryRun = true
    var samples: [Int] = []
    let (origin, outcome) = try imports.run(path, options: options) { samples.append($0.samples) }
    #expect(origin == .appleHealth && outcome.added == 1 && samples.last == 1)
    #expect(try steps() == nil)
  }

  @Test func theSourcesAreReadAtOnce() throws {
    let empty = try SourceGlance(desk.library, folders: [], settings: settings)
    #expect(empty.folders.isEmpty && empty.lastImport == nil && empty.sources.isEmpty && empty.lastSyncMs == nil)
    let path = try desk.writeExport("export.xml", steps: 1200)
    _ = try imports.run(path)
    let glance = try SourceGlance(desk.library, folders: [desk.folder.file("in"), desk.folder.file("none")], settings: settings)
    #expect(glance.folders.map(\.access) == [.granted, .denied(ENOENT)])
    #expect(glance.lastImport?.added == 1 && glance.lastImport?.endedAtMs == DeskFixture.noon.ms)
    #expect(glance.sources.map(\.name) == ["Watch"])
  }
}

/// A flag that one thread raises and another looks at.
private final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
  func lower() { flag.store(false, ordering: .relaxed) }
}
