import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// The completions, asked for in the shells themselves.
@Suite struct CompletionTests {
  /// A shell, and how it is asked for the words that fit the end of a line.
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var path: String { "/usr/bin/" + rawValue }
    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
    var testDescription: String { rawValue }

    /// Those that are on this machine; what isn't is told by `theShellsAreThere`.
    static var installed: [Shell] { allCases.filter(\.isInstalled) }
  }

  private let person: Household
  private let today = LocalClock.now.day

  init() throws { person = try Household(["PATH": Program.folder + ":/usr/bin:/bin"]) }

  /// The words that the shell offers at the end of the line, without what it shows beside them.
  private func offered(_ line: String, in shell: Shell, of program: String = "hsync") throws -> [String] {
    let script = try person.hsync.run(["completions", shell.rawValue]).out
    let other = try Program("hsync-backend", home: person.home).run("--generate-completion-script", shell.rawValue).out
    let folder = person.home
    try folder.write(Array(script.utf8), to: "_hsync")
    try folder.write(Array(other.utf8), to: "_hsync-backend")
    let asked = Program(shell.path, home: folder, environment: person.hsync.environment)
    switch shell {
    case .bash:
      let ask = """
        cd "$HOME"; . ./_hsync; . ./_hsync-backend
        COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; read -ra COMP_WORDS <<<"$1"; [[ $1 != *' ' ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _$2 "$2" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try asked.run("--norc", "-c", ask, "bash", line, program).lines
    case .fish:
      // It knows where the cursor is only in a terminal, which script(1) makes; the question is in a file, so that what is typed is short.
      let ask = "cd; source ./_hsync; source ./_hsync-backend; echo; echo OFFERED; complete -C '\(line)'; echo DONE"
      try folder.write(Array(ask.utf8), to: "ask.fish")
      var terminal = Program("/usr/bin/script", home: folder, environment: person.hsync.environment)
      terminal.environment["TERM"] = "dumb"
      let shown = try terminal.run(["-qec", shell.path + " --no-config -i", "/dev/null"], input: Array("source ~/ask.fish; exit\n".utf8))
        .out
      let lines = shown.split(whereSeparator: \.isNewline).drop { $0 != "OFFERED" }.dropFirst().prefix { $0 != "DONE" }
      return lines.map { String($0.prefix { $0 != "\t" }) }
    case .zsh:
      // Completion is a part of zsh's line editor, so one is driven in a terminal of its own; compadd tells what it was given. Only behind the
      // prompt does the editor have the terminal: before, Ctrl-U would take the line away unread.
      let ask = #"""
        zmodload zsh/zpty; cd $HOME
        zpty z zsh -fi
        zpty -w z "PS1=; fpath=($HOME \$fpath); autoload -Uz compinit; compinit -u -D
          compadd() { if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return; fi
            typeset -a found; builtin compadd -A found \"\$@\"; print -rl -- \"\${(@)found/#/OFFERED:}\"; builtin compadd \"\$@\" }
          PS1=RE''ADY"
        zpty -r z shown '*READY*'
        zpty -w -n z "$1"$'\t'
        zpty -w z $'\C-u\necho DO\'\'NE'
        zpty -r z shown '*DONE*'
        print -r -- "$shown"
        zpty -d z
        """#
      let shown = try Program("/usr/bin/timeout", home: folder, environment: person.hsync.environment)
        .run("60", shell.path, "-f", "-c", ask, "zsh", line).out
      return shown.matches(of: /OFFERED:([^\r\n]*)/).map { String($0.1) }
    }
  }

  /// A shell that isn't installed is reported as not tested.
  @Test(arguments: Shell.allCases) func theShellsAreThere(shell: Shell) {
    withKnownIssue("\(shell) is not installed: its completions were not tried", isIntermittent: true) { #expect(shell.isInstalled) }
  }

  @Test(arguments: Shell.installed) func commandsAreOffered(shell: Shell) throws {
    #expect(try offered("hsync pl", in: shell) == ["plan"])
    #expect(try offered("hsync plan co", in: shell) == ["copy-week"])
    #expect(try offered("hsync-backend user ad", in: shell, of: "hsync-backend") == ["add"])
  }

  /// In bash only files may be taken for files: beside a folder `plan`, `hsync pl` is `hsync plan`, not `hsync plan/`.
  @Test(.enabled(if: Shell.bash.isInstalled)) func aCommandIsNoFolder() throws {
    let script = try person.hsync.run("completions", "bash").out
    #expect(script.contains("\ncomplete -F _hsync hsync"))
    try FileManager.default.createDirectory(atPath: person.home.file("plan"), withIntermediateDirectories: false)
    try person.home.write(Array(script.utf8), to: "_hsync")
    var terminal = Program("/usr/bin/script", home: person.home, environment: person.hsync.environment)
    terminal.environment["TERM"] = "dumb"
    let typed = "cd; . ./_hsync\nhsync pl\t--version\nhsync plan add meal lun\t--day today\nexit\n"
    let shown = try terminal.run(["-qec", "/usr/bin/bash --norc", "/dev/null"], input: Array(typed.utf8)).out
    #expect(shown.contains("hsync plan --version") && shown.contains("hsync plan add meal lunch --day"), "\(shown)")
  }

  @Test(arguments: Shell.installed) func optionsAreOffered(shell: Shell) throws {
    #expect(try offered("hsync scan --no-l", in: shell).contains { $0.hasPrefix("--no-lookup") })
  }

  @Test(arguments: Shell.installed) func valuesThatAreKnownAreOffered(shell: Shell) throws {
    #expect(try Set(offered("hsync plan add meal ", in: shell)).isSuperset(of: ["breakfast", "lunch", "dinner", "snack"]))
    #expect(try Set(offered("hsync scan --meal ", in: shell)) == ["breakfast", "brunch", "lunch", "snack", "dinner"])
    #expect(try offered("hsync plan add workout Run --day to", in: shell).sorted() == ["today", "tomorrow"])
    #expect(try offered("hsync summary --from yes", in: shell) == ["yesterday"])
    #expect(try offered("hsync completions z", in: shell) == ["zsh"])
  }

  @Test(arguments: Shell.installed) func filesAreOffered(shell: Shell) throws {
    try person.home.write([], to: "soup one.jpg")
    try person.home.write([], to: "other.heic")
    let words = try offered("hsync scan so", in: shell).map { $0.replacing("\\ ", with: " ") }
    #expect(words == ["soup one.jpg"])
    #expect(try offered("hsync log --products oth", in: shell) == ["other.heic"])
  }

  /// The ids of planned items, with what they stand for where the shell can show it.
  @Test(arguments: Shell.installed) func plannedItemsAreOffered(shell: Shell) throws {
    let run = try added("workout", "Run 5 km")
    let soup = try added("meal", "dinner", "Soup")
    #expect(try Set(offered("hsync plan edit ", in: shell)).isSuperset(of: [run, soup]))
    #expect(try offered("hsync plan log ", in: shell).filter { !$0.hasPrefix("-") } == [soup])
    #expect(try person.hsync.run("plan", "done", run).status == 0)
    #expect(try offered("hsync plan done ", in: shell).filter { !$0.hasPrefix("-") } == [soup])
    #expect(try offered("hsync plan done --undo ", in: shell).filter { !$0.hasPrefix("-") } == [run])
  }

  /// Settings, the values of those that have a few, and profiles.
  @Test(arguments: Shell.installed) func settingsAreOffered(shell: Shell) throws {
    #expect(try offered("hsync config set uni", in: shell).sorted() == ["units.distance", "units.weight"])
    #expect(try offered("hsync config set units.weight ", in: shell).filter { !$0.hasPrefix("-") }.sorted() == ["kg", "lb"])
    #expect(try person.hsync.run("config", "set", "profiles.anna", person.home.file("anna.db")).status == 0)
    #expect(try offered("hsync today --profile a", in: shell) == ["anna"])
  }

  /// A title is data: no shell runs what is in it, or takes it for more than one word.
  @Test(arguments: Shell.installed) func whatIsPlannedIsNeverRun(shell: Shell) throws {
    let trap = person.home.file("trap")
    let id = try added("workout", "$(touch \(trap)) `touch \(trap)` ; touch \(trap) : 'x' \"y\"")
    #expect(try offered("hsync plan delete ", in: shell).filter { !$0.hasPrefix("-") } == [id])
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  /// Nothing is made and nothing is said when there is no library, or it is no library.
  @Test(arguments: Shell.installed) func withoutALibraryNothingIsOffered(shell: Shell) throws {
    #expect(try offered("hsync plan done x", in: shell) == [])
    #expect(!FileManager.default.fileExists(atPath: person.library))
    try person.home.write(Array("text".utf8), to: "notes.txt")
    #expect(try offered("hsync plan done --db notes.txt x", in: shell) == [])
  }

  /// The line that the scripts send, without a shell: reading changes no byte of the library, and an older one isn't migrated.
  @Test func askingWritesNothing() throws {
    _ = try added("workout", "Run")
    let before = try ProjectFiles.bytes(person.library)
    let asked = ["---completion", "plan", "done", "--", "positional@0", "3", "0", "hsync", "plan", "done", ""]
    #expect(try person.hsync.run(asked).lines.count == 1)
    #expect(try ProjectFiles.bytes(person.library) == before)
    try person.sqlite("PRAGMA user_version = 1")
    let outcome = try person.hsync.run(asked)
    #expect(outcome.out.filter { $0 != "\n" } == "" && outcome.err == "" && outcome.status == 0)
    #expect(try person.sqlite("PRAGMA user_version").out == "1\n")
  }

  /// Plans something for today and returns its id.
  private func added(_ words: String...) throws -> String {
    let outcome = try person.hsync.run(["plan", "add"] + words + ["--quiet"])
    #expect(outcome.status == 0, "\(outcome.err)")
    return outcome.lines.first ?? ""
  }
}

/// The completions that are sent to a shell.
@Suite struct SuggestionTests {
  @Test func eachShellHasItsForm() {
    let run = Suggestion("k7m2p9qa", meaning: "Run: 5\nkm")
    #expect(run.line(for: .zsh) == "k7m2p9qa:Run: 5 km")
    #expect(run.line(for: .fish) == "k7m2p9qa\tRun: 5 km")
    #expect(run.line(for: .bash) == "k7m2p9qa")
    #expect(Suggestion("a:b", meaning: "").line(for: .zsh) == "a\\:b")
  }

  @Test(arguments: ["", "a b", "$(x)", "`x`", "a;b", "é", "a\\b", "*", "~", "'x'"]) func aWordThatAShellCouldReadOtherwiseIsLeftOut(
    word: String
  ) {
    #expect(Suggestion(word, meaning: "x").line(for: .bash) == nil)
  }

  @Test func optionsAreReadAsTyped() {
    let request = CompletionRequest(words: ["hsync", "plan", "done", "--db", "'my db'", "--week=next", "--db=x", ""])
    #expect(request.value(of: "--db") == "x")
    #expect(request.value(of: "--week") == "next")
    #expect(request.value(of: "--profile") == nil)
  }
}
