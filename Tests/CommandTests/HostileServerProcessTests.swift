import Foundation
import TestSupport
import Testing

/// Findings of an attack on the server, by their numbers, as far as it takes a process: its memory, its descriptors, its log and its end.
@Suite("the backend as a process") struct HostileServerProcessTests {
  /// 20 KiB that unpack to 7 MB of `{"":0}`, once made into values by the million.
  private static func flood(_ start: String, _ end: String) -> [UInt8] {
    Array((start + String(repeating: #"{"":0},"#, count: 1_000_000) + "0" + end).utf8)
  }

  private func post(_ path: String, _ token: String, _ body: [UInt8], to port: Int) async throws -> String {
    let connection = try RawConnection(port: port)
    await connection.send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\nContent-Length: \(body.count)\r\n\r\n")
    await connection.send(body)
    return await connection.readToEnd()
  }

  @Test func f4ManyValuesTakeLittleMemoryAndGiveItBack() async throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let token = try program.run("user", "add", "ana", "--data", folder.file("data")).lines[0]
    let (server, line) = try program.serve(["serve", "--data", folder.file("data"), "--port", "0"])
    let port = try #require(Int(line.split(separator: ":").last ?? ""))
    let body = Self.flood(#"{"records":[],"device":"ab1","push":1,"z":["#, "]}")
    for _ in 0..<3 {
      let answer = try await post("/v1/sync/push", token, body, to: port)
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    }
    let meal = try await post("/food/log", token, Self.flood(#"{"z":["#, "]}"), to: port)
    #expect(meal.hasPrefix("HTTP/1.1 400"), "\(meal.prefix(300))")
    let peak = server.peakBytesSoFar
    #expect(peak > 0 && peak < 200 << 20, "\(peak >> 20) MiB")
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)
  }

  @Test func f8FewDescriptorsAreNoReasonToRefuseAnyone() async throws {
    let folder = try TemporaryFolder()
    let shell = Program("/bin/sh", home: folder)
    let backend = Program.folder + "/hsync-backend"
    let token = try Program(backend, home: folder).run("user", "add", "ana", "--data", folder.file("data")).lines[0]
    let command = "ulimit -n 100; exec '\(backend)' serve --data '\(folder.file("data"))' --port 0"
    let (server, line) = try shell.serve(["-c", command])
    let port = try #require(Int(line.split(separator: ":").last ?? ""))
    let idle = try (0..<120).map { _ in try RawConnection(port: port) }
    for number in 1...5 {
      let body = Array(#"{"device":"aa","push":\#(number),"records":[]}"#.utf8)
      let answer = try await post("/v1/sync/push", token, body, to: port)
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    }
    withExtendedLifetime(idle) {}
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)
  }

  @Test func f10ALogThatNobodyReadsStopsNothing() async throws {
    let folder = try TemporaryFolder()
    let backend = Program.folder + "/hsync-backend"
    // Its log goes into a pipe whose reader only sleeps.
    let command = """
      mkfifo "$HOME/log"; sleep 600 <"$HOME/log" & echo $! >"$HOME/sleeper"
      exec '\(backend)' serve --verbose --data '\(folder.file("data"))' --port 0 2>"$HOME/log"
      """
    let (server, line) = try Program("/bin/sh", home: folder).serve(["-c", command])
    let port = try #require(Int(line.split(separator: ":").last ?? ""))
    // Some 100 bytes a line: more than a pipe's 64 KiB and the queue together.
    let connection = try RawConnection(port: port)
    let request = "GET /\(String(repeating: "x", count: 100)) HTTP/1.1\r\nHost: x\r\n\r\n"
    for _ in 0..<30 { await connection.send(String(repeating: request, count: 100)) }
    await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let answers = await connection.readToEnd()
    #expect(answers.hasSuffix(#"{"status":"ok"}"#))
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)
    let sleeper = String(decoding: try ProjectFiles.bytes(folder.file("sleeper")), as: UTF8.self)
    if let pid = pid_t(sleeper.trimmingCharacters(in: .newlines)) { kill(pid, SIGKILL) }
  }

  @Test func anAddressOfADatabaseIsGivenAndKeptPrivate() throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let empty = try program.run("user", "list", "--database", "")
    #expect(empty.status == 64 && empty.err.contains("--database is empty"), "\(empty.err)")
    for (name, reason) in [(folder.file("none"), "no such file or directory"), (folder.path, "is a directory")] {
      let unread = try program.run("user", "list", "--database", "@" + name)
      #expect(unread.status == 66 && unread.err.contains("can't read \(name): \(reason)"), "\(unread.err)")
    }
    let file = try folder.write(Array("postgres://hsync:secret@127.0.0.1:1/hsync\n".utf8), to: "address")
    #expect(chmod(file, 0o644) == 0)
    let exposed = try program.run("user", "list", "--database", "@" + file)
    #expect(exposed.status == 77 && exposed.err.contains("chmod 600 \(file)") && !exposed.err.contains("secret"), "\(exposed.err)")
    #expect(chmod(file, 0o600) == 0)
    #expect(try program.run("user", "list", "--database", "@" + file).status == 69)
  }

  @Test func f17AStopIsBoundedAndLeavesOneFile() async throws {
    let folder = try TemporaryFolder()
    let program = Program("hsync-backend", home: folder)
    let token = try program.run("user", "add", "ana", "--data", folder.file("data")).lines[0]
    let (server, line) = try program.serve(["serve", "--data", folder.file("data"), "--port", "0"])
    let port = try #require(Int(line.split(separator: ":").last ?? ""))
    let slow = try RawConnection(port: port)
    await slow.send("POST /v1/sync/push HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Length: 100\r\n\r\n{")
    let answer = try await RawConnection.answer(port: port, to: "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    let start = ContinuousClock.now
    server.signal(SIGTERM)
    #expect(server.wait().status == 0)
    #expect(ContinuousClock.now - start < .seconds(20))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("data")).sorted()
    #expect(left == ["backend.db", "reserve", "serve.lock"])
    withExtendedLifetime(slow) {}
  }
}
