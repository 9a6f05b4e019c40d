import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@Suite(.serialized) struct Row23ManyPushers {
  /// Six devices push through two servers on one PostgreSQL while it is killed, connections are cut and transactions fail in each phase, and servers
  /// are killed. A push that isn't answered is sent again, to the other server; one device sends each push to both at once.
  @Test func everythingAcknowledgedIsThereOnce() async throws {
    let row = FaultRow(23, "many pushers at two servers on one PostgreSQL: killed, cut and failing in each phase, the servers killed")
    guard TestCluster.isInstalled else { return row.skip(because: "PostgreSQL isn't installed") }
    try await row.holds {
      let database = try FaultyDatabase()
      let servers = try ServerPair(database.address)
      try database.makeTransactionsFail()
      let traffic = Traffic()
      let rounds = FaultScale.count(full: 48, short: 8)
      let urls = servers.urls
      let token = servers.token
      let pushed = try await withThrowingTaskGroup(of: Traffic.Device.self) { group in
        for n in 0..<6 {
          group.addTask { await traffic.push(as: Pusher(name: "d\(n)"), atBoth: n == 0, urls: urls, token: token) }
        }
        for round in 0..<rounds {
          await traffic.answered.reaches((round + 1) * 30)
          switch round % 4 {
          case 0: database.dieAndComeBack()
          case 1: try servers.killAndStart(0)
          case 2: try database.cutAll()
          default: try servers.killAndStart(1)
          }
        }
        await traffic.answered.reaches((rounds + 1) * 30)
        traffic.stop()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let wrong = traffic.wrong
      try #require(wrong.isEmpty, "\(wrong.prefix(3))")
      let facts = try database.facts()
      let acknowledged = pushed.flatMap(\.acknowledged)
      let missing = acknowledged.filter { !facts.ids.contains($0) }
      try #require(missing.isEmpty, "\(missing.count) acknowledged records are gone: \(missing.prefix(3))")
      // A push of unknown fate may have been stored, and nothing else may.
      let known = Set(pushed.flatMap { $0.acknowledged + $0.unknown })
      try #require(facts.ids.isSubset(of: known) && facts.ids.count == facts.rows)
      try #require(facts.owner == "\(facts.rows)|\(facts.rows)|\(facts.rows)|t", "\(facts.owner), \(facts.rows) rows")
      try #require(acknowledged.count >= rounds * 300)
      return """
        \(rounds) faults while 6 devices pushed: PostgreSQL killed \(rounds / 4) times, servers \(rounds / 2) times, all connections cut \
        \(rounds / 4) times, \(facts.failures) transactions failed on the way; all \(acknowledged.count) acknowledged records present once, \
        \(pushed.reduce(0) { $0 + $1.repeated }) pushes sent again, \(pushed.reduce(0) { $0 + $1.pairs }) pairs of answers equal
        """
    }
  }
}

/// A PostgreSQL that keeps what it has promised, and whose transactions fail now and then.
private final class FaultyDatabase {
  private let cluster: TestCluster
  private let shell: Program
  /// Its connection URI.
  var address: String { cluster.address }

  init() throws {
    cluster = try #require(TestCluster(fsync: true))
    shell = Program("/usr/bin/psql", home: try TemporaryFolder())
  }

  func dieAndComeBack() {
    cluster.kill()
    cluster.start()
  }

  func cutAll() throws {
    _ = try query(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
  }

  /// Makes one in some twenty writes fail: by a serialization failure, a deadlock, or the end of its connection; at each table, and at the commit.
  func makeTransactionsFail() throws {
    let triggers = ["owner", "rec", "device"].map { table in
      """
      CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON \(table) FOR EACH STATEMENT EXECUTE FUNCTION fail();
      CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT OR UPDATE ON \(table) DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (random() < 0.2) EXECUTE FUNCTION fail();
      """
    }
    _ = try query(
      """
      CREATE SEQUENCE failures;
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF random() < 0.04 THEN
          PERFORM nextval('failures');
          CASE floor(random() * 3)::int
            WHEN 0 THEN RAISE EXCEPTION 'made up' USING ERRCODE = '40001';
            WHEN 1 THEN RAISE EXCEPTION 'made up' USING ERRCODE = '40P01';
            ELSE PERFORM pg_terminate_backend(pg_backend_pid());
          END CASE;
        END IF;
        RETURN NULL;
      END $$;
      \(triggers.joined(separator: "\n"))
      """)
  }

  /// What is stored in the end: ids, rows, failures; and of the owner whether counters agree with the rows.
  func facts() throws -> (ids: Set<String>, rows: Int, failures: Int, owner: String) {
    let ids = try query("SELECT id FROM rec").split(separator: "\n").map(String.init)
    let failures = try query("SELECT last_value FROM failures").trimmingCharacters(in: .newlines)
    let owner = try query(
      """
      SELECT seq, records, (SELECT count(DISTINCT rec.seq) FROM rec),
        bytes = (SELECT sum(octet_length(body) + octet_length(id) + 100) FROM rec)
          + (SELECT sum(octet_length(answer) + 100) FROM device) FROM owner
      """)
    return (Set(ids), ids.count, Int(failures) ?? 0, owner.trimmingCharacters(in: .newlines))
  }

  private func query(_ sql: String) throws -> String {
    let outcome = try shell.run(address, "-Atq", "-v", "ON_ERROR_STOP=1", "-c", sql)
    try #require(outcome.status == 0, "\(outcome.err)")
    return outcome.out
  }
}

/// Two servers of one database, each killed and started again on its port.
private final class ServerPair {
  let token: String
  private let program: Program
  private let address: String
  private var running: [Program.Running] = []
  private var ports: [String] = []

  /// Their URLs, which stay.
  var urls: [String] { ports.map { "http://127.0.0.1:\($0)" } }

  init(_ address: String) throws {
    self.address = address
    program = Program("hsync-backend", home: try TemporaryFolder())
    let added = try program.run("user", "add", "ana", "--database", address)
    try #require(added.status == 0, "\(added.err)")
    token = added.lines[0]
    for _ in 0..<2 {
      let (server, port) = try start(port: "0")
      running.append(server)
      ports.append(port)
    }
  }

  deinit {
    for server in running {
      server.signal(SIGKILL)
      _ = server.wait()
    }
  }

  func killAndStart(_ n: Int) throws {
    running[n].signal(SIGKILL)
    _ = running[n].wait()
    running[n] = try start(port: ports[n]).0
  }

  private func start(port: String) throws -> (Program.Running, String) {
    let (server, line) = try program.serve(["serve", "--database", address, "--port", port, "--rate", "0"])
    try #require(line.contains("http://"), "\(line)")
    return (server, String(line.split(separator: ":").last ?? ""))
  }
}

/// The devices' pushes until they are stopped.
private final class Traffic: Sendable {
  /// Pushes that were answered.
  let answered = PushCounter()
  private let isStopped = Atomic(false)
  private let answersOutOfPlace = Mutex<[String]>([])

  /// Answers that mustn't be.
  var wrong: [String] { answersOutOfPlace.withLock { $0 } }

  /// What a device knows in the end.
  struct Device: Sendable {
    var acknowledged: [String] = []
    /// Records of the push that wasn't answered when it was stopped.
    var unknown: [String] = []
    var repeated = 0
    var pairs = 0
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Pushes one after the other, each as often as it takes, by turns to both servers, or to both at once.
  func push(as start: Pusher, atBoth: Bool, urls: [String], token: String) async -> Device {
    let transport = CurlTransport()
    var (pusher, device) = (start, Device())
    var turn = 0
    while !isStopped.load(ordering: .relaxed) {
      turn += 1
      var bodies: [[UInt8]] = []
      if atBoth {
        let requests = urls.map { pusher.request($0, token) }
        async let one = try? transport.send(requests[0])
        async let two = try? transport.send(requests[1])
        bodies = await [one, two].compactMap { body($0) }
        if bodies.count == 2 {
          device.pairs += 1
          if bodies[0] != bodies[1] { note("two answers to one push") }
        }
      } else if let answer = body(try? await transport.send(pusher.request(urls[turn % 2], token))) {
        bodies = [answer]
      }
      if bodies.isEmpty {
        device.repeated += 1
        await Task.detached { _ = poll(nil, 0, 20) }.value
      } else {
        device.acknowledged += pusher.ids
        answered.add()
        pusher.push += 1
      }
    }
    device.unknown = pusher.ids
    return device
  }

  /// The body of an answer that acknowledges; anything but that and 503 is out of place.
  private func body(_ answer: HTTPResponse?) -> [UInt8]? {
    guard let answer else { return nil }
    if answer.status == 200 { return answer.body }
    if answer.status != 503 { note("\(answer.status) \(String(decoding: answer.body.prefix(200), as: UTF8.self))") }
    return nil
  }

  private func note(_ words: String) { answersOutOfPlace.withLock { $0.append(words) } }
}
