import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync foods`: a catalogue is imported, searched, shown, brought up to date and deleted.
@Suite struct FoodsCommandTests {
  private let person: Household
  private let dump = ProjectFiles.path("samples/foods.tsv")

  init() throws { person = try Household() }

  private func run(_ words: String...) throws -> Program.Outcome { try person.hsync.run(words) }

  private func json(_ words: String...) throws -> JSON {
    let outcome = try person.hsync.run(words)
    #expect(outcome.status == 0, "\(outcome.err)")
    return try JSON(parsing: outcome.out)
  }

  private func keys(_ json: JSON) -> [String] { json.members?.map(\.key) ?? [] }

  @Test func withoutACatalogueItSaysHowToGetOne() throws {
    let status = try run("foods", "status")
    #expect(status.status == 0 && status.lines == ["no catalogue"] && status.err.contains("hsync foods import FILE"))
    let search = try run("foods", "search", "oats")
    #expect(search.status == 1 && search.out.isEmpty && search.err.contains("hsync foods import FILE"))
    let listed = try run("foods", "search", "oats", "--json")
    #expect(listed.status == 1 && listed.lines == ["[]"])
    #expect(try run("foods", "update", dump).status == 1)
    #expect(try run("foods", "delete-catalogue").status == 1)
  }

  @Test func anImportIsReportedAndSearched() throws {
    let report = try json("foods", "import", dump, "--json")
    #expect(keys(report) == ["rows", "imported", "broken", "skipped", "seconds"])
    #expect(report["rows"].int == 12 && report["imported"].int == 12 && report["broken"].int == 0)
    let hits = try #require(try json("foods", "search", "choc", "--limit", "1", "--json").array)
    #expect(hits.count == 1 && keys(hits[0]) == ["gtin", "name", "brand", "energy_kcal", "found_in"])
    #expect(hits[0]["gtin"].string == "9520007000045")
    let food = try json("foods", "show", "9520007000038", "--json")
    #expect(food["nutrition"]["energy_kcal"].double == 552.1 && food["given"]["energy_kcal"].double == 2310)
    #expect(food["doubts"] == .array([.object([("code", .string("energy_kj_as_kcal")), ("field", .string("energy_kcal"))])]))
    #expect(food["source"].string == "open_food_facts" && food["found_in"].string == "catalogue")
    let logged = try run("log", "9520007000014", "--grams", "100")
    #expect(logged.status == 0 && logged.out.contains("432 kcal") && logged.err.contains("Open Food Facts contributors"))
    let status = try json("foods", "status", "--json")
    #expect(status["foods"].int == 12 && status["path"].string == person.home.file(".local/share/hsync/foods.db"))
    #expect(try run("foods", "delete-catalogue").lines == ["deleted the catalogue"])
    #expect(try json("foods", "status", "--json")["foods"] == .null)
    #expect(try run("foods", "show", "9520007000038").status == 75)
  }

  @Test func aPackedDumpComesThroughAPipe() throws {
    let packed = try Program("/bin/sh", home: person.home).run("-c", "gzip -c '\(dump)' >'\(person.home.file("foods.gz"))'")
    #expect(packed.status == 0)
    let bytes = try ProjectFiles.bytes(person.home.file("foods.gz"))
    let outcome = try person.hsync.run(["foods", "import", "-", "--country", "France"], input: bytes)
    #expect(outcome.status == 0 && outcome.lines == ["standard input: 12 rows, 4 foods imported, 8 skipped"], "\(outcome.err)")
    #expect(try run("foods", "status").out.contains("only france"))
    let cut = try person.hsync.run(["foods", "import", "-"], input: Array(bytes.dropLast(9)))
    #expect(cut.status == 65 && cut.err.contains("standard input ends too early"))
    #expect(try json("foods", "status", "--json")["foods"].int == 4)
  }

  @Test(
    arguments: [
      (["foods", "import", "none.tsv"], 66, "no such file: none.tsv"),
      (["foods", "import", "/bin/sh"], 65, "isn't a dump of Open Food Facts"),
      (["foods", "search", "x", "--limit", "0"], 64, "--limit must be 1 to 1000"), (["foods", "show", "oats"], 65, "isn't a barcode"),
      (["foods", "import", "none.tsv", "--country", " "], 64, "is empty"),
    ] as [([String], Int32, String)])
  func wrongInputIsNamed(words: [String], status: Int32, message: String) throws {
    let outcome = try person.hsync.run(words)
    #expect(outcome.status == status && outcome.err.contains(message) && outcome.out.isEmpty, "\(outcome.status) \(outcome.err)")
  }

  /// A second source: its foods are shown, logged and counted under its own name.
  @Test func brandedFoodsOfFoodDataCentralStandBesideThem() throws {
    #expect(try run("foods", "import", dump, "-q").status == 0)
    let report = try json("foods", "import", ProjectFiles.path("samples/fdc.zip"), "--json")
    #expect(keys(report) == ["rows", "imported", "broken", "skipped", "seconds"] && report["imported"].int == 4)
    let attribution = "Product data: U.S. Department of Agriculture, FoodData Central, public domain (CC0): https://fdc.nal.usda.gov\n"
    let shown = try run("foods", "show", "9520007100028")
    #expect(shown.status == 0 && shown.err == attribution && shown.out.contains("serving 1 1/2 cup (39 g)"), "\(shown.err)")
    let food = try json("foods", "show", "9520007100028", "--json")
    #expect(food["source"].string == "usda_fdc" && food["revision"].string == "2000003" && food["found_in"].string == "catalogue")
    #expect(food["nutrition"]["carbs_g"].double == 64.1 && food["nutrition"]["salt_g"].double == 1.2175)
    #expect(try json("foods", "show", "9520007000014", "--json")["source"].string == "open_food_facts")
    let logged = try run("log", "9520007100011", "--servings", "1")
    #expect(logged.out.contains("(32 g), 190 kcal") && logged.err == attribution, "\(logged.out) \(logged.err)")
    let both = try run("foods", "search", "oat")
    #expect(both.err.contains("Open Food Facts contributors") && both.err.contains("FoodData Central"), "\(both.err)")
    let status = try json("foods", "status", "--json")
    #expect(status["foods"].int == 12 && status["usda"]["foods"].int == 4)
    #expect(keys(status["usda"]) == ["foods", "imported_at_ms", "newest_change_s", "filter", "attribution"])
    let lines = try run("foods", "status").lines
    #expect(lines[0].hasPrefix("16 foods, ") && lines[3].hasPrefix("4 foods of FoodData Central, imported "), "\(lines)")
    #expect(try run("foods", "update", ProjectFiles.path("samples/fdc.zip")).status == 65)
  }

  @Test func theSettingNamesTheFile() throws {
    let file = person.home.file("elsewhere.db")
    try person.configure("[products]\ncatalogue = \"~/elsewhere.db\"\n")
    #expect(try run("foods", "import", dump, "-q").out.isEmpty)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  /// Each command on the page prints what stands below it, apart from dates and times.
  @Test func thePageShowsRealOutput() throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/foods.md")), as: UTF8.self)
    let shell = Program(
      "/bin/sh", home: person.home,
      environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "ROOT": ProjectFiles.root, "HSYNC_OFFLINE": "1"])
    var count = 0
    for (place, block) in page.components(separatedBy: "```\n").enumerated() where place % 2 == 1 {
      for example in ("\n" + block).components(separatedBy: "\n$ ").dropFirst() {
        var lines = example.components(separatedBy: "\n").filter { !$0.isEmpty }
        let command = lines.removeFirst()
        let outcome = try shell.run("-c", "cd \"$ROOT\" && \(command) 2>&1")
        #expect(timeless(outcome.lines) == timeless(lines), "\(command)\n\(outcome.out)")
        count += 1
      }
    }
    #expect(count >= 7)
  }

  private func timeless(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/, with: "DATE").replacing(/\d+ kB/, with: "SIZE") }
  }
}
