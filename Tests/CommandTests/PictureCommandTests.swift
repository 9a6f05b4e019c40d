import Foundation
import FoundationXML
import HealthModel
import TestSupport
import Testing

/// `--svg` of `hsync summary`, `hsync week` and `hsync weight`.
@Suite struct PictureCommandTests {
  private let person: Household

  init() throws {
    person = try Household()
    #expect(try person.hsync.run("today").status == 0)
    try person.sqlite(
      """
      INSERT INTO day_summary(id, day, zone, steps, distance_m, active_kcal, workouts, workout_min, sleep_min, resting_bpm, rule_version) VALUES
        ('2026-02-09/x', '2026-02-09', 'UTC', 8214, 6437.4, 412, 1, 45, 432, 58, 1),
        ('2026-02-10/x', '2026-02-10', 'UTC', 0, 3218.7, 200, 0, 0, NULL, 60, 1),
        ('2026-02-15/x', '2026-02-15', 'UTC', 12000, NULL, 700.5, 2, 90.5, 400, NULL, 1);
      INSERT INTO weight(day, kg) VALUES ('2026-02-09', 82), ('2026-02-10', 81.6), ('2026-02-15', 81.1);
      """)
  }

  /// The texts of a well-formed SVG document, its title first.
  private final class Texts: NSObject, XMLParserDelegate {
    private(set) var all: [String] = []
    private var isText = false

    init(_ svg: String) throws {
      super.init()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = self
      try #require(parser.parse(), "\(svg.prefix(1000))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
      isText = name == "text" || name == "title"
      if isText { all.append("") }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { isText = false }

    func parser(_ parser: XMLParser, foundCharacters string: String) { if isText { all[all.count - 1] += string } }
  }

  private func run(_ line: String) throws -> Program.Outcome { try person.hsync.run(line.split(separator: " ").map(String.init)) }

  private func texts(_ line: String) throws -> [String] {
    let outcome = try run(line)
    #expect(outcome.status == 0 && outcome.err.isEmpty, "\(line): \(outcome.err)")
    return try Texts(outcome.out).all
  }

  @Test func aWeekOfDays() throws {
    let texts = try texts("summary --from 2026-02-09 --to 2026-02-15 --svg -")
    #expect(texts[0] == "Mon 2026-02-09 to Sun 2026-02-15")
    for word in ["steps", "active kcal", "distance", "workouts", "sleep", "no data", "10,000", "6 h", "Mon", "Sun"] {
      #expect(texts.contains(word), "\(word) in \(texts)")
    }
  }

  @Test func weeksMonthsAndChosenMeasures() throws {
    let weeks = try texts("summary --by week --from 2026-01-05 --to 2026-02-15 --columns resting_bpm --svg -")
    #expect(weeks.contains("resting") && weeks.contains("59 bpm") && weeks.contains("W07") && !weeks.contains("steps"), "\(weeks)")
    let months = try texts("summary --by month --from 2026-01-01 --to 2026-02-15 --columns steps --svg -")
    #expect(months.contains("2026") && months.contains("Feb") && months.contains("6,000"), "\(months)")
  }

  @Test func theSameAsPNG() throws {
    let file = person.home.file("week.PNG")
    let outcome = try run("summary --from 2026-02-09 --to 2026-02-15 --png \(file)")
    #expect(outcome.status == 0 && outcome.out == "drawn: \(file)\n", "\(outcome.err)")
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // Twice the size of the SVG file, read from the PNG's header.
    let svg = try run("summary --from 2026-02-09 --to 2026-02-15 --svg -").out
    let width = try #require(svg.firstMatch(of: #/width="([0-9.]+)"/#).flatMap { Double($0.1) })
    #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == Int((2 * width).rounded(.up)))
    #expect(try run("week --png x.svg").status == 64 && run("week --png a.png --svg a.svg").status == 64)
    #expect(try run("summary --csv --png a.png").status == 64)
    let terminal = try person.hsync.runOnTerminal(["week", "--png", "-"], typing: "")
    #expect(terminal.status == 64 && terminal.out.contains("a picture isn't written to a terminal"), "\(terminal.out)")
  }

  @Test func manyDaysAreMeans() throws {
    let texts = try texts("summary --from 2024-02-15 --to 2026-02-15 --columns steps --svg -")
    #expect(texts.contains("each is the mean of 3 days") && texts.contains("2025") && texts.contains("Jul"), "\(texts)")
  }

  @Test func theWeightsWithTheirMean() throws {
    for line in ["weight --svg -", "weight list --from 2026-02-01 --to 2026-02-15 --svg -"] {
      let texts = try texts(line)
      // The mean of 82, 81.6 and 81.1.
      #expect(texts.contains("weight") && texts.contains("mean of the last 7") && texts.contains("81.6 kg"), "\(texts)")
    }
    // The start of the weights of the last 90 days.
    #expect(try texts("weight --svg -")[0] == "Mon 2026-02-09 to Sun 2026-02-15")
  }

  @Test func theFiguresOfAWeek() throws {
    let texts = try texts("week 2026-W07 --svg -")
    #expect(texts[0] == "2026-W07: Mon 2026-02-09 to Sun 2026-02-15")
    #expect(texts.contains("steps") && texts.contains("weight") && !texts.contains("eaten kcal"), "\(texts)")
  }

  @Test func withoutDataItSaysSo() throws {
    #expect(try texts("week 2025-W07 --svg -").contains { $0.hasPrefix("nothing is known of 2025-W07") })
    #expect(try texts("summary --from 2025-02-09 --to 2025-02-15 --svg -").contains { $0.hasPrefix("no health data from 2025-02-09") })
    #expect(try texts("weight list --from 2025-02-09 --to 2025-02-15 --svg -").contains { $0.hasPrefix("no weight from 2025-02-09") })
    #expect(try Household().hsync.run("weight", "--svg", "-").status == 1)
  }

  @Test func aFileIsReplacedAsAWhole() throws {
    let (file, link) = (person.home.file("week.svg"), person.home.file("link.svg"))
    #expect(try person.hsync.run("week", "2026-W07", "--svg", file).out == "drawn: \(file)\n")
    let first = try ProjectFiles.bytes(file)
    let printed = try person.hsync.run("week", "2026-W07", "--svg", "-").out
    #expect(String(decoding: first, as: UTF8.self) == printed)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try person.hsync.run("weight", "--svg", link).status == 0)
    #expect(try ProjectFiles.bytes(file) != first)
    let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(rights == 0o640)
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target == file)
    let left = try FileManager.default.contentsOfDirectory(atPath: person.home.path).filter { $0.hasSuffix(".new") }
    #expect(left.isEmpty, "\(left)")
  }

  @Test(arguments: [
    "summary --svg a.svg --json", "summary --svg a.svg --csv", "summary --svg a.svg --check", "summary --svg a.svg --rebuild",
    "summary --svg a.svg --explain today", "week --svg a.svg --json", "weight --svg a.svg --json", "weight list --svg a.svg --json",
    "week --svg a.png", "week --svg", "week --svg=", "weight --svg library.db", "summary --from 1800-01-01 --svg -",
  ])
  func whatMakesNoSenseIsRefused(line: String) throws {
    let outcome = try person.hsync.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.out.isEmpty, "\(line): \(outcome.status) \(outcome.err)")
  }

  @Test func placesThatTakeNoFileAreSaid() throws {
    let missing = try person.hsync.run("week", "--svg", person.home.file("none/week.svg"))
    #expect(missing.status == 73 && missing.err.contains("no such folder"), "\(missing.err)")
    let folder = person.home.file("folder.svg")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let outcome = try person.hsync.run("week", "--svg", folder)
    #expect(outcome.status == 73 && outcome.err.contains("isn't a regular file"), "\(outcome.err)")
  }
}
