import Foundation
import HealthModel
import TestSupport
import Testing

/// Wrong command lines look like every other error, and suggest what was meant.
@Suite struct UsageErrorTests {
  @Test(arguments: [
    ("scna", "unexpected argument 'scna'", "did you mean hsync scan?; see hsync --help"),
    ("today --jsom", "unknown option '--jsom'", "did you mean --json?; see hsync today --help"),
    ("summary --day", "unknown option '--day'", "see hsync summary --help"),
    ("today --from", "unknown option '--from'", "see hsync today --help"),
    ("foods search oats --limit -1", "--limit doesn't take the value '-1'", "see hsync foods search --help"),
    ("meals --from today --to yesterday", "--from is after --to", "see hsync meals list --help"),
    ("meals dlete", "'dlete' isn't a day", "did you mean hsync meals delete?"),
    ("meals --jsom", "unknown option '--jsom'", "did you mean --json?"), ("meals -x", "unknown option '-x'", "see hsync meals list --help"),
    ("weight delete -0x", "unknown option '-0x'", "see hsync weight delete --help"),
    (
      "meals --from 7/10", "the value '7/10' is invalid for '--from <from>': 7/10 can be 7 October or 10 July",
      "write it like 2026-02-10 or 10.2.; --from"
    ),
    (
      "log --name Soup --kcal 1,250", "the value '1,250' is invalid for '--kcal <kcal>': 1,250 can be 1250 or 1.25",
      "type 1250 or 1.25; --kcal"
    ),
    ("weight log", "missing expected argument '<weight>'", "<weight>: "),
    ("weight log --dya", "unknown option '--dya'", "did you mean --day?"),
    ("import --dryrun", "unknown option '--dryrun'", "did you mean --dry-run?; see hsync import --help"),
    ("weight log 80 --unit kgs", "the value 'kgs' is invalid", "did you mean kg?"),
    ("plan shwo", "'shwo' isn't a week", "did you mean hsync plan show?"),
  ])
  func aMistakeIsASentenceAndAHint(line: String, message: String, hint: String) throws {
    let outcome = try Program("hsync", home: TemporaryFolder()).run(line.split(separator: " ").map(String.init))
    let lines = outcome.err.split(separator: "\n")
    #expect(outcome.status == 64 && outcome.out.isEmpty, "\(line): \(outcome.out)")
    #expect(lines.count == 2 && lines[0].hasPrefix("hsync: \(message)"), "\(line): \(outcome.err)")
    #expect(lines.last?.hasPrefix("hint: ") == true && outcome.err.contains(hint), "\(line): \(outcome.err)")
  }

  @Test(arguments: [
    ("serve --prot 1", "unknown option '--prot'", "did you mean --port?"),
    ("srve", "unexpected argument 'srve'", "did you mean hsync-backend serve?"),
    ("serve --data x --connections 4", "--connections is for a PostgreSQL database", "see hsync-backend serve --help"),
    ("serve --socket relative", "--socket takes an absolute path", "see hsync-backend serve --help"),
    ("serve --socket /x --port 1", "--socket excludes --port", "see hsync-backend serve --help"),
    ("serve --metrics localhost", "--metrics takes a port", "see hsync-backend serve --help"),
    ("copy --from x", "--to is missing", "see hsync-backend copy --help"),
    ("copy --from x --to postgres://a:b@c/d", "a password on a command line", "see hsync-backend copy --help"),
    ("copy --from postgres://a:b@c/d --to x", "a password on a command line", "see hsync-backend copy --help"),
    ("copy --from postgres://a/b --to postgres://c/d", "--from and --to are both databases", "see hsync-backend copy --help"),
    ("audit --limit -1", "--limit doesn't take the value '-1'", "see hsync-backend audit --help"),
    ("audit --limit 0", "--limit is from 1 to 10000", "see hsync-backend audit --help"),
    ("user add a --scope reed", "the value 'reed' is invalid for '--scope <SCOPE>': a scope is", "see hsync-backend user add --help"),
    ("shard --data x", "a folder can't be distributed", "see hsync-backend shard --help"),
    ("serve --host 300.1.1.1", "--host takes an address", "see hsync-backend serve --help"),
  ])
  func theBackendDoesTheSame(line: String, message: String, hint: String) throws {
    let outcome = try Program("hsync-backend", home: TemporaryFolder()).run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.out.isEmpty)
    #expect(
      outcome.err.hasPrefix("hsync-backend: \(message)") && outcome.err.contains("\nhint: ") && outcome.err.contains(hint), "\(outcome.err)"
    )
  }

  @Test(arguments: ["hsync", "hsync-web", "hsync-backend"])
  func allTellTheirVersion(program: String) throws {
    let outcome = try Program(program, home: TemporaryFolder()).run("--version")
    #expect(outcome.status == 0 && outcome.out == Version.text + "\n")
  }

  @Test(arguments: [
    ("plan rm nothing", 1), ("pending drop 95200000", 1), ("queue drop nothing --yes", 1), ("conflicts forget 7", 1),
    ("schedule remove", 1),
    ("config unset health.zone", 1), ("events --clear", 0), ("plan note --clear", 0),
  ])
  func oldNamesKeepWorking(line: String, status: Int32) throws {
    let outcome = try Household().hsync.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == status && !outcome.err.contains("--help"), "\(line): \(outcome.status) \(outcome.err)")
  }

  @Test func colourIsAsAskedFor() throws {
    let person = try Household(["NO_COLOR": "1"])
    #expect(try person.hsync.run("today", "--color=always").out.contains("\u{1B}[1m"))
    #expect(try person.hsync.run("--color", "always", "today").out.contains("\u{1B}[1m"))
    #expect(try !person.hsync.run("today", "--color=never").out.contains("\u{1B}"))
    #expect(try !Household(["TERM": "xterm"]).hsync.runOnTerminal(["today", "--color=never"], typing: "").out.contains("\u{1B}[1m"))
    let wrong = try person.hsync.run("today", "--color=red")
    #expect(wrong.status == 64 && wrong.err.contains("always, auto or never"))
  }
}
