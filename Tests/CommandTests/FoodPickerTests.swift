import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync log` without arguments on a terminal: foods are searched as the user types, and the one that is chosen is logged.
@Suite struct FoodPickerTests {
  private let person: Household

  init() throws {
    person = try Household()
    try #require(person.hsync.run("foods", "import", ProjectFiles.path("samples/foods.tsv"), "-q").status == 0)
  }

  private func start(_ arguments: [String] = ["log"], columns: Int = 80, rows: Int = 24, color: Bool = false) throws -> PseudoTerminal {
    var hsync = person.hsync
    hsync.environment["TERM"] = "xterm"
    hsync.environment["NO_COLOR"] = color ? nil : "1"
    let terminal = try hsync.startOnTerminal(arguments, columns: columns, rows: rows)
    try terminal.wait(for: "first screen") { $0.isRaw && $0.screen.last?.contains("Esc") == true }
    return terminal
  }

  private func meals() throws -> [JSON] { try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array ?? [] }

  @Test func aFoodIsFoundByItsNameAndLogged() throws {
    let terminal = try start()
    #expect(terminal.screen.first == "Food: " && terminal.screen.contains("Type a food's name."))
    terminal.type("choc")
    try terminal.waitForScreen("> Chocolat noir")
    #expect(terminal.screen.contains { $0.hasPrefix("  Milk chocolate") })
    terminal.type("\u{1B}[B")
    try terminal.waitForScreen("> Milk chocolate")
    terminal.type("\u{1B}OA")
    try terminal.waitForScreen("> Chocolat noir")
    terminal.type("x")
    try terminal.waitForScreen("Nothing found for chocx.")
    terminal.type("\u{7F} noir\r")
    try terminal.waitForScreen("Chocolat noir 70 % · Kantara")
    #expect(terminal.screen.contains { $0.contains("© Open Food Facts contributors") })
    if terminal.screen[0].hasPrefix("Servings") { terminal.type("\t") }
    terminal.type("50")
    try terminal.waitForScreen("290 kcal")
    #expect(terminal.screen[0] == "Grams: 50")
    terminal.type("\r")
    #expect(try terminal.end() == 0)
    #expect(terminal.written.contains("logged Chocolat noir 70 %, ") && !terminal.isRaw)
    #expect(terminal.written.contains("\u{1B}[?1049l"), "the screen before it is back")
    #expect(try meals().map { $0["amount"]["grams"].double } == [50])
    #expect(try meals().first?["gtin"].string == "9520007000045")
  }

  @Test func ownFoodsAndHistoryComeFirst() throws {
    try #require(person.hsync.run("log", "--name", "Chocolate cake", "--kcal", "350").status == 0)
    try #require(person.hsync.run("foods", "add", "Choc spread", "--kcal", "540", "--serving", "20").status == 0)
    try #require(person.hsync.run("foods", "override", "9520007000038", "--kcal", "560", "--offline").status == 0)
    let terminal = try start(["log", "--food", "choc"])
    try terminal.waitForScreen("Chocolat noir")
    let names = terminal.screen.dropFirst().prefix(4).map { $0.drop { "> *".contains($0) }.prefix(9) }
    #expect(names == ["Choc spre", "Milk choc", "Chocolate", "Chocolat "])
    #expect(terminal.screen[1].hasPrefix(">") && terminal.screen[2].hasPrefix("*") && terminal.screen[3].hasPrefix("*"))
    #expect(terminal.screen[4].hasPrefix("  Choc"))
    terminal.type("\r")
    try terminal.waitForScreen("108 kcal")
    #expect(terminal.screen[0] == "Servings: 1")
    terminal.type("\u{1B}")
    try terminal.waitForScreen("Esc leave")
    terminal.type("\u{1B}[B\u{1B}[B\r")
    try terminal.waitForScreen("350 kcal")
    terminal.type("2\r")
    #expect(try terminal.end() == 0)
    #expect(try meals().last?["nutrition"]["energy_kcal"].double == 700)
  }

  @Test func escapeLeavesWithoutLogging() throws {
    let terminal = try start()
    terminal.type("ch\u{1B}")
    #expect(try terminal.end() == 1)
    #expect(terminal.written.contains("nothing was logged") && !terminal.isRaw)
    #expect(try meals().isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalRestoresTheTerminal(number: Int32) throws {
    let terminal = try start()
    if number == SIGINT { terminal.type("\u{3}") } else { kill(terminal.pid, number) }
    #expect(try terminal.end() == 128 + number)
    #expect(!terminal.isRaw && terminal.written.hasSuffix("\u{1B}[?1049l"))
    #expect(try meals().isEmpty)
  }

  @Test func aStopRestoresTheTerminalUntilItContinues() throws {
    let terminal = try start()
    terminal.type("oat\u{1A}")
    try terminal.wait(for: "stop") { $0.isStopped }
    #expect(!terminal.isRaw)
    kill(terminal.pid, SIGCONT)
    try terminal.wait(for: "raw mode") { $0.isRaw && $0.screen.first == "Food: oat" }
    terminal.type("\u{1B}")
    #expect(try terminal.end() == 1)
    #expect(!terminal.isRaw)
  }

  /// At 40 columns nothing wraps, at 6 rows nothing scrolls, and a new size is drawn at once.
  @Test func itFitsInANarrowTerminal() throws {
    let terminal = try start(columns: 40, rows: 6)
    terminal.type("c")
    try terminal.wait(for: "hits") { $0.screen.count >= 4 && $0.screen.contains { $0.contains("Milk") || $0.contains("Cr") } }
    #expect(terminal.screen.count <= 6)
    for line in terminal.screen { #expect(line.count <= 39, "\(line)") }
    #expect(!terminal.written.contains("\u{1B}[1m"), "NO_COLOR is set")
    terminal.resize(columns: 100, rows: 20)
    try terminal.wait(for: "wider screen") { $0.screen.contains { $0.count > 40 } }
    terminal.type("\u{1B}")
    #expect(try terminal.end() == 1)
  }

  @Test func selectionIsMarkedWithColorToo() throws {
    let terminal = try start(color: true)
    terminal.type("choc")
    try terminal.waitForScreen("> Chocolat noir")
    #expect(terminal.written.contains("\u{1B}[1m"))
    terminal.type("\u{1B}")
    #expect(try terminal.end() == 1)
  }

  /// Pasted text is one text: the end of a line in it chooses nothing. Controls in it aren't drawn.
  @Test func pastedTextIsTyped() throws {
    let terminal = try start()
    terminal.type("\u{1B}[200~choc\nnoir\u{1B}[201~")
    try terminal.waitForScreen("> Chocolat noir")
    #expect(terminal.screen[0] == "Food: choc noir")
    terminal.type("\u{15}9520007000014\r")
    try terminal.wait(for: "amount") { $0.screen.first?.hasPrefix("Grams: ") == true || $0.screen.first?.hasPrefix("Servings: ") == true }
    terminal.type("2")
    terminal.type("\r")
    #expect(try terminal.end() == 0)
    #expect(terminal.written.contains("logged "), "a barcode is looked up, and its amount asked for")
  }

  @Test func aNameWithControlsDoesNotSteerTheTerminal() throws {
    let evil = "Evil\u{9B}2J\u{202E}soup"
    try #require(person.hsync.run("log", "--name", evil, "--kcal", "12").status == 0)
    let terminal = try start()
    try terminal.waitForScreen("> Evil?2J?soup")
    #expect(!terminal.written.contains("\u{9B}") && !terminal.written.contains("\u{202E}"))
    terminal.type("\u{1B}")
    #expect(try terminal.end() == 1)
  }

  @Test func withoutATerminalItIsAnError() throws {
    for arguments in [["log"], ["log", "--food"], ["log", "--food", "choc", "--again"], ["log", "--name", "x", "--kcal", "1", "--food"]] {
      let outcome = try person.hsync.run(arguments)
      #expect(outcome.status == 64 && outcome.err.contains("give a barcode, or --name with --kcal"), "\(arguments) \(outcome.err)")
    }
  }

  @Test func aFoodIsLoggedByName() throws {
    let logged = try person.hsync.run("log", "--food", "chocolat", "noir", "--grams", "50", "--json")
    #expect(logged.status == 0 && logged.err.contains("Open Food Facts contributors"), "\(logged.err)")
    let meal = try JSON(parsing: logged.out)
    #expect(meal["gtin"].string == "9520007000045" && meal["nutrition"]["energy_kcal"].double == 289.5)
    let none = try person.hsync.run("log", "--food", "caviar")
    #expect(none.status == 1 && none.err.contains("no food was found for caviar") && none.out.isEmpty)
    try #require(person.hsync.run("foods", "add", "Choc noir of mine", "--kcal", "500").status == 0)
    #expect(try person.hsync.run("log", "--food", "choc noir").out.hasPrefix("logged Choc noir of mine, 100 g, 500 kcal"))
  }
}
