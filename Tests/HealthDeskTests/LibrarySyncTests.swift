import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization
import TestSupport
import Testing
import Transport

/// Importing and syncing as one call: a real library, real libcurl, a server on loopback.
@Suite struct LibrarySyncTests {
  private let desk: DeskFixture
  private let server: LoopbackServer
  private let isDown: Switch

  init() throws {
    let isDown = Switch()
    desk = try DeskFixture()
    server = try LoopbackServer { _ in isDown.isOn ? .text("", status: 503) : .text("", status: 204) }
    self.isDown = isDown
  }

  private func signIn() throws {
    let account = try BackendAccount(url: server.baseURL + "/hook", token: "secret-token", dialect: .webhook)
    try AccountFile(library: desk.library.path).write(account)
  }

  /// The clock of the desk; waiting moves it.
  private var clock: SyncClock {
    let manual = desk.clock.manual
    return SyncClock(
      instant: { SyncInstant(ms: manual.nowMs, bootMs: manual.nowMs, boot: "b", utcOffsetMin: 60, random: 0.5) },
      wait: { manual.advance(ms: $0) }, elapsedMs: { 0 })
  }

  private func sync(zone: HealthSettings = HealthSettings(zone: "Europe/Paris"), isInterrupted: Bool = false) -> LibrarySync {
    let (library, clock) = (desk.library, clock)
    let imports = FileImport(
      library, settings: zone, clock: desk.clock, temporaryFolder: desk.folder.path, isInterrupted: { isInterrupted })
    return LibrarySync(
      SourceImports(imports, folders: [desk.folder.file("in")]),
      engine: {
        try AccountFile(library: library.path).read()
          .map { SyncEngine(library: library, account: $0, transport: CurlTransport(), clock: clock) }
      }, clock: clock)
  }

  private func standing() throws -> SyncStanding { try SyncStanding(of: desk.library, clock: clock, dailyBytes: nil) }

  private func steps() throws -> Double? {
    try SummaryLog(desk.library).summaries(from: DeskFixture.noon.day, through: DeskFixture.noon.day).first?.steps
  }

  /// Collects steps as words; how far a file is is left out.
  private final class Steps {
    var lines: [String] = []

    func add(_ step: LibrarySync.Step) {
      switch step {
      case .source(.denied): lines.append("denied")
      case .source(.progressed): break
      case .source(.imported(_, let outcome)): lines.append("imported \(outcome.added)")
      case .source(.failed): lines.append("failed")
      case .sourcesEnded: lines.append("ended")
      }
    }
  }

  private func report(_ outcome: LibrarySync.Outcome) throws -> SyncReport {
    guard case .ran(let report, _) = outcome else { throw Unexpected(outcome: "\(outcome)") }
    return report
  }

  private struct Unexpected: Error { let outcome: String }

  /// M-HOME-3
  @Test func whatIsNewAtTheSourcesIsInWhatIsSent() async throws {
    try signIn()
    try desk.writeExport("export.xml", steps: 1200)
    let steps = Steps()
    let report = try report(await sync().run(reason: .person) { steps.add($0) })
    #expect(steps.lines == ["imported 1", "ended"])
    #expect(report.failure == nil && report.pushed > 0)
    let sent = server.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    #expect(sent.contains("day_summary") && sent.contains("1200"), "\(sent)")
    #expect(try standing().status.lastOkAtMs == DeskFixture.noon.ms)
  }

  @Test func aBrokenSourceKeepsNothingFromBeingSent() async throws {
    try signIn()
    try desk.writeExport("broken.xml", steps: nil)
    try desk.diary.log([Meal(DeskFixture.wish(grams: 100), of: DeskFixture.product(), now: DeskFixture.noon)], at: DeskFixture.noon)
    let steps = Steps()
    let report = try report(await sync().run(reason: .person) { steps.add($0) })
    #expect(steps.lines == ["failed", "ended"])
    #expect(report.failure == nil && report.pushed == 1)
  }

  /// M-HOME-9
  @Test func withoutAnAccountTheSourcesAreReadAllTheSame() async throws {
    try desk.writeExport("export.xml", steps: 1200)
    guard case .signedOut = try await sync().run(reason: .person) else { throw Unexpected(outcome: "a sync") }
    #expect(try steps() == 1200)
    #expect(server.connectionCount == 0)
  }

  @Test func sourcesCanBeLeftAlone() async throws {
    try signIn()
    try desk.writeExport("export.xml", steps: 1200)
    let steps = Steps()
    _ = try report(await sync().run(reason: .watch, readsSources: false) { steps.add($0) })
    #expect(steps.lines == ["ended"])
    #expect(try self.steps() == nil)
  }

  /// M-HOME-9
  @Test func aSecondSyncIsRefusedAtOnce() async throws {
    try signIn()
    let lock = try LockFile.take(.sync, besideLibrary: desk.library.path, nowMs: DeskFixture.noon.ms)
    let report = try report(await sync().run(reason: .person))
    #expect(report.stop?.code == .locked && report.stop?.message.contains("12:03") == true, "\(report)")
    #expect(server.connectionCount == 0)
    #expect(try standing().status.runningSinceMs == DeskFixture.noon.ms)
    withExtendedLifetime(lock) {}
  }

  /// M-HOME-3
  @Test func aFailureKeepsTheFiguresAndTheTimeOfTheLastSync() async throws {
    try signIn()
    isDown.turn(on: true)
    try desk.writeExport("export.xml", steps: 1200)
    let failed = try report(await sync().run(reason: .person))
    #expect(failed.stop?.code == .server && failed.pushed == 0)
    #expect(try steps() == 1200)
    #expect(try standing().status.lastOkAtMs == nil)
    isDown.turn(on: false)
    #expect(try report(await sync().run(reason: .person)).pushed > 0)
    #expect(try standing().status.lastOkAtMs == desk.clock.nowMs)
  }

  @Test func aCancelledTaskOrAnInterruptedImportAsksNoServer() async throws {
    try signIn()
    try desk.writeExport("export.xml", steps: 1200)
    await #expect(throws: CancellationError.self) { try await sync(isInterrupted: true).run(reason: .person) }
    #expect(try steps() == nil)
    let work = sync()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await work.run(reason: .person)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test func aRefreshIsDoneOnceAMinute() async throws {
    try signIn()
    _ = try report(await sync().refresh())
    try desk.writeExport("export.xml", steps: 1200)
    desk.clock.manual.advance(ms: 59_999)
    guard case .tooEarly = try await sync().refresh() else { throw Unexpected(outcome: "a refresh") }
    #expect(try steps() == nil)
    desk.clock.manual.advance(ms: 1)
    #expect(try report(await sync().refresh()).failure == nil)
    #expect(try steps() == 1200)
  }

  @Test func aPassingZoneLeavesTheSourcesAlone() async throws {
    try signIn()
    try desk.writeExport("export.xml", steps: 1200)
    _ = try await sync().run(reason: .person)
    try desk.writeExport("later.xml", steps: 3400)
    let steps = Steps()
    let elsewhere = HealthSettings(zone: "Asia/Tokyo", isZonePassing: true)
    _ = try report(await sync(zone: elsewhere).refresh { steps.add($0) })
    #expect(steps.lines == ["ended"])
  }

  @Test func theStandingNeedsNoServer() async throws {
    #expect(try !standing().isSignedIn)
    #expect(try standing().status.url == nil)
    try signIn()
    #expect(try standing().isSignedIn)
    _ = try await sync().run(reason: .person)
    #expect(try standing().status.url == server.baseURL + "/hook")
    try desk.folder.write(Array("{".utf8), to: "hsync.db.account")
    #expect(try !standing().isSignedIn, "an account that can't be read is none")
  }
}

/// Whether the server is down.
private final class Switch: Sendable {
  private let state = Atomic<Bool>(false)

  var isOn: Bool { state.load(ordering: .relaxed) }
  func turn(on isOn: Bool) { state.store(isOn, ordering: .relaxed) }
}
