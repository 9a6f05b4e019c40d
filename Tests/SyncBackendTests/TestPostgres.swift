import Foundation
import HealthModel
import Postgres
import Synchronization
import TestSupport

@testable import SyncBackend

/// The PostgreSQL that tests use: `HSYNC_TEST_POSTGRES`, a connection URI, or one that is started for them in a temporary folder where Debian's
/// `postgresql` is installed.
enum TestPostgres {
  /// The address of a database; `nil` = there is none, and tests run on SQLite alone.
  static let address: String? = {
    if let given = ProcessInfo.processInfo.environment["HSYNC_TEST_POSTGRES"], !given.isEmpty { return given }
    if let cluster { return cluster.address }
    print("skipped: tests on PostgreSQL, which isn't installed (apt-get install postgresql)")
    return nil
  }()

  private static let cluster = TestCluster()
  private static let schemas = Atomic(0)

  /// Makes an empty schema, and returns the address of a database where it is the only one that is looked into.
  static func makeSchema() throws -> String {
    guard let address else { throw CocoaError(.fileNoSuchFile) }
    let name = "t\(getpid())_\(schemas.add(1, ordering: .relaxed).newValue)"
    let connection = try PostgresConnection(PostgresAddress(address))
    try connection.run("DROP SCHEMA IF EXISTS \(name) CASCADE")
    try connection.run("CREATE SCHEMA \(name)")
    return address + (address.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(name)&application_name=\(name)"
  }

  /// Ends all other connections of the test, and waits until they have ended.
  static let cut = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
    """

  /// A query's rows as text, as `TestDatabase.rows`.
  static func rows(_ sql: String, _ pool: PostgresPool) throws -> [[String]] {
    try pool.runBlocking { connection in
      let rows = try connection.run("SELECT row_to_json(t)::text FROM (\(sql)) AS t")
      return try (0..<rows.count).map { n in
        try (JSON(parsing: Array((rows.text(n, 0) ?? "").utf8)).members ?? []).map { text($0.value) }
      }
    }
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: "-"
    case .bool(let value): value ? "1" : "0"
    case .string(let text) where text.hasPrefix("\\x"): "\((text.utf8.count - 2) / 2) bytes"
    case .string(let text): text
    default: value.text
    }
  }
}

/// A PostgreSQL of the tests' own, which ends with this process.
final class TestCluster: Sendable {
  /// Its folder.
  let folder: String
  /// The connection URI of its database.
  var address: String { "postgres:///postgres?host=\(folder)&user=postgres" }
  private let input: FileHandle
  private let output: FileHandle
  private let process: Process

  /// Keeps PostgreSQL as its child, as the user `postgres` when it is root. It takes `start` and `kill` as lines, and ends when its input does.
  private static let script = """
    bin=$1 dir=$2 fsync=$3
    if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --init-groups --"; else as=; fi
    mkdir -m 700 "$dir" && cd "$dir" || exit 1
    [ -z "$as" ] || chown postgres "$dir"
    $as "$bin/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null || exit 1
    start() {
      for _ in $(seq 200); do
        if ! kill -0 "$pid" 2>/dev/null; then
          $as "$bin/postgres" -D "$dir/data" -c listen_addresses= -c unix_socket_directories="$dir" -c fsync=$fsync \
            -c max_connections=200 >>"$dir/log" 2>&1 </dev/null &
          pid=$!
        fi
        "$bin/pg_isready" -q -h "$dir" -U postgres && return
        sleep 0.05
      done
    }
    pid=
    while read -r line; do
      case $line in
      start) start ;;
      kill) kill -9 "$pid"; wait "$pid" 2>/dev/null; pid= ;;
      esac
      echo done
    done
    [ -z "$pid" ] || { kill -QUIT "$pid"; wait "$pid"; }
    rm -rf "$dir"
    """

  /// Starts it; `nil` when it isn't installed, or doesn't start.
  ///
  /// - Parameter fsync: whether it writes to the disk what it has promised to keep.
  init?(fsync: Bool = false) {
    guard let bin = TestCluster.bin else { return nil }
    folder = "/tmp/hsync-pg-\(getpid())-\(UUID().uuidString.prefix(8))"
    let (input, output) = (Pipe(), Pipe())
    // Programs that tests start must not keep it alive.
    for handle in [input.fileHandleForWriting, output.fileHandleForReading] { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", TestCluster.script, "postgres", bin, folder, fsync ? "on" : "off"]
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil, order("start") else { return nil }
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
  }

  /// Kills it; its other processes end when their parent is gone.
  func kill() { order("kill") }

  /// Starts it again, as soon as nothing of the last run is left.
  func start() { order("start") }

  @discardableResult
  private func order(_ line: String) -> Bool {
    guard (try? input.write(contentsOf: Data((line + "\n").utf8))) != nil else { return false }
    return String(decoding: output.availableData, as: UTF8.self) == "done\n"
  }

  private static var bin: String? {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.compactMap { Int($0) }.max().map { "/usr/lib/postgresql/\($0)/bin" }
  }
}
