import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync mcp`: what an assistant gets, and what it can't do.
@Suite struct AssistantCommandTests {
  private typealias Call = AssistantFixture.Call

  /// Calls of every tool that reads.
  private static let reading: [(tool: String, arguments: String)] = [
    ("day", #"{"day":"2026-03-26"}"#), ("week", #"{"week":"2026-W13"}"#), ("days", #"{"from":"2026-03-20","to":"2026-03-26"}"#),
    ("explain_day", #"{"day":"2026-03-26"}"#), ("meals", #"{"from":"2026-03-20","to":"2026-03-26"}"#), ("weight", #"{"to":"2026-03-26"}"#),
    ("plan", #"{"week":"2026-W13","weeks":2}"#), ("scan_photo", #"{"path":"04-tuna.jpg"}"#),
    ("sql", #"{"query":"SELECT day, steps FROM days"}"#), ("diet", "{}"), ("diet_why", #"{"topic":"tdee"}"#), ("diet_history", "{}"),
    ("go_now", #"{"mode":"run_solo"}"#), ("go_plan", #"{"days":1,"mode":"run_solo"}"#), ("go_hour", #"{"time":"now","mode":"run_solo"}"#),
    ("laundry", "{}"), ("foods_search", #"{"words":"noir","limit":1}"#), ("foods_show", #"{"barcode":"9520007000038"}"#),
  ]

  /// Calls of every tool that writes.
  private static let writing: [(tool: String, arguments: String)] = [
    ("log", #"{"name":"Soup","kcal":250,"at":"2026-03-26 12:30","confirmed":true}"#),
    ("log_weight", #"{"kg":81.4,"day":"2026-03-26","confirmed":true}"#),
    ("laundry_step", #"{"pet":"Snowy","step":"wash"}"#),
    ("plan_apply", #"{"edits":[{"op":"add","type":"workout","title":"Run","day":"2026-03-27"}],"dry_run":false}"#),
    ("undo", #"{"change":"applied 1 line to the plan"}"#),
  ]

  private func calls(_ list: [(tool: String, arguments: String)]) -> [Call] { list.map { Call($0.tool, $0.arguments) } }

  @Test func eachToolThatReadsAnswersWithTheDocumentOfItsCommand() throws {
    let assistant = try AssistantFixture(hasPlans: true)
    let hsync = assistant.person.hsync
    let results = try assistant.call(calls(AssistantCommandTests.reading))
    for (result, call) in zip(results, AssistantCommandTests.reading) {
      #expect(!result.isError && !result.text.isEmpty && result.json.members != nil, "\(call.tool): \(result.text)")
    }
    func printed(_ words: String...) throws -> JSON { try JSON(parsing: hsync.run(words + ["--json"]).out) }
    #expect(try results[1].json == printed("week", "2026-W13"))
    #expect(try results[2].json["days"] == printed("summary", "--from", "2026-03-20", "--to", "2026-03-26"))
    #expect(try results[3].json == printed("summary", "--explain", "2026-03-26"))
    #expect(try results[6].json["weeks"].array?.first == printed("plan", "2026-W13"))
    #expect(
      results[0].json["day"].string == "2026-03-26"
        && results[0].json["steps"].double == results[2].json["days"].array?.last?["steps"].double)
    #expect(results[7].json["product"]["name"].string != nil && results[7].json["error"].isNull)
    #expect(results[8].json["columns"].text == #"["day","steps"]"# && (results[8].json["rows"].array?.count ?? 0) > 3)
    #expect(try results[9].json == printed("diet"))
    #expect(try results[10].json == printed("diet", "why", "tdee"))
    #expect(try results[11].json["days"].array == hsync.run("diet", "history", "--json").lines.map { try JSON(parsing: $0) })
    let run = ["--mode", "run_solo", "--no-refresh"]
    let now = try JSON(parsing: hsync.run(["go", "--json"] + run).out)
    #expect(["place", "fetched_at_ms", "good_now", "cards"].allSatisfy { results[12].json[$0] == now[$0] })
    #expect(try results[13].json == JSON(parsing: hsync.run(["go", "plan", "--days", "1", "--json"] + run).out))
    #expect(results[12].text.contains("Open-Meteo") && results[14].json["modes"]["run_solo"]["score"].int != nil)
    // Their health sinks by the second.
    let (pet, printedPet) = (results[15].json["pets"].array?.first, try printed("laundry")["pets"].array?.first)
    #expect(pet?["id"] == printedPet?["id"] && pet?.members?.map(\.key) == printedPet?.members?.map(\.key))
    #expect(try results[16].json["foods"] == printed("foods", "search", "noir", "--limit", "1"))
    #expect(try results[17].json == printed("foods", "show", "9520007000038"))
    #expect(results[17].text.contains("Open Food Facts contributors") && results[17].json["doubts"].array?.count == 1)
  }

  @Test func withoutPlansToolsSayWhatIsMissing() throws {
    let assistant = try AssistantFixture(imports: false)
    let calls = ["diet", "go_now", "foods_show", "laundry", "foods_search"]
    let arguments = ["foods_show": #"{"barcode":"9520007000038"}"#, "foods_search": #"{"words":"oats"}"#]
    let results = try assistant.call(calls.map { Call($0, arguments[$0] ?? "{}") })
    #expect(results[0].isError && results[0].text == "no diet plan is set up\nhint: set one up: hsync diet setup")
    #expect(results[1].isError && results[1].text.contains("there is no forecast for Tel Aviv Coast"), "\(results[1].text)")
    #expect(results[2].isError && results[2].text.contains("9520007000038 could not be looked up"), "\(results[2].text)")
    #expect(results[3].json["pets"].array?.isEmpty == true && results[4].json["has_catalogue"].bool == false)
  }

  @Test func stepsOfPetsNeedTheirPermissionAndAreUndone() throws {
    let assistant = try AssistantFixture(imports: false, hasPlans: true)
    let wash = Call("laundry_step", #"{"pet":"sno","step":"wash"}"#)
    let undo = Call("undo", #"{"change":"started the wash of Snowy"}"#)
    let refused = try assistant.call([wash], ["--allow", "log,plan"])
    #expect(refused[0].isError && refused[0].text.contains("--allow laundry"))
    let results = try assistant.call(
      [
        wash, wash, Call("laundry"), undo, Call("laundry"), Call("laundry_step", #"{"pet":"Rex","step":"wash"}"#),
        Call("laundry_step", #"{"pet":"Snowy","step":"burn"}"#), undo, Call("log", #"{"name":"Tea"}"#),
      ], ["--allow", "laundry"])
    #expect(results[0].json["pet"]["state"].string == "washing" && results[0].text.hasSuffix("or hsync undo"), "\(results[0].text)")
    #expect(results[0].json["undo"]["arguments"]["change"].string == "started the wash of Snowy")
    #expect(results[1].isError && results[1].text.contains("cancel"), "\(results[1].text)")
    #expect(results[2].json["pets"].array?.first?["state"].string == "washing" && !results[3].isError, "\(results[3].text)")
    #expect(results[4].json["pets"].array?.first?["state"].string == "idle")
    #expect(results[5...8].allSatisfy(\.isError) && results[8].text.contains("--allow log"))
  }

  /// A forecast that isn't asked for anew says its age; with a permission, old parts are asked for.
  @Test func aForecastIsAskedForOnlyWhereSomethingIsAllowed() throws {
    let assistant = try AssistantFixture(imports: false)
    let service = try FakeForecast(from: Int64(Date().timeIntervalSince1970 * 1000))
    try assistant.person.configure(service.settings)
    let line = AssistantFixture.request(1, "tools/call", #""name":"go_now","arguments":{}"#) + "\n"
    var online = assistant.person.hsync
    online.environment["HSYNC_OFFLINE"] = nil
    let kept = try online.run(["mcp"], input: Array(line.utf8))
    #expect(kept.out.contains("there is no forecast") && service.calls == 0, "\(kept.out)")
    let asked = try online.run(["mcp", "--allow", "log"], input: Array(line.utf8))
    #expect(asked.out.contains(#""good_now":true"#) && service.calls == 3, "\(asked.out)")
    #expect(try online.run(["mcp"], input: Array(line.utf8)).out.contains(#""good_now":true"#) && service.calls == 3)
  }

  @Test func aWriteSaysHowToUndoItAndUndoDoes() throws {
    let assistant = try AssistantFixture(imports: false)
    let write = Call("log", #"{"name":"Soup","kcal":250,"at":"2026-03-26 12:30","confirmed":true}"#)
    let dry = #"{"edits":[{"op":"add","type":"workout","title":"Run","day":"2026-03-27"}]"#
    let results = try assistant.call(
      [
        write, Call("undo", #"{"change":"logged Bread"}"#), Call("undo", #"{"change":"logged Soup"}"#), write,
        Call("plan_apply", dry + "}"),
        Call("plan", #"{"week":"2026-W13"}"#), Call("plan_apply", dry + #","dry_run":false}"#), Call("plan", #"{"week":"2026-W13"}"#),
        Call("log_weight", #"{"kg":81.4}"#), Call("weight"),
      ], ["--allow", "log,plan"])
    #expect(results[0].json["meal"]["name"].string == "Soup" && results[0].json["undo"]["tool"].string == "undo")
    #expect(results[0].json["undo"]["arguments"]["change"].string == "logged Soup" && results[0].text.hasSuffix("or hsync undo"))
    #expect(results[1].isError && results[1].text.contains("the last change is another one: logged Soup"))
    #expect(!results[2].isError && results[2].json["undone"].string == "logged Soup")
    #expect(results[4].json["dry_run"].bool == true && results[4].json["added"].int == 1 && results[4].json["undo"].isNull)
    #expect(!results[5].text.contains("Run") && results[7].text.contains("Run"))
    #expect(
      results[6].json["dry_run"].bool == false && results[6].json["undo"]["arguments"]["change"].string == "applied 1 line to the plan")
    #expect(!results[8].isError && results[9].json["trend"]["latest"]["kg"].double == 81.4, "\(results[8].text)")
    #expect(try assistant.person.sqlite("SELECT count(*) FROM meal").out == "1\n")
  }

  /// What isn't clear is asked, with the arguments that take each food; nothing is logged.
  @Test func aFoodThatIsNotClearIsAnswered() throws {
    let assistant = try AssistantFixture(imports: false)
    for name in ["Rye Bread", "Toast Bread"] {
      #expect(try assistant.person.hsync.run("log", "--name", name, "--kcal", "90").status == 0)
    }
    #expect(try assistant.person.hsync.run("foods", "add", "Oat milk", "--kcal", "45").status == 0)
    let calls = [#"{"again":"bread"}"#, #"{"food":"milc"}"#, #"{"food":"caviar"}"#, #"{"food":"milk","grams":200}"#]
    let results = try assistant.call(calls.map { Call("log", $0) }, ["--allow", "log"])
    for (result, name) in zip(results, ["Toast Bread", "Oat milk"]) {
      #expect(!result.isError && result.json["meal"].isNull && result.json["undo"].isNull && result.text.contains("nothing was logged"))
      #expect(result.json["candidates"].array?.first?["name"].string == name, "\(result.text)")
    }
    #expect(results[2].isError && results[2].text.contains("no food was found for caviar"))
    #expect(results[3].json["meal"]["nutrition"]["energy_kcal"].double == 90 && results[3].json["candidates"] == .array([]))
    #expect(try assistant.person.sqlite("SELECT count(*) FROM meal").out == "3\n")
    let again = try #require(results[0].json["candidates"].array?.last?["arguments"])
    let taken = try assistant.call([Call("log", again.text)], ["--allow", "log"])
    #expect(taken[0].json["meal"]["name"].string == "Rye Bread", "\(taken[0].text)")
  }

  @Test func aPermissionIsForItsOwnRecordsOnly() throws {
    let assistant = try AssistantFixture(imports: false)
    #expect(try assistant.person.hsync.run("plan", "add", "workout", "Run").status == 0)
    let results = try assistant.call(
      [
        Call("undo", #"{"change":"planned Run"}"#), Call("plan_apply", #"{"edits":[{"op":"rm","id":"x"}],"dry_run":false}"#),
        Call("log", #"{"name":"Tea","kcal":5}"#),
      ],
      ["--allow", "log"])
    #expect(results[0].isError && results[0].text.contains("isn't of a kind that is allowed"), "\(results[0].text)")
    #expect(results[1].isError && results[1].text.contains("--allow plan") && !results[2].isError)
    #expect(try assistant.person.sqlite("SELECT title FROM planner_item").out == "Run\n")
  }

  /// Names are shown without what could command a terminal, and stay as they are in the data; the schema promises what the rule allows.
  @Test func theLogToolShowsNamesHarmlesslyAndItsBoundsAreTheRules() throws {
    let assistant = try AssistantFixture(imports: false)
    let results = try assistant.call(
      [
        Call("log", #"{"name":"Tea\u001b[31m\ncup","kcal":5,"servings":1000}"#), Call("log", #"{"name":"Tea","servings":1000.5}"#),
        Call("log", #"{"name":"Tea","grams":0}"#),
      ],
      ["--allow", "log"])
    #expect(results[0].text.hasPrefix("logged Tea?[31m?cup, "), "\(results[0].text)")
    #expect(results[0].json["meal"]["name"].string == "Tea\u{1B}[31m\ncup")
    #expect(results[1].isError && results[1].text.contains("servings must be a number above 0 and at most 1000"), "\(results[1].text)")
    #expect(results[2].isError && results[2].text.contains("grams must be a number above 0 and at most 100000"), "\(results[2].text)")
  }

  @Test func wrongWritesChangeNothing() throws {
    let assistant = try AssistantFixture(imports: false)
    let wrong = [
      Call("log"), Call("log", #"{"barcode":"123","name":"x"}"#), Call("log", #"{"barcode":"9521234500012"}"#),
      Call("log", #"{"name":"  "}"#),
      Call("log", #"{"name":"x","kcal":99999}"#), Call("log", #"{"name":"x","servings":1,"grams":2}"#),
      Call("log", #"{"name":"x","at":"noonish"}"#), Call("log", #"{"name":"x","at":"7.10"}"#),
      Call("log", #"{"name":"x","at":"tomorrow noon"}"#),
      Call("log", #"{"name":"x","at":"2062-11-10 12:00"}"#), Call("log", #"{"name":"x","at":"1990-11-10 12:00"}"#),
      Call("log", #"{"name":"x","kcal":"1,250"}"#), Call("log_weight", #"{"kg":80,"day":"1990-11-10"}"#),
      Call("log", #"{"name":"x","servings":0}"#), Call("log", #"{"again":"nothing"}"#), Call("log", #"{"again":"x","kcal":3}"#),
      Call("log_weight", #"{"kg":1}"#), Call("log_weight", #"{"kg":80,"day":"9999-01-01"}"#),
      Call("plan_apply", #"{"edits":[],"dry_run":false}"#),
      Call("plan_apply", #"{"edits":[{"op":"add","type":"workout","title":"Run"},{"op":"burn"}],"dry_run":false}"#),
      Call("undo", #"{"change":""}"#),
      Call("plan_apply", #"{"edits":[{"op":"done","id":"zzzz"}],"dry_run":false,"week":"soon"}"#),
    ]
    for (result, call) in zip(try assistant.call(wrong, ["--allow", "log,plan"]), wrong) {
      #expect(result.isError && !result.text.isEmpty, "\(call.line): \(result.text)")
    }
    #expect(
      try assistant.person.sqlite(
        "SELECT (SELECT count(*) FROM meal) + (SELECT count(*) FROM weight) + (SELECT count(*) FROM planner_item)"
      ).out == "0\n")
  }

  /// Without `--allow`, no call of any tool changes a byte of the library.
  @Test func withoutPermissionNoByteChanges() throws {
    let assistant = try AssistantFixture(hasPlans: true)
    let before = try assistant.bytes()
    let outside = try assistant.person.home.write(ProjectFiles.bytes(AssistantFixture.photos + "/04-tuna.jpg"), to: "secret.jpg")
    let hostile = [
      "/etc/passwd", "../products.tsv", "../photos/../../samples/products.tsv", "/proc/self/environ", "/dev/zero", "", ".", "/", outside,
      AssistantFixture.photos + "/../products.tsv", assistant.person.library, "04-tuna.jpg/../../products.tsv", "~/secret.jpg",
    ].map { Call("scan_photo", #"{"path":"\#($0)"}"#) }
    let queries = [
      "DELETE FROM meal", "INSERT INTO meal(name) VALUES ('x')", "UPDATE planner_item SET completed = 1", "DROP TABLE meal",
      "PRAGMA journal_mode = DELETE",
      "ATTACH 'x.db' AS x", "VACUUM", "SELECT load_extension('x')", "SELECT * FROM browser_session", "CREATE TEMP TABLE t(x)",
      "SELECT 1; DELETE FROM meal",
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n", "PRAGMA wal_checkpoint(TRUNCATE)",
    ].map { Call("sql", #"{"query":"\#($0)"}"#) }
    let names = [
      ("day", "day"), ("week", "week"), ("days", "from"), ("explain_day", "day"), ("meals", "from"), ("weight", "from"), ("plan", "week"),
      ("diet", "day"), ("diet_why", "topic"), ("diet_history", "to"), ("go_now", "place"), ("go_hour", "time"), ("go_plan", "mode"),
      ("foods_show", "barcode"), ("laundry", "pet"),
    ]
    let wrong = names.flatMap { tool, name -> [Call] in
      [Call(tool, #"{"elsewhere":"x"}"#), Call(tool, #"{"\#(name)":"soon'; --"}"#), Call(tool, #"{"\#(name)":7}"#)]
    }
    let results = try assistant.call(calls(AssistantCommandTests.writing) + hostile + queries + wrong)
    for (result, call) in zip(results, calls(AssistantCommandTests.writing) + hostile + queries + wrong) {
      #expect(result.isError && result.json.isNull, "\(call.line): \(result.text)")
    }
    #expect(results[0].text == "log isn't allowed; nothing was written\nhint: the user can start hsync mcp with --allow log")
    // Words of a search are never a query in the catalogue's own language.
    let words = [#"x\" OR name:*"#, "'; DROP TABLE food; --", "NEAR(a b)", "*", #"\u0000 ^a"#]
    let searches = words.map { Call("foods_search", #"{"words":"\#($0)"}"#) }
    let read = try assistant.call(calls(AssistantCommandTests.reading) + searches)
    #expect(read.allSatisfy { !$0.isError }, "\(read.filter(\.isError).map(\.text))")
    #expect(try assistant.bytes() == before)
    #expect(!FileManager.default.fileExists(atPath: assistant.person.home.file("x.db")))
  }

  @Test func linksLeadOutOfNoFolder() throws {
    let assistant = try AssistantFixture(imports: false)
    let home = assistant.person.home
    try FileManager.default.createDirectory(atPath: home.file("album/in"), withIntermediateDirectories: true)
    let photo = try ProjectFiles.bytes(AssistantFixture.photos + "/04-tuna.jpg")
    try home.write(photo, to: "album/in/tuna.jpg")
    try home.write(photo, to: "secret.jpg")
    try FileManager.default.createSymbolicLink(atPath: home.file("album/link.jpg"), withDestinationPath: home.file("secret.jpg"))
    try FileManager.default.createSymbolicLink(atPath: home.file("album/up"), withDestinationPath: home.path)
    try FileManager.default.createSymbolicLink(atPath: home.file("album/good.jpg"), withDestinationPath: "in/tuna.jpg")
    mkfifo(home.file("album/pipe.jpg"), 0o600)
    let paths = ["link.jpg", "up/secret.jpg", "../secret.jpg", "pipe.jpg", "in", "good.jpg", "in/tuna.jpg", "in/../in/tuna.jpg"]
    let lines = paths.enumerated().map { AssistantFixture.request($0, "tools/call", #""name":"scan_photo","arguments":{"path":"\#($1)"}"#) }
    let outcome = try assistant.person.hsync.run(
      ["mcp", "--offline", "--products", ProjectFiles.path("samples/products.tsv"), "--photos", home.file("album")],
      input: Array((lines.joined(separator: "\n") + "\n").utf8))
    let results = try outcome.lines.map { try JSON(parsing: $0)["result"] }
    #expect(results.map { $0["isError"].bool } == [true, true, true, true, true, false, false, false], "\(outcome.out)")
  }

  @Test func onlyMessagesAreOnStandardOutput() throws {
    let assistant = try AssistantFixture(imports: false)
    let lines = [
      "nonsense", "", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, String(repeating: "x", count: 1 << 20 + 10),
      AssistantFixture.request(1, "server/discover"), AssistantFixture.request(2, "nothing"),
      AssistantFixture.request(3, "tools/call", #""name":"day","arguments":{}"#),
    ]
    let (messages, outcome) = try assistant.send(lines)
    #expect(outcome.status == 0 && outcome.err.isEmpty, "\(outcome.err)")
    #expect(messages.map { $0["error"]["code"].int } == [-32700, -32600, nil, -32601, nil])
    #expect(messages.allSatisfy { $0["jsonrpc"].string == "2.0" })
  }

  @Test func theResourcesAreTheViewsAndTheDay() throws {
    let assistant = try AssistantFixture()
    let (messages, _) = try assistant.send(
      ["hsync://schema", "hsync://today"].enumerated().map { index, uri in
        AssistantFixture.request(index, "resources/read", #""uri":"\#(uri)""#)
      })
    let texts = messages.compactMap { $0["result"]["contents"].array?.first?["text"].string }
    #expect(texts.count == 2 && texts[0].contains("## meals\n") && texts[0].contains("- `energy_kcal`: kcal\n"))
    let today = try JSON(parsing: assistant.person.hsync.run("today", "--json").out)
    #expect(try JSON(parsing: texts[1])["day"] == today["day"])
  }

  @Test func aLibraryThatIsntThereIsToldAndNotMade() throws {
    let person = try Household()
    let line = AssistantFixture.request(1, "tools/call", #""name":"day","arguments":{}"#) + "\n"
    let outcome = try person.hsync.run("mcp", input: Array(line.utf8))
    #expect(outcome.status == 0 && outcome.out.contains("there is no library yet"))
    #expect(!FileManager.default.fileExists(atPath: person.library))
  }

  @Test(arguments: [(["--allow", "everything"], 64), (["--photos", "/nowhere"], 66), (["--allow", ""], 64)] as [([String], Int32)])
  func wrongOptionsAreRefused(options: [String], status: Int32) throws {
    let outcome = try Household().hsync.run(["mcp"] + options)
    #expect(outcome.status == status && outcome.out.isEmpty && !outcome.err.isEmpty, "\(outcome.err)")
  }

  // MARK: The official client

  @Test(
    .enabled(if: AssistantFixture.python != nil, "scripts/setup --assistants wasn't run"),
    arguments: [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
  func theOfficialClientListsAndCallsEveryTool(mode: String, revision: String) throws {
    let assistant = try AssistantFixture(hasPlans: true)
    let every = calls(AssistantCommandTests.reading) + calls(AssistantCommandTests.writing)
    let (server, results) = try assistant.callOfficially(every, mode: mode, ["--allow", "log,plan,laundry"])
    #expect(server["revision"].string == revision)
    #expect(server["tools"].array?.compactMap(\.string).sorted() == every.map(\.tool).sorted())
    #expect(server["read_only"].array?.compactMap(\.string).sorted() == AssistantCommandTests.reading.map(\.tool).sorted())
    #expect(server["resources"].text == #"["hsync://schema","hsync://today"]"#)
    for (result, call) in zip(results, every) { #expect(!result.isError && result.json.members != nil, "\(call.tool): \(result.text)") }
  }

  @Test(.enabled(if: AssistantFixture.python != nil, "scripts/setup --assistants wasn't run"))
  func theOfficialClientWithoutPermissionChangesNoByte() throws {
    let assistant = try AssistantFixture(hasPlans: true)
    let before = try assistant.bytes()
    let (server, results) = try assistant.callOfficially(calls(AssistantCommandTests.reading) + calls(AssistantCommandTests.writing))
    #expect(server["tools"].array?.count == AssistantCommandTests.reading.count)
    #expect(results.map(\.isError) == AssistantCommandTests.reading.map { _ in false } + AssistantCommandTests.writing.map { _ in true })
    #expect(try assistant.bytes() == before)
  }
}
