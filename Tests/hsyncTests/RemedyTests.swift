import Foundation
import HealthModel
import TestSupport
import Testing

@testable import hsync

/// Remedies have names on the command line, and libraries leave these names to the programs.
@Suite struct RemedyTests {
  private static let commands: [(remedy: Remedy, command: String)] = [
    (.signIn, "hsync login"), (.nameBackend, "hsync login --url URL"), (.nameSecureBackend, "hsync login --url https://…"),
    (.signInUnchecked, "hsync login --unchecked"),
    (.changeBackend(url: "https://x.example", dialect: nil), "hsync login --url https://x.example --fresh (or --merge)"),
    (.changeBackend(url: "https://x.example", dialect: "webhook"), "hsync login --url https://x.example --dialect webhook --fresh"),
    (.backendTables, "hsync login --dialect postgrest --print-sql"), (.sync, "hsync sync"), (.syncStatus, "hsync sync status"),
    (.queue, "hsync queue"), (.retryRecord(kind: "meal", id: "m3"), "hsync queue retry meal/m3"), (.conflicts, "hsync conflicts"),
    (.doctor, "hsync doctor"), (.repair, "hsync doctor --repair"), (.backUp, "hsync backup FILE"), (.restore, "hsync restore FILE"),
    (.meals, "hsync meals"), (.weights, "hsync weight list"), (.plan, "hsync plan"), (.dietPlan, "hsync diet"),
    (.planWorkout, "hsync plan add workout Run"),
    (.planNote, "hsync plan note TEXT"), (.logByHand(name: "Soup"), "hsync log --name \"Soup\" --kcal N"),
    (.importFile(path: "a/b.zip"), "hsync import a/b.zip"), (.importUnpacked(path: "a.gz"), "gunzip -c a.gz | hsync import -"),
    (.importConverted, "iconv -f UTF-16 -t UTF-8 FILE | hsync import -"), (.temporaryFolder, "TMPDIR=FOLDER hsync import …"),
    (.healthFolders, "hsync config set health.folders FOLDER"), (.scanFolder(path: "my photos"), "hsync scan -r 'my photos'"),
    (.scanNameless, "hsync scan - < PHOTO"), (.settings, "hsync config list"), (.editSettings, "hsync config edit"),
    (.settingsFile, "hsync config path"), (.set("profiles.anna", to: "FILE"), "hsync config set profiles.anna FILE"),
  ]

  /// Options of the command that failed, with one that has them.
  private static let options: [(remedy: Remedy, words: String, command: String)] = [
    (.insecureHTTP, "--insecure-http", "login"), (.library, "--db", "today"), (.overwrite, "--force", "backup"),
    (.oneWeek, "--week", "plan done"), (.wholeSeries, "--all", "plan delete"), (.amount, "--grams N or --servings N", "log"),
    (.keepPartial, "--keep-partial", "import"), (.listWithNUL, "-0", "scan"),
  ]

  @Test func commandsAreThere() throws {
    let known = try DescribedCommand.all(of: "hsync")
    for (remedy, expected) in Self.commands {
      #expect(remedy.command == expected)
      let start = try #require(remedy.command.firstRange(of: "hsync ")).lowerBound
      let line = String(remedy.command[start...])
      // A command that has others below it does one of them without a name: `hsync queue` is `hsync queue list`.
      let named = known.filter { line == $0.path || line.hasPrefix($0.path + " ") || $0.path.hasPrefix(line + " ") }
      #expect(!named.isEmpty, "\(line)")
      for option in line.matches(of: /--[a-z-]+/).map({ String($0.0) }) {
        #expect(named.contains { $0.options.contains { $0.names.contains(option) } }, "\(line)")
      }
    }
  }

  @Test func optionsAreThere() throws {
    let known = try DescribedCommand.all(of: "hsync")
    for (remedy, expected, path) in Self.options {
      #expect(remedy.command == expected)
      let command = try #require(known.first { $0.path == "hsync " + path })
      for option in expected.matches(of: /--?[a-z0-9-]+/).map({ String($0.0) }) {
        #expect(command.options.contains { $0.names.contains(option) }, "\(path) \(option)")
      }
    }
  }

  /// A command or an option in a library would be said by every face. The server has no other face than its program, and the pages are a face.
  @Test func librariesNameNoCommandAndNoOption() throws {
    let commands = Set(try DescribedCommand.all(of: "hsync").map { String($0.path.split(separator: " ")[1]) })
    #expect(commands.isSuperset(of: ["login", "queue", "plan"]))
    // Some settings are there for one command, which their descriptions name. What the doctor finds is of the machine, and mended in its shell
    // wherever it is shown.
    let programs = [
      "hsync/", "hsync-web/", "HealthWeb/", "hsync-backend/", "SyncBackend/", "Usage/", "Doctor/", "Settings/Setting+All.swift",
      "Settings/SettingsTemplate.swift",
    ]
    let sources = ProjectFiles.path("Sources")
    for file in try FileManager.default.subpathsOfDirectory(atPath: sources)
    where file.hasSuffix(".swift") && !programs.contains(where: file.hasPrefix) {
      let text = String(decoding: try ProjectFiles.bytes(sources + "/" + file), as: UTF8.self)
      // Comments of Swift and of SQL.
      for line in text.split(separator: "\n").map(String.init) where line.firstMatch(of: /^ *(\/\/|--)/) == nil {
        #expect(commands.isDisjoint(with: line.matches(of: /hsync ([a-z][a-z-]*)/).map { String($0.1) }), "\(file): \(line)")
        #expect(line.firstMatch(of: /[" (]--[a-z]/) == nil, "\(file): \(line)")
      }
    }
  }
}
