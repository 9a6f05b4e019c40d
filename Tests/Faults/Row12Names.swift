import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct Row12Names {
  @Test func aNetworkInTroubleIsTransientAndTheTokenGoesNowhereElse() async throws {
    let row = FaultRow(12, "no such name, silent name server, a name that moves, IPv6 into nothing, captive portals")
    guard let resolver = try StubResolver() else { return row.skip(because: "there is no C compiler for the stub of the resolver") }
    try await row.holds {
      var evidence = [try noAnswer(resolver)]
      evidence.append(try aNameThatMoves(resolver))
      evidence.append(try ipv6IntoNothing(resolver))
      evidence.append(try captivePortals(resolver))
      return evidence.joined(separator: "; ")
    }
  }

  /// Unknown, the name server broken or silent: one attempt, 75, everything kept.
  private func noAnswer(_ resolver: StubResolver) throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url)
    let person = try resolver.household()
    try resolver.set("backend.invalid 127.0.0.1")
    try person.logIn(url: "http://backend.invalid:\(proxy.port)", token: backend.addUser("ana"), "--insecure-http")
    try person.addMeals(5)
    for answer in ["unknown", "broken"] + (FaultScale.isFull ? ["silent"] : []) {
      try resolver.set("backend.invalid \(answer)")
      let (outcome, seconds) = try timed { try person.sync(ends: 75) }
      try #require(try person.lastErrorCode() == "network", "\(answer): \(outcome.err)")
      try #require(try person.value("SELECT requests FROM sync_run ORDER BY n DESC LIMIT 1") == "1", "\(answer)")
      try #require(seconds < FaultScale.seconds(answer == "silent" ? 13 : 5), "\(answer): \(seconds) s")
      try #require(try person.value("SELECT count(*) FROM outbox") == "5", "\(answer)")
    }
    try resolver.set("backend.invalid 127.0.0.1")
    try person.sync()
    try Agreement.require(backend, [person.library])
    return "no answer of a name server: 75, one attempt each"
  }

  /// The backend moves to another address; the name follows later.
  private func aNameThatMoves(_ resolver: StubResolver) throws -> String {
    let backend = try RunningBackend()
    let person = try resolver.household()
    try resolver.set("backend.invalid 127.0.0.1")
    let old = try FaultProxy(to: backend.url)
    try person.logIn(url: "http://backend.invalid:\(old.port)", token: backend.addUser("ana"), "--insecure-http")
    try person.addMeals(5, "a")
    try person.sync()
    old.stop()
    let new = try FaultProxy(to: backend.url, host: "127.0.0.2", port: old.port)
    try person.addMeals(5, "b")
    try person.sync(ends: 75)
    try #require(try person.lastErrorCode() == "network")
    try resolver.set("backend.invalid 127.0.0.2")
    try person.sync()
    try #require(new.pushes.count == 1)
    try #require(try Agreement.require(backend, [person.library]) == 10)
    return "a name that moved is followed"
  }

  /// The name's first address swallows everything: the second is tried before anybody gives up.
  private func ipv6IntoNothing(_ resolver: StubResolver) throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url)
    guard let nothing = BlackHole(.ipv6, port: proxy.port) else { return "no IPv6 here" }
    let person = try resolver.household()
    try resolver.set("backend.invalid ::1 127.0.0.1")
    try person.logIn(url: "http://backend.invalid:\(proxy.port)", token: backend.addUser("ana"), "--insecure-http")
    try person.addMeals(5)
    let (_, seconds) = try timed { try person.sync() }
    try #require(seconds < FaultScale.seconds(8), "\(seconds) s")
    try Agreement.require(backend, [person.library])
    return withExtendedLifetime(nothing) { "IPv6 into nothing: synced over IPv4 in \(seconds.brief) s" }
  }

  /// A network that answers for the backend until one has signed in.
  private func captivePortals(_ resolver: StubResolver) throws -> String {
    let portal = try LoopbackServer(host: "127.0.0.3") { _ in .text("<html>Please sign in</html>", type: "text/html") }
    try resolver.set("backend.invalid 127.0.0.1\nportal.invalid 127.0.0.3")
    let there = "http://portal.invalid:\(portal.port)/login?from=backend"
    let answers: [(name: String, reply: LoopbackServer.Reply, code: String)] =
      [301, 302, 303, 307, 308].map { ("\($0)", .answer(status: $0, headers: [("Location", there)]), "network") } + [
        ("302 over https", .answer(status: 302, headers: [("Location", "https://portal.invalid:\(portal.port)/")]), "network"),
        ("200 HTML", .text("<html><meta http-equiv=refresh content='0;url=\(there)'></html>", type: "text/html"), "bad_response"),
        ("511", .text("<html>", status: 511, type: "text/html"), "server"),
      ]
    for (name, reply, code) in answers {
      let backend = try RunningBackend()
      let isSignedIn = Mutex(true)
      let proxy = try FaultProxy(to: backend.url) { exchange in isSignedIn.withLock { $0 } ? exchange.pass().reply : reply }
      let person = try resolver.household()
      try person.logIn(url: "http://backend.invalid:\(proxy.port)", token: backend.addUser("ana"), "--insecure-http")
      // Before the first pull, then before a push.
      for prefix in ["a", "b"] {
        try person.addMeals(5, prefix)
        isSignedIn.withLock { $0 = false }
        // The timer's run waits as long as is polite; one request is enough to see.
        try person.sync(ends: 75)
        isSignedIn.withLock { $0 = true }
        try #require(try person.lastErrorCode() == code, "\(name)")
        try #require(try person.value("SELECT count(*) FROM outbox") == "5", "\(name)")
        try person.sync()
      }
      try #require(try Agreement.require(backend, [person.library]) == 10, "\(name)")
    }
    try #require(portal.connectionCount == 0, "the portal was asked \(portal.connectionCount) times")
    return "\(answers.count) captive portals: 75, then all agree; another host got not one byte"
  }
}

/// The stub of the resolver, compiled, and what it answers.
private struct StubResolver {
  private let folder: TemporaryFolder

  /// `nil` when there is no C compiler.
  init?() throws {
    let places =
      ["/usr/bin", "/usr/local/bin"] + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let compiler = places.flatMap { ["\($0)/cc", "\($0)/clang"] }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let compiler else { return nil }
    folder = try TemporaryFolder()
    let source = ProjectFiles.path("Tests/Faults/stub_resolver.c")
    let outcome = try Program(compiler, home: folder).run("-shared", "-fPIC", "-o", folder.file("stub.so"), source, "-ldl")
    guard outcome.status == 0 else { throw SetUpError(description: "\(compiler): \(outcome.err)") }
  }

  /// A household whose names are looked up here.
  func household() throws -> Household {
    try Household(["LD_PRELOAD": folder.file("stub.so"), "HSYNC_STUB_HOSTS": folder.file("hosts")])
  }

  /// Lines `name answer`, as the source describes them.
  func set(_ lines: String) throws { try folder.write(Array((lines + "\n").utf8), to: "hosts") }
}
