import Foundation
import HealthModel
import TestSupport
import Testing
import Usage

/// `docs/cli.md` and the programs say the same. A command or an option that comes, goes or changes its name fails here until the page says so.
@Suite struct CommandContractTests {
  private let page: CommandPage
  private let commands: [DescribedCommand]

  /// The sections of options that several commands share, by the titles that help gives them.
  private let shared = [
    "Library": "Library options", "Products": "Product options", "Logging": "Logging options", "Change": "Logging options",
    "Nutrition by hand": "Nutrition options", "Reading": "Reading options",
  ]

  init() throws {
    page = try CommandPage()
    commands = try DescribedCommand.programs.flatMap(DescribedCommand.all)
  }

  @Test func eachCommandHasASection() {
    let (described, documented) = (Set(commands.map(\.path)), Set(page.commands.keys))
    for path in described.subtracting(documented).sorted() { Issue.record("docs/cli.md has no section for \(path)") }
    for path in documented.subtracting(described).sorted() { Issue.record("docs/cli.md has \(path), and there is no such command") }
  }

  @Test func eachOptionIsInItsSection() {
    for command in commands {
      guard let text = page.commands[command.path] else { continue }
      for option in command.options {
        let group = option.section.flatMap { shared[$0] }
        if let group {
          let anchor = "(#\(group.lowercased().replacing(" ", with: "-")))"
          #expect(text.contains(anchor), "\(command.path) doesn't name the \(group)")
        }
        let place = group.flatMap { page.sections[$0] } ?? text
        for name in option.names { #expect(place.contains("`\(name)`") || place.contains("`\(name) "), "\(command.path) \(name)") }
      }
    }
  }

  /// A name that a command has twice would always be the first one's.
  @Test func noTwoOptionsOfACommandHaveOneName() {
    for command in commands {
      let names = command.options.flatMap(\.names).sorted()
      for (name, next) in zip(names, names.dropFirst()) where name == next { Issue.record("\(command.path) has \(name) twice") }
    }
  }

  /// Each option that a section lists exists.
  @Test func noSectionHasOptionsThatThereArent() {
    for command in commands {
      let names = Set(command.options.flatMap(\.names))
      for match in (page.fact("Options", of: command.path) ?? "").matches(of: /`(--?[a-z][a-z-]*)/) {
        #expect(names.contains(String(match.1)), "\(command.path) \(match.1)")
      }
    }
  }

  /// Each command tells what `--json` prints and where its keys are, or why there is none.
  @Test func eachCommandTellsItsJSON() throws {
    let json = try ProjectFiles.jsonPage()
    let anchors = Set(
      json.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { heading in
        // As GitHub makes them: lower case, blanks are dashes, punctuation goes.
        String(heading.dropFirst(3).lowercased().filter { $0.isLetter || $0.isNumber || "- ".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
    for command in commands {
      let fact = page.fact("JSON", of: command.path) ?? ""
      #expect(fact.hasPrefix("none") != command.hasJSON, "\(command.path): \(fact)")
      let links = fact.matches(of: /\(json\.md#([^)]+)\)/).map { String($0.1) }
      #expect(!command.hasJSON || !links.isEmpty || command.path.hasPrefix("hsync-backend"), "\(command.path)")
      for link in links { #expect(anchors.contains(link), "\(command.path): json.md has no #\(link)") }
    }
  }

  /// The table of exit codes is the one of the programs, and no section speaks of others.
  @Test func theExitCodesAreThoseOfTheCode() throws {
    let codes = page.rows(under: "Exit codes").map { $0[0] }
    #expect(codes == ["0"] + ErrorKind.allCases.map { "\($0.exitCode)" })
    for path in page.commands.keys {
      for match in (page.fact("Exit codes", of: path) ?? "").split(separator: "; ") {
        #expect(codes.contains(String(match.prefix { $0.isNumber })), "\(path): \(match)")
      }
    }
  }

  /// Every variable of ours that the sources ask for is in the table, and no other.
  @Test func theVariablesAreThoseOfTheCode() throws {
    var asked: Set<String> = []
    for case let file as String in FileManager.default.enumerator(atPath: ProjectFiles.path("Sources")) ?? .init()
    where file.hasSuffix(".swift") {
      let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("Sources/") + file), as: UTF8.self)
      for match in text.matches(of: /"((?:HSYNC|XDG)_[A-Z_]+)"/) where match.1 != "XDG_RUNTIME_DIR" { asked.insert(String(match.1)) }
    }
    let listed = page.rows(under: "Environment").flatMap { $0[0].split(separator: "`").map(String.init).filter { $0.contains("_") } }
    #expect(asked.subtracting(listed) == [])
    let ours = Set(listed.filter { $0.hasPrefix("HSYNC") || $0.hasPrefix("XDG") })
    #expect(ours.subtracting(asked) == [])
  }

  /// Every command prints its help on standard output and exits with 0; an unknown option exits with 64 and prints nothing there.
  @Test func eachCommandHasHelpAndRefusesWhatItDoesntKnow() throws {
    let home = try TemporaryFolder()
    for command in commands {
      let words = command.path.split(separator: " ").map(String.init)
      let program = Program(words[0], home: home)
      let help = try program.run(Array(words.dropFirst()) + ["--help"])
      #expect(help.status == 0 && help.out.contains("USAGE: ") && help.err.isEmpty, "\(command.path)")
      let refused = try program.run(Array(words.dropFirst()) + ["--no-such-option"])
      #expect(refused.status == ErrorKind.usage.exitCode && refused.out.isEmpty, "\(command.path): \(refused.status)")
    }
  }
}
