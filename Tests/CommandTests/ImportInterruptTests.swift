import Foundation
import HealthModel
import TestSupport
import Testing

/// An import that is stopped, killed, or not the only one.
///
/// The export comes through a named pipe that doesn't end, so that the import is in its middle for as long as the test wants.
@Suite struct ImportInterruptTests {
  private let person: Household
  private let pipe: TestPipe
  private let good: String

  init() throws {
    person = try Household()
    pipe = try TestPipe(in: person.home)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    good = try person.writeExport([HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")], to: "good.xml")
  }

  /// An import that has written rows and waits for more.
  private func importInItsMiddle() throws -> Program.Running {
    let running = try person.hsync.start(["import", pipe.path])
    try pipe.write(HealthExportFixture.endless(95_000))
    #expect(try comesTrue { try person.value("SELECT count(*) FROM (SELECT 1 FROM sample LIMIT 1)") == "1" })
    #expect(try person.value("SELECT state FROM health_import") == "running")
    return running
  }

  ///     import            others
  ///     50,000 rows
  ///                       summary: nothing yet; log: done; import: try again
  ///     Ctrl-C: removed
  ///                       the dump is that of before, with the new meal
  @Test func ctrlCLeavesNothingAndOthersCanWorkMeanwhile() throws {
    let before = try person.dump()
    let running = try importInItsMiddle()
    #expect(try person.summaries(from: "2026-01-01", to: "2026-03-01").isEmpty)
    #expect(try person.value("SELECT count(*) FROM samples") == "0")
    let logged = try person.hsync.run("log", "--name", "Bread", "--kcal", "90")
    #expect(logged.status == 0, "\(logged.err)")
    let second = try person.hsync.run("import", good)
    #expect(second.status == 75, "\(second.err)")
    #expect(second.err.contains("an import is running"), "\(second.err)")
    running.signal(SIGINT)
    let outcome = running.wait()
    #expect(outcome.status == 130, "\(outcome.err)")
    #expect(outcome.err.contains("interrupted") && outcome.err.contains("nothing of"), "\(outcome.err)")
    #expect(outcome.out.isEmpty)
    #expect(try person.hsync.run("undo").status == 0)
    for table in ["sample", "sample_detail", "health_import", "day_summary", "weight", "workout", "sleep_session", "activity_ring"] {
      #expect(try person.value("SELECT count(*) FROM \(table)") == "0", "\(table)")
    }
    #expect(before.contains("CREATE TABLE sample"))
  }

  /// Before a single row was written.
  @Test func sigtermIsPoliteToo() throws {
    let running = try person.hsync.start(["import", pipe.path])
    try pipe.write(HealthExportFixture.endless(1000))
    #expect(try comesTrue { try person.value("SELECT count(*) FROM health_import") == "1" })
    running.signal(SIGTERM)
    #expect(running.wait().status == 130)
    #expect(try person.value("SELECT count(*) FROM health_import") == "0")
  }

  @Test func afterAKillTheNextImportTidiesUp() throws {
    let running = try importInItsMiddle()
    running.signal(SIGKILL)
    #expect(running.wait().status == 137)
    #expect(try person.value("SELECT count(*) > 0 FROM sample") == "1", "left behind")
    #expect(try person.summaries(from: "2026-01-01", to: "2026-03-01").isEmpty)
    #expect(try person.value("SELECT count(*) FROM samples") == "0", "and nobody sees them")
    try person.imported(good)
    #expect(try person.value("SELECT count(*) FROM sample") == "1")
    #expect(try person.value("SELECT group_concat(state) FROM health_import") == "done")
    #expect(try person.summaries(from: "2026-01-01", to: "2026-03-01").keys.sorted() == ["2026-02-10"])
    #expect(try person.value("PRAGMA integrity_check") == "ok")
    // Samples of the killed import count as new when imported again.
    let again = try person.home.write(HealthExportFixture.endless(500) + Array("</HealthData>\n".utf8), to: "again.xml")
    #expect(try JSON(parsing: person.hsync.run("import", "--json", again).out)["added"].int == 500)
  }
}
