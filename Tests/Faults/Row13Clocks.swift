import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct Row13Clocks {
  /// A device, then the server, lives at another time than the rest; summer time begins and ends; the clock jumps while hsync waits.
  @Test func wrongClocks() async throws {
    let row = FaultRow(13, "clocks a day off, in 1970, in 2099, at the change of summer time, jumping during a wait")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime") else { return row.skip(because: "there is no faketime") }
    try await row.holds {
      var edits = 0
      let wrong = ["+1d", "-1d", "@1970-01-05 12:00:00", "@2099-06-01 12:00:00"]
      for clock in FaultScale.isFull ? wrong : ["-1d", "@2099-06-01 12:00:00"] { edits += try deviceAt(clock) }
      for clock in FaultScale.isFull ? wrong : ["-1d"] { edits += try serverAt(clock) }
      try summerTime()
      let waits = try jumps()
      return "\(edits) edits of one row in turn, the last one won on both sides each time; \(waits)"
    }
  }

  /// A device with a wrong clock and one with the right one edit the same row in turn; each must win when it is its turn.
  private func deviceAt(_ clock: String) throws -> Int {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let (odd, right) = (try Household(), try Household())
    for device in [odd, right] { try device.logIn(to: backend, token: token) }
    var ledger = Ledger()
    _ = try odd.value("INSERT INTO meal(id, name, energy_kcal, day) VALUES ('turns', 'Soup', 1, '2026-02-10')", at: clock)
    ledger.note("meal", "turns", 1)
    try odd.syncs(at: clock)
    try right.syncs()
    for turn in 1...FaultScale.count(full: 6, short: 1) {
      _ = try right.value("UPDATE meal SET energy_kcal = \(turn * 10)")
      try right.syncs()
      try odd.syncs(at: clock)
      try #require(
        try odd.value("SELECT CAST(energy_kcal AS INTEGER) FROM meal") == "\(turn * 10)", "\(clock): the right clock's edit lost")
      for edit in 1...3 { _ = try odd.value("UPDATE meal SET energy_kcal = \(turn * 10 + edit)", at: clock) }
      ledger.note("meal", "turns", turn * 10 + 3)
      try odd.syncs(at: clock)
      try right.syncs()
      try #require(
        try right.value("SELECT CAST(energy_kcal AS INTEGER) FROM meal") == "\(turn * 10 + 3)", "\(clock): the odd clock's edit lost")
      ledger.note("meal", "turns", turn * 10 + 3)
    }
    try Fleet([odd, right], backend).requireInvariant(ledger)
    let most = try #require(Int(try right.shell(backend.database, "SELECT max(hlc) >> 16 FROM rec").out.trimmingCharacters(in: .newlines)))
    try #require(Double(most) / 1000 < Date().timeIntervalSince1970 + 301, "\(clock): a version of the future was kept")
    return FaultScale.count(full: 6, short: 1) * 4 + 1
  }

  /// The server alone has a wrong clock.
  private func serverAt(_ clock: String) throws -> Int {
    let data = try TemporaryFolder()
    let added = try Program("hsync-backend", home: data).run("user", "add", "ana", "--data", data.file("data"))
    let token = added.out.trimmingCharacters(in: .newlines)
    let backend = try SkewedBackend(data, clock)
    defer { backend.stop() }
    let devices = [try Household(), try Household()]
    for device in devices { try device.logIn(url: backend.url, token: token) }
    var ledger = Ledger()
    _ = try devices[0].value("INSERT INTO meal(id, name, energy_kcal, day) VALUES ('turns', 'Soup', 1, '2026-02-10')")
    let turns = FaultScale.count(full: 8, short: 2)
    for turn in 1...turns {
      for device in devices { try device.syncs() }
      _ = try devices[turn % 2].value("UPDATE meal SET energy_kcal = \(turn * 10)")
      try devices[turn % 2].syncs()
      ledger.note("meal", "turns", turn * 10)
    }
    let fleet = Fleet(devices, database: data.file("data/backend.db"), sql: Agreement.liveRecords)
    try fleet.settle()
    try fleet.requireInvariant(ledger)
    return turns + 1
  }

  /// The hours before and after both changes of summer time: the local offset changes, the order of versions doesn't.
  private func summerTime() throws {
    let backend = try RunningBackend()
    let device = try Household(["TZ": "Europe/Berlin"])
    try device.logIn(to: backend)
    for (before, after, offsets) in [
      ("@2026-03-29 01:30:00", "@2026-03-29 03:30:00", "60\n120"), ("@2026-10-25 01:30:00", "@2026-10-25 03:30:00", "120\n60"),
    ] {
      for clock in [before, after] {
        let run = try device.at(clock).run("log", "--name", "Soup", "--kcal", "5")
        try #require(run.status == 0, "\(run.err)")
        try device.syncs(at: clock)
      }
      let day = String(before.dropFirst().prefix(10))
      try #require(try device.value("SELECT utc_offset_min FROM meal WHERE day = '\(day)' ORDER BY eaten_at_ms") == offsets)
      let hours = try device.value("SELECT (max(eaten_at_ms) - min(eaten_at_ms) + 1800000) / 3600000 FROM meal WHERE day = '\(day)'")
      try #require(hours == (offsets.hasPrefix("60") ? "1" : "3"))
      let order = try device.value("SELECT id FROM meal WHERE day = '\(day)' ORDER BY eaten_at_ms")
      try #require(try device.value("SELECT id FROM version JOIN meal USING (id) WHERE day = '\(day)' ORDER BY hlc") == order)
    }
    try Fleet([device], backend).requireInvariant()
  }

  /// The server asks to wait; meanwhile the clock jumps, in one process and between two.
  private func jumps() throws -> String {
    guard let shim = try CompiledShim("clock_jump") else { return "no jumps, as there is no C compiler" }
    let seconds = FaultScale.isFull ? 6.0 : 3.0
    var told: [String] = []
    for (jump, isKilled) in [(86_400, false), (-86_400, true)] + (FaultScale.isFull ? [(86_400, true), (-86_400, false)] : []) {
      let backend = try RunningBackend()
      let pushes = Mutex<[Double]>([])
      let proxy = try FaultProxy(
        to: backend.url,
        fault: { exchange in
          guard exchange.isPush else { return exchange.pass().reply }
          let isFirst = pushes.withLock { pushes in
            pushes.append(Self.monotonic())
            return pushes.count == 1
          }
          return isFirst ? .text("{}", status: 503, headers: [("Retry-After", "\(Int(seconds))")]) : exchange.pass().reply
        })
      let device = try Household()
      try device.logIn(url: proxy.url, token: try backend.addUser("ana"))
      _ = try device.value("INSERT INTO meal(name, energy_kcal) VALUES ('Soup', 5)")
      var hsync = device.hsync
      hsync.environment["LD_PRELOAD"] = shim.path
      hsync.environment["CLOCK_JUMP_FILE"] = try device.home.write(Array("0".utf8), to: "clock")
      let run = try hsync.start(["sync"])
      let deadline = Self.monotonic() + 30
      while pushes.withLock({ $0.isEmpty }) {
        try #require(Self.monotonic() < deadline)
        poll(nil, 0, 10)
      }
      // Until it has written down what it was asked.
      while try device.value("SELECT state LIKE '%retryAfter%' FROM backend") != "1" {
        try #require(Self.monotonic() < deadline)
        poll(nil, 0, 20)
      }
      try device.home.write(Array("\(jump)".utf8), to: "clock")
      if isKilled {
        run.signal(SIGKILL)
        _ = run.wait()
      }
      let outcome = isKilled ? try hsync.run("sync") : run.wait()
      try #require(outcome.status == 0, "\(jump): \(outcome.err)")
      let waited = pushes.withLock { $0.count > 1 ? $0[1] - $0[0] : -1 }
      // A clock that jumped past the deadline ends the wait of a new process: a jump can only shorten.
      let least = jump > 0 && isKilled ? 0 : seconds - 0.1
      try #require(waited >= least && waited < seconds + 10, "\(jump): waited \(waited) s instead of \(seconds)")
      told.append("\(jump > 0 ? "+" : "−")1 day\(isKilled ? " and a restart" : ""): \(String(format: "%.1f", waited)) s")
      try Fleet([device], backend).requireInvariant()
    }
    return "asked to wait \(Int(seconds)) s, it waited after a jump of " + told.joined(separator: ", ")
  }

  private static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A backend under faketime(1), which starts it as a child.
private struct SkewedBackend {
  let url: String
  private let process: Program.Running

  init(_ data: TemporaryFolder, _ clock: String) throws {
    removeLeftovers()
    let program = Program("/usr/bin/faketime", home: data, environment: ["FAKETIME_DONT_FAKE_MONOTONIC": "1"])
    let arguments = ["-f", clock, Program.folder + "/hsync-backend", "serve", "--data", data.file("data"), "--port", "0", "--trust-clock"]
    let (process, line) = try program.serve(arguments)
    guard let start = line.range(of: "http://") else { throw SetUpError(description: "the backend said: \(line)\n\(process.wait().err)") }
    self.process = process
    url = String(line[start.lowerBound...])
  }

  func stop() {
    process.killChildren()
    _ = process.wait()
  }
}

extension Program.Running {
  /// Kills what faketime(1) has started: it then ends by itself and removes what it has in shared memory. Killed, it would leave that behind.
  fileprivate func killChildren() {
    let text = FileManager.default.contents(atPath: "/proc/\(pid)/task/\(pid)/children") ?? Data()
    let children = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    for child in children { kill(child, SIGKILL) }
    if children.isEmpty { signal(SIGKILL) }
  }
}

extension Household {
  /// hsync at another time, as faketime(1) understands it; the clock that counts since the start of the machine stays right.
  fileprivate func at(_ clock: String) -> Under { Under(household: self, words: ["-f", clock]) }

  fileprivate func syncs(at clock: String) throws {
    let run = try at(clock).run("sync")
    try #require(run.status == 0, "sync at \(clock) ended with \(run.status): \(run.err)")
  }

  fileprivate func value(_ sql: String, at clock: String) throws -> String {
    let outcome = try at(clock).faketime.run(["-f", clock, "/usr/bin/sqlite3", "-batch", library, sql])
    guard outcome.status == 0 else { throw SetUpError(description: outcome.err) }
    return outcome.out.trimmingCharacters(in: .newlines)
  }
}

/// A household's hsync under faketime(1).
private struct Under {
  let household: Household
  let words: [String]

  var faketime: Program {
    removeLeftovers()
    let environment = household.hsync.environment.merging(["FAKETIME_DONT_FAKE_MONOTONIC": "1"]) { $1 }
    return Program("/usr/bin/faketime", home: household.home, environment: environment)
  }

  func run(_ arguments: String...) throws -> Program.Outcome { try start(arguments).wait() }

  func start(_ arguments: [String]) throws -> Program.Running {
    try faketime.start(words + [Program.folder + "/hsync"] + arguments)
  }
}

/// Removes what the faketimes of a run that was cut short left in shared memory: it stops the next faketime that has such a process number.
///
/// Before each start: a number whose process lives now isn't the next one's.
private func removeLeftovers() {
  let folder = "/dev/shm"
  for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
    guard name.hasPrefix("faketime_shm_") || name.hasPrefix("sem.faketime_sem_"), let number = name.split(separator: "_").last,
      let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH
    else { continue }
    try? FileManager.default.removeItem(atPath: folder + "/" + name)
  }
}
