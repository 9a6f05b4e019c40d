import Foundation
import HealthModel
import TestSupport
import Testing

/// The server as its operator runs it: behind a socket, under a service manager, with metrics, and on its way to PostgreSQL.
@Suite struct BackendOperationTests {
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
  func aSocketServesAndGoesWithTheServer() throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let token = try program.run("user", "add", "ana", "--data", folder.file("data")).lines[0]
    let (socket, metrics) = (folder.file("server.sock"), folder.file("metrics.sock"))
    let (server, line) = try program.serve(["serve", "--data", folder.file("data"), "--socket", socket, "--metrics", metrics])
    #expect(line == "hsync-backend listening on unix:\(socket)")
    let attributes = try FileManager.default.attributesOfItem(atPath: socket)
    #expect(attributes[.posixPermissions] as? Int == 0o660)
    let curl = Program("/usr/bin/curl", home: folder)
    let changes = try curl.run(
      "-s", "--unix-socket", socket, "-H", "Authorization: Bearer \(token)", "http://x/v1/sync/changes?since=")
    #expect(changes.out.hasPrefix(#"{"changes":[],"#), "\(changes.out)")
    // Metrics may be served a moment later.
    let counted = try comesTrue {
      try curl.run("-s", "--unix-socket", metrics, "http://x/metrics").out.contains(
        #"hsync_requests_total{route="/v1/sync/changes",status="200"} 1"#)
    }
    #expect(counted)
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)
    #expect(!FileManager.default.fileExists(atPath: socket) && !FileManager.default.fileExists(atPath: metrics))
  }

  @Test func aSocketOfAnotherServerAndAFileAreLeftAlone() throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let socket = folder.file("server.sock")
    let (server, _) = try program.serve(["serve", "--data", folder.file("data"), "--socket", socket])
    let second = try program.run("serve", "--data", folder.file("other"), "--socket", socket)
    #expect(second.status == 69 && second.err.contains("another server listens on \(socket)\nhint: "), "\(second.err)")
    #expect(FileManager.default.fileExists(atPath: socket))
    server.signal(SIGKILL)
    _ = server.wait()
    // Nobody listens on what a killed server left.
    let (third, line) = try program.serve(["serve", "--data", folder.file("other"), "--socket", socket])
    #expect(line == "hsync-backend listening on unix:\(socket)")
    third.signal(SIGTERM)
    #expect(third.wait().status == 0)
    let file = try folder.write("text".utf8, to: "file")
    for words in [["--socket", file], ["--port", "0", "--metrics", file]] {
      let refused = try program.run(["serve", "--data", folder.file("other")] + words)
      #expect(refused.status == 69 && refused.err.contains("is there and isn't a socket") && refused.out.isEmpty, "\(refused.err)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
    #expect(try program.run("serve", "--data", folder.file("other"), "--socket", socket, "--metrics", socket).status == 64)
  }

  @Test func anAnswerThatCannotBeWrittenIsAnError() throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    _ = try program.run("user", "add", "ana", "--data", folder.file("data"))
    let shell = Program("/bin/sh", home: folder, environment: ["PATH": "\(Program.folder):/usr/bin:/bin"])
    for words in ["user export ana", "user list"] {
      let outcome = try shell.run("-c", "hsync-backend \(words) --data '\(folder.file("data"))' >/dev/full")
      #expect(outcome.status == 74 && outcome.err.contains("the output can't be written"), "\(outcome.err)")
    }
  }

  @Test(arguments: [false, true]) func theServiceManagerIsToldOfTheStartAndTheEnd(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let name = isAbstract ? "@hsync-test-\(UUID().uuidString)" : folder.file("notify")
    let manager = try #require(NotifySocket(name))
    let program = Program("hsync-backend", home: folder, environment: ["NOTIFY_SOCKET": name])
    let (server, _) = try program.serve(["serve", "--data", folder.file("data"), "--port", "0"])
    #expect(manager.next() == "READY=1")
    server.signal(SIGTERM)
    #expect(manager.next() == "STOPPING=1")
    #expect(server.wait().status == 0)
  }

  @Test func theLogIsJSONWhereItIsAskedFor() async throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let (server, line) = try program.serve(["serve", "--data", folder.file("data"), "--port", "0", "--verbose", "--log", "json"])
    let port = try #require(Int(line.split(separator: ":").last ?? ""))
    let request = "GET /v1/sync/changes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer secret\r\n\r\n"
    let answer = try #require(RawAnswer(await RawConnection.bytes(port: port, to: request)))
    let number = try #require(answer["x-request-id"])
    server.signal(SIGTERM)
    let outcome = server.wait()
    let entries = try outcome.err.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    let refused = try #require(entries.first { $0["hb.request.id"].string == number })
    #expect(refused["message"].string == "refused" && refused["level"].string == "debug" && refused["code"].string == "unauthorized")
    #expect(refused["at"].string?.hasSuffix("+00:00") == true && !outcome.err.contains("secret"))
  }

  @Test func tokensAreLimitedListedAndRevokedAndCommandsAreNoted() throws {
    let backend = try RunningBackend()
    let (program, data) = (backend.program, backend.folder.file("data"))
    let person = try Household()
    func backendRun(_ words: String...) throws -> Program.Outcome { try program.run(words + ["--data", data]) }
    let full = try backendRun("user", "add", "bea").lines[0]
    let limited = try backendRun("user", "token", "bea", "--scope", "read", "--scope", "log").lines[0]
    try person.logIn(to: backend, token: limited)
    try #require(try person.hsync.run("log", "--name", "Oats", "--kcal", "300").status == 0)
    let refused = try person.hsync.run("sync")
    #expect(refused.status == 77, "\(refused.err)")
    let sentence = "the token is for a part of the requests only, and sync needs all of them"
    #expect(refused.err.contains("\(sentence)\nhint: ask the backend's operator"), "\(refused.err)")

    let table = try backendRun("user", "tokens", "bea")
    #expect(table.status == 0 && table.lines.count == 3 && table.lines[0].hasPrefix("ID            SCOPE     CREATED"), "\(table.out)")
    #expect(!table.out.contains(full) && !table.out.contains(limited))
    let tokens = try backendRun("user", "tokens", "bea", "--json").lines.map { try JSON(parsing: Array($0.utf8)) }
    #expect(tokens.map { $0["scope"].string } == ["all", "read,log"])
    #expect(tokens[0]["last_used_at_ms"] == .null && tokens[1]["last_used_at_ms"].int.map { $0 % 3_600_000 } == 0)
    let id = try #require(tokens[1]["id"].string)
    let revoked = try backendRun("user", "revoke", "bea", "--token", id)
    #expect(revoked.status == 0 && revoked.err == "revoked the token \(id) of bea\n", "\(revoked.err)")
    #expect(try person.hsync.run("sync").status == 77)
    let twice = try backendRun("user", "revoke", "bea", "--token", id)
    #expect(twice.status == 1 && twice.err.contains("bea has no token \(id)\nhint: hsync-backend user tokens bea"), "\(twice.err)")

    let audit = try backendRun("audit", "--limit", "3", "--json")
    let records = try audit.lines.map { try JSON(parsing: Array($0.utf8)) }
    #expect(records.map { $0["command"].string } == ["user revoke --token", "user token", "user add"])
    #expect(records.allSatisfy { $0["user"].string == "bea" && $0["os_user"].string?.isEmpty == false })
    #expect(!audit.out.contains(full) && !audit.out.contains(limited))
    let missing = try program.run("copy", "--from", backend.folder.file("none"), "--to", "postgres:///x")
    #expect(missing.status == 66 && missing.err.contains("hint: --from takes the folder with the file backend.db"), "\(missing.err)")
  }

  @Test(.enabled(if: TestCluster.isInstalled)) func aFoldersDataMoveToPostgreSQLAndADeviceGoesOn() async throws {
    let cluster = try #require(TestCluster())
    let backend = try RunningBackend()
    let (program, data) = (backend.program, backend.folder.file("data"))
    let person = try Household()
    try person.logIn(to: backend, token: backend.addUser("ana"))
    try #require(try person.hsync.run("log", "--name", "Oats", "--kcal", "300").status == 0)
    try #require(try person.hsync.run("sync").status == 0)

    let copied = try program.run("copy", "--from", data, "--to", cluster.address, "--json")
    #expect(copied.status == 0, "\(copied.err)")
    let counts = try JSON(parsing: Array(copied.out.utf8))
    #expect(counts["users"].int == 1 && counts["devices"].int == 1 && counts["tokens"].int == 1 && counts["records"].int ?? 0 > 0)
    let ready = try await RawConnection.answer(port: backend.port, to: "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(ready.hasPrefix("HTTP/1.1 503") && ready.lowercased().contains("retry-after: 5"), "\(ready)")
    let twice = try program.run("copy", "--from", data, "--to", cluster.address)
    #expect(twice.status == 73 && twice.err.contains("has users already"), "\(twice.err)")
    let port = backend.port
    backend.stop()

    let (server, _) = try program.serve(["serve", "--database", cluster.address, "--port", "\(port)"])
    try #require(try person.hsync.run("log", "--name", "Soup", "--kcal", "200").status == 0)
    let synced = try person.hsync.run("sync")
    #expect(synced.status == 0, "\(synced.err)")
    let names = try Program("/usr/bin/psql", home: backend.folder).run(
      cluster.address, "-Atc", "SELECT body::json->>'name' FROM rec WHERE kind = 'meal' ORDER BY seq")
    #expect(names.out == "Oats\nSoup\n", "\(names.out) \(names.err)")
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)

    // And back, to a folder that isn't there yet.
    let back = backend.folder.file("back")
    let returned = try program.run("copy", "--from", cluster.address, "--to", back)
    #expect(returned.status == 0 && returned.err.contains("Serve the folder now; the database is closed."), "\(returned.err)")
    let refused = try program.run("serve", "--database", cluster.address, "--port", "0")
    #expect(refused.status == 78 && refused.err.contains("hsync-backend copy --from URL --reopen"), "\(refused.err)")
    let (last, _) = try program.serve(["serve", "--data", back, "--port", "\(port)"])
    try #require(try person.hsync.run("log", "--name", "Tea", "--kcal", "2").status == 0)
    let syncedAgain = try person.hsync.run("sync")
    #expect(syncedAgain.status == 0, "\(syncedAgain.err)")
    last.signal(SIGTERM)
    #expect(last.wait().status == 0)
    let meals = try program.run("user", "export", "ana", "--data", back).lines.compactMap {
      try JSON(parsing: Array($0.utf8))["record"]["data"]["name"].string
    }
    #expect(Set(meals).isSuperset(of: ["Oats", "Soup", "Tea"]), "\(meals)")
    #expect(try program.run("check", "--data", back).status == 0)
    #expect(try program.run("copy", "--from", cluster.address, "--reopen").status == 0)
    let audit = try program.run("audit", "--database", cluster.address, "--json", "--limit", "3")
    #expect(
      try audit.lines.map { try JSON(parsing: Array($0.utf8))["command"].string } == ["copy --reopen", "copy", "copy"], "\(audit.out)")

    let closed = try program.run("serve", "--data", data, "--port", "0")
    #expect(closed.status == 78 && closed.err.contains("hsync-backend copy --from \(data) --reopen"), "\(closed.err)")
    #expect(try program.run("copy", "--from", data, "--reopen").status == 0)
    let reopened = try program.run("user", "add", "bob", "--data", data)
    #expect(reopened.status == 0, "\(reopened.err)")
  }
}

/// The end of a service manager at which services report.
private final class NotifySocket {
  private let descriptor: Int32

  /// A socket of that path, or of that abstract name after a `@`.
  init?(_ name: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.utf8.enumerated().map { $0.offset == 0 && $0.element == UInt8(ascii: "@") ? 0 : $0.element }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard descriptor >= 0, isBound else { return nil }
  }

  deinit { close(descriptor) }

  /// The next report; `nil` when none comes within a minute.
  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
