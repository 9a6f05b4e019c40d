import Foundation
import TestSupport
import Testing

extension Household {
  /// Returns the output of the sqlite3 shell for a statement on any file.
  @discardableResult
  func shell(_ database: String, _ sql: String) throws -> Program.Outcome {
    try Program("/usr/bin/sqlite3", home: home).run("-batch", "-cmd", ".timeout 20000", database, sql)
  }

  /// The one value that a query on the library brings.
  func value(_ sql: String) throws -> String {
    let outcome = try sqlite(sql)
    guard outcome.status == 0 else { throw SetUpError(description: outcome.err) }
    return outcome.out.trimmingCharacters(in: .newlines)
  }

  /// Syncs; throws unless that went well.
  func syncs() throws {
    let run = try hsync.run("sync")
    try #require(run.status == 0, "sync ended with \(run.status): \(run.err)")
  }

  /// Runs `body` while a sqlite3 shell has begun something on the library and goes no further.
  ///
  /// - Parameter killing: Whether the shell is killed afterwards; else it rolls back.
  func whileShell(has begun: String, killing: Bool = false, _ body: () throws -> Void) throws {
    let (ready, done) = (home.file("ready"), home.file("done"))
    let script = "\(begun);\n.shell touch \(ready); while [ ! -e \(done) ]; do sleep 0.05; done\nROLLBACK;\n"
    let holder = try Program("/usr/bin/sqlite3", home: home).start(["-batch", library], input: Array(script.utf8))
    defer {
      if killing { holder.signal(SIGKILL) }
      try? Data().write(to: URL(fileURLWithPath: done))
      _ = holder.wait()
    }
    let deadline = Date(timeIntervalSinceNow: 20)
    while !FileManager.default.fileExists(atPath: ready) {
      try #require(Date() < deadline, "the sqlite3 shell doesn't start")
      poll(nil, 0, 10)
    }
    try body()
  }
}
