import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct Row10TooLarge {
  /// As nginx does with `client_max_body_size 10k`: by the length that the head announces, without reading the body.
  @Test func batchesShrinkUntilTheyFitAndStaySmall() async throws {
    try await FaultRow(10, "413 above 10 KiB; one record of 5 MiB").holds {
      let backend = try RunningBackend()
      let refused = Mutex(0)
      let proxy = try FaultProxy(
        to: backend.url,
        early: { request in
          guard let length = Int(request.header("Content-Length") ?? ""), length > 10 << 10 else { return nil }
          refused.withLock { $0 += 1 }
          return .text("<html>413 Request Entity Too Large</html>", status: 413, type: "text/html", headers: [("Connection", "close")])
        },
        fault: { $0.pass().reply })
      let person = try Household()
      try person.logIn(url: proxy.url, token: backend.addUser("ana"))
      // Text that doesn't compress well, so that 64 KiB of it are too much.
      try person.execute(varied(600, "a"))
      try person.execute("INSERT INTO meal(id, name, note) VALUES ('huge', 'Huge', hex(randomblob(5 << 19)))")
      let outcome = try person.sync(ends: 65)
      try #require(outcome.err.contains("rejected meal huge: "), "\(outcome.err)")
      try #require(try person.value("SELECT kind, id, code FROM quarantine") == "meal|huge|too_large")
      try #require(try person.waiting() == "0|0|1")
      try #require(try Agreement.require(backend, [person.library]) == 600)
      let first = refused.withLock { $0 }
      try #require(first >= 2 && first <= 12, "\(first) refusals")

      // Remembered: what comes later meets no refusal, in this process or another.
      try person.execute(varied(600, "b"))
      try person.sync()
      try #require(refused.withLock { $0 } == first, "\(refused.withLock { $0 } - first) refusals more")
      try #require(try Agreement.require(backend, [person.library]) == 1200)
      // An edit queues it again; now it fits.
      try person.execute("UPDATE meal SET note = 'short' WHERE id = 'huge'")
      try person.sync()
      try #require(try person.waiting() == "0|0|0")
      try Agreement.require(backend, [person.library])
      return "\(first) refusals, then none in 600 records more; the record of 5 MiB in quarantine as too_large, sent after an edit"
    }
  }

  private func varied(_ count: Int, _ prefix: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO meal(id, name, note, day) SELECT '\(prefix)' || i, hex(randomblob(20)), hex(randomblob(100)), '2026-02-10' FROM n
    """
  }
}
