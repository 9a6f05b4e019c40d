import Foundation
import HealthModel
import TestSupport
import Testing

/// Every command that has `--json` is run with it, and the keys of what it prints are in `docs/json.md`. A new one fails here until it has a line.
@Suite struct CommandContractJSONTests {
  private let page: String
  private let setting: RefusingBackend

  init() throws {
    page = try ProjectFiles.jsonPage()
    setting = try RefusingBackend()
  }

  /// Each command with the arguments that make it print; in this order, each finds what those before it left. `{soup}` and `{cake}` are meals that
  /// the backend refuses, `{run}` and `{dinner}` planned items.
  private let runs: [(command: String, arguments: [String])] = {
    let (photo, products) = (ProjectFiles.path("samples/photos/04-tuna.jpg"), ProjectFiles.path("samples/products.tsv"))
    let (export, foods) = (ProjectFiles.path("samples/health/export.zip"), ProjectFiles.path("samples/foods.tsv"))
    return [
      ("hsync scan", ["--offline", "--products", products, photo]),
      ("hsync watch", ["{home}/camera", "--once", "--all", "--offline", "--products", products]),
      ("hsync log", ["--name", "Tea", "--kcal", "5"]),
      ("hsync foods import", [foods]), ("hsync foods update", [foods]), ("hsync foods status", []), ("hsync foods search", ["choc"]),
      ("hsync foods show", ["9520007000038", "--offline"]), ("hsync foods override", ["9520007000038", "--kcal", "550", "--offline"]),
      ("hsync foods add", ["Lentil soup", "--kcal", "62"]), ("hsync foods edit", ["lentil soup", "--fat", "1"]), ("hsync foods list", []),
      ("hsync foods recipe", ["Lunch", "lentil=200", "--serving", "300"]),
      ("hsync foods delete", ["lentil soup"]),
      ("hsync meals list", ["2026-02-10"]), ("hsync pending list", []),
      ("hsync import", [export]), ("hsync summary", ["--from", "2026-03-26", "--to", "2026-03-26"]), ("hsync weight log", ["67.4"]),
      ("hsync weight show", []), ("hsync weight list", []), ("hsync sources", []), ("hsync today", []), ("hsync week", ["2026-W07"]),
      ("hsync plan add workout", ["Run"]), ("hsync plan add meal", ["dinner", "Dal"]), ("hsync plan quick", []), ("hsync plan show", []),
      ("hsync plan edit", ["{run}", "Long run"]), ("hsync plan move", ["{run}", "tomorrow"]), ("hsync plan match", ["--week", "next"]),
      ("hsync plan done", ["{run}"]), ("hsync plan log", ["{dinner}", "--kcal", "400"]), ("hsync plan note", ["Rest"]),
      ("hsync plan copy-week", []), ("hsync plan apply", ["-"]),
      ("hsync plan delete", ["{run}"]),
      ("hsync plan import", ["-", "--week", "2026-W09"]),
      ("hsync queue list", []), ("hsync queue show", ["{soup}"]), ("hsync queue retry", ["{soup}"]),
      ("hsync queue delete", ["{cake}", "--yes"]), ("hsync meals edit", ["{soup}", "--name", "Soup"]),
      ("hsync conflicts list", []), ("hsync conflicts show", ["1"]), ("hsync conflicts restore", ["1"]), ("hsync conflicts delete", ["1"]),
      (
        "hsync diet setup",
        ["--sex", "male", "--age", "39", "--height-cm", "170", "--weight-kg", "80", "--activity", "light", "--goal", "lose"]
      ),
      ("hsync diet show", []), ("hsync diet history", []), ("hsync diet why", ["tdee"]), ("hsync diet learn", []),
      ("hsync diet settings", []), ("hsync diet pause", []), ("hsync diet resume", []), ("hsync diet stop", []),
      ("hsync laundry add", ["Snowy"]), ("hsync laundry list", []), ("hsync laundry show", ["snow"]), ("hsync laundry wash", ["snow"]),
      ("hsync laundry cancel", ["snow"]), ("hsync laundry edit", ["snow", "--every", "3"]), ("hsync laundry settings", []),
      ("hsync laundry dry", ["snow"]), ("hsync laundry fold", ["snow"]), ("hsync laundry snooze", ["snow"]),
      ("hsync laundry delete", ["snow", "--yes"]), ("hsync laundry reset", ["--yes"]),
      ("hsync go now", []), ("hsync go plan", []), ("hsync go hour", ["now"]), ("hsync go why", []), ("hsync go place list", []),
      ("hsync go place add", ["Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "UTC"]),
      ("hsync go profile set", ["--activities", "run"]), ("hsync go profile show", []), ("hsync notices list", []),
      ("hsync notices run", []), ("hsync schedule status", []), ("hsync schedule delete", []),
      ("hsync schedule install", ["--systemd"]), ("hsync sync status", []),
      ("hsync serve status", []), ("hsync serve install", []), ("hsync serve uninstall", []),
      ("hsync sync run", ["--dry-run"]), ("hsync config list", []), ("hsync config set", ["health.zone", "UTC"]),
      ("hsync config get", ["health.zone"]), ("hsync config delete", ["health.zone"]), ("hsync config path", []),
      ("hsync doctor", ["--offline"]), ("hsync backup", ["{home}/backup.db"]), ("hsync restore", ["{home}/backup.db", "--yes"]),
      ("hsync export", ["{home}/everything"]), ("hsync events", []),
    ]
  }()

  /// The standard input of the commands that read it.
  private let inputs = [
    "hsync plan apply": #"{"op":"add","type":"workout","title":"Swim"}"#,
    "hsync plan import": #"{"updatedAt":"2026-02-11T09:30:00.000Z","days":{"mon":{"day":"mon","workouts":[],"meals":[],"notes":"early"}}}"#,
  ]

  /// Those that may have nothing to print here, and why.
  private let silent = [
    "hsync schedule install": "there is no systemd in the tests' environment; ScheduleTests have one of their own",
    "hsync serve install": "as above; ServeServiceTests have one of their own",
    "hsync laundry dry": "the wash hasn't ended; LaundryCommandTests have a whole cycle", "hsync laundry fold": "as above",
    "hsync laundry snooze": "as above", "hsync pending list": "nothing waits", "hsync plan match": "no workout is planned for that week",
  ]

  @Test func eachCommandWithJSONIsRunHere() throws {
    let described = Set(try DescribedCommand.all(of: "hsync").filter(\.hasJSON).map(\.path))
    #expect(described.symmetricDifference(runs.map(\.command)).sorted() == [])
  }

  @Test func whatTheyPrintIsDocumented() throws {
    let person = setting.person
    try person.sqlite("INSERT INTO conflict(kind, id, lost_json, won_hlc, won_dev, at) VALUES ('meal', 'gone', NULL, 9, '77aa', 1)")
    try FileManager.default.createDirectory(atPath: person.home.file("camera"), withIntermediateDirectories: true)
    try person.home.write(ProjectFiles.bytes(ProjectFiles.path("samples/photos/04-tuna.jpg")), to: "camera/tuna.jpg")
    let forecast = try FakeForecast(from: Int64(Date().timeIntervalSince1970 * 1000))
    for name in ["url", "marine_url", "air_url", "geocoding_url"] {
      #expect(try person.hsync.run("config", "set", "forecast.\(name)", forecast.url).status == 0)
    }
    var names = ["{soup}": setting.soup, "{cake}": setting.cake, "{home}": person.home.path]
    for (command, arguments) in runs {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let filled = arguments.map { word in names.reduce(word) { $0.replacing($1.key, with: $1.value) } }
      let outcome = try person.hsync.run(words + filled + ["--json"], input: Array((inputs[command] ?? "").utf8))
      let lines = try outcome.lines.map { try JSON(parsing: $0) }
      #expect(!lines.isEmpty || silent[command] != nil, "\(command) printed nothing: \(outcome.err)")
      for line in lines {
        let document = line.array?.first ?? line
        #expect(isDocumented(document) || command == "hsync events", "\(command): \(keys(document))")
      }
      if command.hasPrefix("hsync plan add"), let id = lines.first?["short_id"].string {
        names[command.hasSuffix("meal") ? "{dinner}" : "{run}"] = id
      }
    }
  }

  private func keys(_ json: JSON) -> [String] { json.members?.map(\.key) ?? [] }

  /// Whether the page has these keys, as a list in braces or as the first cells of a table, in this order.
  private func isDocumented(_ json: JSON) -> Bool {
    let keys = keys(json)
    if keys.isEmpty { return false }
    if page.contains("{" + keys.map { "\"\($0)\"" }.joined(separator: ", ") + "}") { return true }
    return page.split(separator: "## ").contains { section in
      section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { String($0.split(separator: "`")[1]) } == keys
    }
  }
}
