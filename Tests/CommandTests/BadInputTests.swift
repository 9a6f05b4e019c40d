import Foundation
import HealthModel
import TestSupport
import Testing

/// Everything that can be wrong ends with one sentence, a hint, the right exit code, and nothing lost.
@Suite struct BadInputTests {
  private let person: Household
  private let products: String
  private let goodPhoto = ProjectFiles.root + "/samples/photos/" + BadInputTests.firstSample

  init() throws {
    person = try Household()
    products = try person.writeProducts()
  }

  /// The good photo of a call is read and shown whatever the others are.
  private func scanBeside(_ photo: String, arguments: [String] = ["--no-lookup"]) throws -> Program.Outcome {
    let outcome = try person.hsync.run(["scan", photo, goodPhoto] + arguments)
    #expect(outcome.out.contains("\(goodPhoto): 95"), "\(outcome.out) \(outcome.err)")
    return outcome
  }

  @Test func noSuchPhoto() throws {
    let outcome = try scanBeside(person.home.file("nothing.jpg"))
    #expect(outcome.status == 66)
    #expect(outcome.err.contains("nothing.jpg"))
  }

  @Test func aFolder() throws {
    let outcome = try scanBeside(person.home.path)
    #expect(outcome.status == 66 || outcome.status == 64 || outcome.status == 65)
    #expect(outcome.err.contains("hint:"))
  }

  @Test(arguments: [
    ("empty.jpg", [UInt8]()), ("text.jpg", Array("this is no picture".utf8)), ("cut.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]),
    ("cut.png", Array("\u{89}PNG".utf8)),
  ])
  func whatIsNoPicture(name: String, bytes: [UInt8]) throws {
    let outcome = try scanBeside(person.home.write(bytes, to: name))
    #expect(outcome.status == 65)
    #expect(outcome.err.contains(name))
  }

  @Test func aCutOffPhoto() throws {
    let whole = try ProjectFiles.bytes(goodPhoto)
    let outcome = try scanBeside(person.home.write(whole.prefix(whole.count / 20), to: "half.jpg"))
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("half.jpg"))
  }

  @Test func aPictureBomb() throws {
    // The header of a PNG of 60,000 x 60,000 pixels, and nothing behind it.
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 0, 0, 0,
      0,
      0x6F, 0x1F, 0x0E, 0x3A,
    ]
    let outcome = try scanBeside(person.home.write(header, to: "bomb.png"))
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("bomb.png"))
  }

  @Test func noBarcode() throws {
    let outcome = try scanBeside(ProjectFiles.root + "/samples/photos/15-no-barcode.jpg")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("no barcode in ") && outcome.err.contains("hint: "))
  }

  @Test func anUnknownProduct() throws {
    let outcome = try scanBeside(goodPhoto, arguments: ["--products", products])
    #expect(outcome.status == 75, "offline it isn't known to be unknown: \(outcome.err)")
    #expect(outcome.err.contains("kept for later"))
  }

  @Test(arguments: [
    (403, "Forbidden", Int32(69)), (429, "slow down", Int32(75)), (503, "<html>Page temporarily unavailable</html>", Int32(75)),
    (200, "<html>welcome</html>", Int32(75)), (200, "{\"code\":\"95", Int32(75)),
    (404, "{\"code\":\"9521234543213\",\"status\":0,\"status_verbose\":\"product not found\"}", Int32(1)),
  ])
  func openFoodFactsInTrouble(status: Int, body: String, exitCode: Int32) throws {
    let server = try LoopbackServer { _ in .text(body, status: status) }
    let online = try Household(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL])
    let outcome = try online.hsync.run("log", "9521234543213")
    #expect(outcome.status == exitCode, "\(outcome.err)")
    #expect(server.requests.count == 1)
    let waits = try online.hsync.run("pending", "--json").out
    #expect(waits.isEmpty == (exitCode == 1))
  }

  @Test func openFoodFactsIsAway() throws {
    let server = try LoopbackServer { _ in .text("") }
    server.stop()
    let online = try Household(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL])
    let outcome = try online.hsync.run("log", "9521234543213")
    #expect(outcome.status == 75, "\(outcome.err)")
  }

  @Test func fifteenRequestsAMinuteOverAllProcesses() throws {
    let server = try LoopbackServer { request in
      .text(
        "{\"code\":\"\(request.path.split(separator: "/").last ?? "")\",\"status\":0,\"status_verbose\":\"product not found\"}", status: 404
      )
    }
    let online = try Household(["HSYNC_OFFLINE": "0", "HSYNC_OFF_URL": server.baseURL])
    let statuses = try (0..<17).map { try online.hsync.run("log", GTIN.demo($0).description).status }
    #expect(statuses == Array(repeating: 1, count: 15) + [75, 75])
    #expect(server.requests.count == 15)
  }

  @Test func aDatabaseOfANewerVersion() throws {
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite("PRAGMA user_version = 999")
    let outcome = try person.hsync.run("today")
    #expect(outcome.status == 78)
    #expect(outcome.err.contains("hint: update hsync"))
  }

  @Test func aLibraryThatIsNone() throws {
    let path = try person.home.write(Array("not a database, whatever its name says".utf8), to: "x.db")
    let outcome = try person.hsync.run("today", "--db", path)
    #expect(outcome.status == 65, "\(outcome.err)")
    #expect(try ProjectFiles.bytes(path) == Array("not a database, whatever its name says".utf8))
  }

  @Test func aBrokenConfiguration() throws {
    let broken = try person.home.write(Array("[products\noff_url = 1".utf8), to: "config.toml")
    let outcome = try Program("hsync", home: person.home, environment: ["HSYNC_CONFIG": broken]).run("log", "9521234543213")
    #expect(outcome.status == 78)
    #expect(outcome.err.contains("config.toml"))
  }

  @Test func aFullOutput() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let outcome = try Program("/bin/sh", home: person.home).run("-c", "exec '\(Program.folder)/hsync' today > /dev/full")
    #expect(outcome.status == 74)
  }

  /// A disk that is full: on a file system of 1.2 MiB that this test mounts, where it may.
  @Test func aFullDisk() throws {
    let folder = person.home.file("small")
    let script = """
      mkdir '\(folder)' && mount -t tmpfs -o size=1200k none '\(folder)' || exit 99
      HSYNC_DB='\(folder)/a.db'; export HSYNC_DB
      '\(Program.folder)/hsync' log --name Soup --kcal 1 || exit 98
      dd if=/dev/zero of='\(folder)/rest' bs=1k count=2000 2> /dev/null
      for n in $(seq 200); do '\(Program.folder)/hsync' log --name "$(printf %0200d 1)" --kcal 2 || break; done
      echo $?; rm '\(folder)/rest'
      '\(Program.folder)/hsync' log --name After --kcal 3 || exit 97
      sqlite3 "$HSYNC_DB" 'PRAGMA integrity_check; SELECT (SELECT count(*) FROM meal) = (SELECT count(*) FROM outbox)'
      """
    let outcome = try Program("/usr/bin/unshare", home: person.home).run("-m", "sh", "-c", script)
    if outcome.status == 99 || outcome.err.contains("unshare:") { return }  // No right to mount here.
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.err.contains("the disk is full"))
    #expect(outcome.out.hasSuffix("ok\n1\n"))
  }

  @Test func theBackendIsDown() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    backend.crash()
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 75, "\(outcome.err)")
    #expect(outcome.err.contains("Sync Failed"))
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "1\n")
  }

  @Test func aWrongToken() throws {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    try person.logIn(to: backend, token: token)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try backend.program.run("user", "revoke", "ana", "--data", backend.folder.file("data")).status == 0)
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 77, "\(outcome.err)")
    #expect(outcome.err.contains("hint: ") && outcome.err.contains("hsync login"))
    #expect(!outcome.err.contains(token))
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "1\n")
    let login = try Household().hsync.run(
      ["login", "--url", backend.url, "--token-stdin"], input: Array("wrong-token-wrong-token-wrong-token".utf8))
    #expect(login.status == 77, "\(login.err)")
  }

  @Test func twoAtOnce() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    for n in 1...20 { #expect(try person.hsync.run("log", "--name", "Soup \(n)", "--kcal", "250").status == 0) }
    let runs = try (0..<8).map { _ in try person.hsync.start(["sync"]) }.map { $0.wait() }
    #expect(runs.contains { $0.status == 0 })
    for run in runs where run.status != 0 {
      #expect(run.status == 75, "\(run.err)")
      #expect(run.err.contains("Syncing... since "))
    }
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "0\n")
    let logs = try (0..<8).map { try person.hsync.start(["log", "--name", "At once \($0)", "--kcal", "1"]) }.map { $0.wait() }
    #expect(logs.allSatisfy { $0.status == 0 })
  }

  private static let firstSample: String =
    (try? FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root + "/samples/photos"))?.sorted().first ?? ""
}

extension GTIN {
  /// The n-th number of the demo range with a right check digit.
  static func demo(_ n: Int) -> GTIN {
    let body = 952_999_000_000 + Int64(n)
    return (0...9).lazy.compactMap { GTIN(number: body * 10 + $0) }.first(where: \.hasValidCheckDigit) ?? demo(n + 1)
  }
}
