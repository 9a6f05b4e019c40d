import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// One value of a TOML file changes, and nothing else.
@Suite struct ConfigLinesTests {
  /// Returns the edited file, or the sentence that says why it can't be edited.
  private func edited(_ text: String, _ name: String, _ value: String?) -> String {
    do throws(SettingsError) {
      return try TOMLLines(text, name: "config.toml").setting(Setting.named(name), to: value)
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    // There already.
    ("[health]\nzone = \"UTC\"\n", "[health]\nzone = \"Asia/Tokyo\"\n"),
    ("[health]\n  zone\t=   'UTC'   # mine\nranks = []\n", "[health]\n  zone\t=   \"Asia/Tokyo\"   # mine\nranks = []\n"),
    ("[ health ] # days\r\nzone = \"UTC\"\r\n", "[ health ] # days\r\nzone = \"Asia/Tokyo\"\r\n"),
    ("[health]\nzone = \"UTC\"", "[health]\nzone = \"Asia/Tokyo\""),
    ("health.zone = \"UTC\"\n[sync]\n", "health.zone = \"Asia/Tokyo\"\n[sync]\n"),
    ("\"health\" . 'zone' = \"UTC\"\n", "\"health\" . 'zone' = \"Asia/Tokyo\"\n"),
    ("['health']\n\"zo\\u006ee\" = \"UTC\"\n", "['health']\n\"zo\\u006ee\" = \"Asia/Tokyo\"\n"),
    ("[health]\nzone = \"\"\"\nU[x]\nzone = 1\n\"\"\" # end\n", "[health]\nzone = \"Asia/Tokyo\" # end\n"),
    ("\u{FEFF}[health]\nzone = \"UTC\"\n", "\u{FEFF}[health]\nzone = \"Asia/Tokyo\"\n"),
    // Not there yet.
    ("", "[health]\nzone = \"Asia/Tokyo\"\n"),
    ("# mine", "# mine\n\n[health]\nzone = \"Asia/Tokyo\"\n"),
    ("[sync]\nsamples = []\n", "[sync]\nsamples = []\n\n[health]\nzone = \"Asia/Tokyo\"\n"),
    ("[sync]\n\n", "[sync]\n\n[health]\nzone = \"Asia/Tokyo\"\n"),
    ("[sync]\r\nsamples = []\r\n", "[sync]\r\nsamples = []\r\n\r\n[health]\r\nzone = \"Asia/Tokyo\"\r\n"),
    ("[health]", "[health]\nzone = \"Asia/Tokyo\""),
    (
      "[health]\n\tranks = [ # best\n\t\t\"a\" ]\n\n[sync]\n",
      "[health]\n\tranks = [ # best\n\t\t\"a\" ]\n\tzone = \"Asia/Tokyo\"\n\n[sync]\n"
    ),
    ("[health]\n# zone = \"UTC\"\nranks = []\n", "[health]\n# zone = \"UTC\"\nzone = \"Asia/Tokyo\"\nranks = []\n"),
    ("# [health]\n# zone = \"UTC\"\n", "# [health]\n# zone = \"UTC\"\n\n[health]\nzone = \"Asia/Tokyo\"\n"),
    ("health.ranks = []\nother = 1\n[sync]\n", "health.ranks = []\nhealth.zone = \"Asia/Tokyo\"\nother = 1\n[sync]\n"),
    ("[x]\nzone = 1\n[health]\nranks = []\n[y]\nzone = 2\n", "[x]\nzone = 1\n[health]\nranks = []\nzone = \"Asia/Tokyo\"\n[y]\nzone = 2\n"),
    // Only the look of it.
    (
      "[[x]]\n[x.health]\nzone = 1\n[y]\nt = '''\n[health]\nzone = 3'''\n",
      "[[x]]\n[x.health]\nzone = 1\n[y]\nt = '''\n[health]\nzone = 3'''\n\n[health]\nzone = \"Asia/Tokyo\"\n"
    ),
    (
      "a = '#' # [health]\nb = [\"]\", '[health]', {c = \"}\"}]\n",
      "a = '#' # [health]\nb = [\"]\", '[health]', {c = \"}\"}]\n\n[health]\nzone = \"Asia/Tokyo\"\n"
    ),
  ])
  func aValueIsSet(before: String, after: String) { #expect(edited(before, "health.zone", "\"Asia/Tokyo\"") == after) }

  @Test(arguments: [
    ("[health]\nzone = \"UTC\" # mine\nranks = []\n", "[health]\nranks = []\n"),
    ("# above\n[health]\n  zone = \"UTC\"", "# above\n[health]\n"),
    ("health.zone = '''\na\n'''\n\n# below\n", "\n# below\n"),
    ("[sync]\n# zone = 1\n", "[sync]\n# zone = 1\n"),
    ("", ""),
  ])
  func aLineIsTakenAway(before: String, after: String) { #expect(edited(before, "health.zone", nil) == after) }

  @Test func anArrayOverLinesIsReplacedAsAWhole() {
    let before = "[health]\nfolders = [\n  \"/a\", # one\n  \"/b]\",\n]  # both\nzone = \"UTC\"\n"
    #expect(edited(before, "health.folders", "[\"/c\"]") == "[health]\nfolders = [\"/c\"]  # both\nzone = \"UTC\"\n")
  }

  @Test func fiveQuotesEndAText() {
    let before = "[products]\ncontact = \"\"\"\"a\"\"\"\"\"\noffline = true\n"
    #expect(edited(before, "products.contact", "\"b\"") == "[products]\ncontact = \"b\"\noffline = true\n")
  }

  @Test(arguments: [
    ("health = { zone = \"UTC\" }\n", "health stands in braces in config.toml, line 1, and hsync changes whole lines only"),
    ("\n\nhealth = {}\n", "health stands in braces in config.toml, line 3, and hsync changes whole lines only"),
    ("health = 3\n", "health must be a table, which it isn't in config.toml, line 1"),
    ("[[health]]\n", "health must be a table, which it isn't in config.toml, line 1"),
    ("[health.zone]\nname = 1\n", "health.zone must be a value, which it isn't in config.toml, line 1"),
    ("# x\n[health]\nzone.name = 1\n", "health.zone must be a value, which it isn't in config.toml, line 3"),
  ])
  func whatALineCantChangeIsRefused(before: String, sentence: String) {
    #expect(edited(before, "health.zone", "\"Asia/Tokyo\"") == sentence)
  }

  /// The parser ends the program at a header that begins with no key; hsync looks for such headers first.
  @Test(arguments: [
    ("[[", 1), ("[", 1), ("a = 1\n[=]\n", 2), ("\n\n [[ # x\n", 3), ("[\n", 1), ("[+a]\n", 1), ("[é]\n", 1), ("\u{FEFF}[.a]", 1),
    ("x = '''\n[=\n'''\n[ =", 4),
  ])
  func aHeaderWithoutANameIsNoTOML(text: String, line: Int) {
    let file = SettingsFile(paths: Paths(environment: ["HSYNC_CONFIG": "/config.toml"]))
    #expect(throws: SettingsError(.configuration, "/config.toml is not valid TOML, line \(line)", hint: hint)) { try file.table(of: text) }
  }

  @Test(arguments: ["x = '''\n[=\n'''\n", "x = [\n[],\n[ # y\n],\n['a'], [ {a = 1} ]\n]\n", "x = [\n[+1]]", "", "[a]"])
  func theSameInAValueIs(text: String) throws {
    _ = try SettingsFile(paths: Paths(environment: ["HSYNC_CONFIG": "/config.toml"])).table(of: text)
  }

  private let hint: Hint = "fix it: \(.editSettings) (https://toml.io has the syntax)"

  /// Whatever the bytes are, nothing is read beyond their end, and the parser doesn't end the program.
  @Test func anythingCanBeScanned() {
    let pieces = ["\"", "'", "\"\"\"", "'''", "\\", "[", "]", "{", "}", "=", ".", "#", "\n", "\r\n", "\r", " ", "a", "1", ",", "é"]
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
      var scanner = TOMLScanner(Array(text.utf8))
      _ = try? SettingsFile(paths: Paths(environment: [:])).table(of: text)
      guard let statements = scanner.statements() else { continue }
      let covered = statements.reduce(0) { count, statement in count + statement.bytes.count }
      #expect(covered == text.utf8.count, "\(text)")
    }
  }
}
