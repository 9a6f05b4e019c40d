import Foundation

/// A PostgreSQL of the tests' own, which ends with this process.
package final class TestCluster: Sendable {
  /// Its folder.
  package let folder: String
  /// The port of its sockets; 127.0.0.1 has one if it was asked for.
  package let port: UInt16
  /// The connection URI of its database.
  package var address: String { "postgres:///postgres?host=\(folder)&port=\(port)&user=postgres" }
  /// The same, also where it follows another and takes no writes.
  package var readableAddress: String { address + "&target_session_attrs=any" }
  private let input: FileHandle
  private let output: FileHandle
  private let process: Process

  /// Keeps PostgreSQL as its child, as the user `postgres` when it is root. It takes `start` and `kill` as lines, and ends when its input does.
  private static let script = """
    bin=$1 dir=$2 fsync=$3 port=$4 host=$5 primary=$6
    if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --init-groups --"; else as=; fi
    mkdir -m 700 "$dir" && cd "$dir" || exit 1
    [ -z "$as" ] || chown postgres "$dir"
    if [ -n "$primary" ]; then
      $as "$bin/pg_basebackup" -D "$dir/data" -d "$primary" -c fast -R --no-sync || exit 1
    else
      $as "$bin/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null || exit 1
    fi
    start() {
      for _ in $(seq 200); do
        if ! kill -0 "$pid" 2>/dev/null; then
          $as "$bin/postgres" -D "$dir/data" -p "$port" -c listen_addresses="$host" -c unix_socket_directories="$dir" \
            -c fsync=$fsync -c max_connections=200 >>"$dir/log" 2>&1 </dev/null &
          pid=$!
        fi
        "$bin/pg_isready" -q -h "$dir" -p "$port" -U postgres && return
        sleep 0.05
      done
    }
    pid=
    while read -r line; do
      case $line in
      start) start ;;
      kill) kill -9 "$pid" $(cat "/proc/$pid/task/$pid/children") 2>/dev/null; wait "$pid" 2>/dev/null; pid= ;;
      esac
      echo done
    done
    [ -z "$pid" ] || { kill -QUIT "$pid"; wait "$pid"; }
    rm -rf "$dir"
    """

  /// Starts it; `nil` when it isn't installed, or doesn't start.
  ///
  /// - Parameters:
  ///   - fsync: whether it writes to the disk what it has promised to keep.
  ///   - isOnTCP: whether it listens on 127.0.0.1 as well, on a free port.
  ///   - primary: one whose changes it follows, as a standby that can be read from.
  package init?(fsync: Bool = false, isOnTCP: Bool = false, standbyOf primary: TestCluster? = nil) {
    guard let bin = TestCluster.bin else { return nil }
    port = isOnTCP ? TestCluster.freePort() : 5432
    folder = "/tmp/hsync-pg-\(getpid())-\(UUID().uuidString.prefix(8))"
    let (input, output) = (Pipe(), Pipe())
    // Programs that tests start must not keep it alive.
    for handle in [input.fileHandleForWriting, output.fileHandleForReading] { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", TestCluster.script, "postgres", bin, folder, fsync ? "on" : "off", "\(port)", isOnTCP ? "127.0.0.1" : "",
      primary?.address ?? "",
    ]
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil, order("start") else { return nil }
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
  }

  /// Kills it and its other processes, which would answer until they notice that their parent is gone.
  package func kill() { order("kill") }

  /// Starts it again, as soon as nothing of the last run is left.
  package func start() { order("start") }

  /// A port that is free at this moment.
  private static func freePort() -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        guard bind(listener, place, length) == 0, getsockname(listener, place, &length) == 0 else { return 0 }
        return UInt16(bigEndian: UnsafeRawPointer(place).load(as: sockaddr_in.self).sin_port)
      }
    }
  }

  @discardableResult
  private func order(_ line: String) -> Bool {
    guard (try? input.write(contentsOf: Data((line + "\n").utf8))) != nil else { return false }
    return String(decoding: output.availableData, as: UTF8.self) == "done\n"
  }

  /// Whether PostgreSQL is installed.
  package static var isInstalled: Bool { bin != nil }

  private static var bin: String? {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.compactMap { Int($0) }.max().map { "/usr/lib/postgresql/\($0)/bin" }
  }
}
