import Foundation
import HealthModel
import TestSupport
import Testing

/// An import of a catalogue that is stopped, killed, or not the only one. The dump comes through a named pipe that doesn't end.
@Suite struct FoodsInterruptTests {
  private let person: Household
  private let pipe: TestPipe
  private let dump = ProjectFiles.path("samples/foods.tsv")

  init() throws {
    person = try Household()
    pipe = try TestPipe(in: person.home)
    #expect(try person.hsync.run("foods", "import", dump, "-q", "--yes").status == 0)
  }

  private func foods() throws -> Int64? { try JSON(parsing: person.hsync.run("foods", "status", "--json").out)["foods"].int }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: person.home.file(".local/share/hsync")).filter { $0.hasPrefix("foods") }.sorted()
  }

  /// An import that has taken rows and waits for more.
  private func importInItsMiddle() throws -> Program.Running {
    let running = try person.hsync.start(["foods", "import", pipe.path])
    let rows = (0..<4000).map { "952\(1_000_000_000 + $0)\tFood number \($0)\t100\n" }
    try pipe.write(Array(("code\tproduct_name\tenergy-kcal_100g\n" + rows.joined()).utf8))
    #expect(try comesTrue { try files().contains("foods.db.new") })
    return running
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalLeavesTheOldCatalogue(number: Int32) throws {
    let running = try importInItsMiddle()
    #expect(try foods() == 12)
    let second = try person.hsync.run("foods", "import", dump)
    #expect(second.status == 75 && second.err.contains("another import into"), "\(second.err)")
    running.signal(number)
    let outcome = running.wait()
    #expect(outcome.status == 130 && outcome.err.contains("the catalogue is as it was") && outcome.out.isEmpty, "\(outcome.err)")
    #expect(try foods() == 12)
    #expect(try files() == ["foods.db", "foods.db.lock"])
  }

  /// 50 imports, each killed after a random part of the time that the first one took: the catalogue is the old one or, where the kill came too
  /// late, the whole new one, and can be searched.
  @Test func fiftyKillsLeaveACatalogueThatCanBeUsed() throws {
    let rows = (0..<1500).map { "952\(1_000_000_000 + $0)\tChoc number \($0) of this dump\tBrand \($0 % 97)\t100\n" }
    let file = try person.home.write(Array(("code\tproduct_name\tbrands\tenergy-kcal_100g\n" + rows.joined()).utf8), to: "many.tsv")
    var generator = SeededGenerator(seed: 50)
    var (ticks, killed) = (0, 0)
    for round in 0...50 {
      let running = try person.hsync.start(["foods", "import", file, "-q", "--yes"])
      let most = round == 0 ? 60_000 : Int.random(in: 0..<max(1, ticks), using: &generator)
      var waited = 0
      while waited < most, !running.hasEnded {
        poll(nil, 0, 1)
        waited += 1
      }
      if round == 0 { ticks = waited }
      running.signal(SIGKILL)
      let isKilled = running.wait().status == 128 + SIGKILL
      killed += isKilled ? 1 : 0
      // The old catalogue has two such foods.
      let hits = try JSON(parsing: person.hsync.run("foods", "search", "choc", "--limit", "3", "--json").out).array?.count
      #expect(hits == 3 || isKilled && hits == 2, "round \(round): \(hits ?? 0)")
      if hits == 3 { try #require(person.hsync.run("foods", "import", dump, "-q", "--yes").status == 0) }
    }
    #expect(killed >= 10, "\(killed) of \(ticks) ms")
    #expect(try person.hsync.run("foods", "import", dump, "-q", "--yes").status == 0)
    #expect(try files() == ["foods.db", "foods.db.lock"])
  }

  @Test func afterAKillTheNextImportTidiesUp() throws {
    let running = try importInItsMiddle()
    running.signal(SIGKILL)
    #expect(running.wait().status == 128 + SIGKILL)
    #expect(try foods() == 12)
    #expect(try files().contains("foods.db.new"))
    #expect(try person.hsync.run("foods", "update", dump).status == 0)
    #expect(try files() == ["foods.db", "foods.db.lock"])
  }
}
