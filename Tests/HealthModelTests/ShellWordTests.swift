import Foundation
import HealthModel
import TestSupport
import Testing

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("photos/IMG_1.jpg", "photos/IMG_1.jpg"), ("Küche/ä.jpg", "Küche/ä.jpg"), ("My Photos", "'My Photos'"), ("it's", #"'it'\''s'"#),
    ("", "''"),
    ("~me", "'~me'"), ("a~b", "a~b"), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"),
  ])
  func onlyWhatNeedsQuotesHasThem(text: String, word: String) { #expect(text.shellWord == word) }

  /// A shell gives back what was put in.
  @Test(arguments: ["a b", "it's", #"a\b"#, "*?[x]", "`x` $(x) $x", "a\nb", "~", "#", "a=b", "(x)", "é🧀", "''", "!!"])
  func aShellReadsItAsItIs(text: String) throws {
    let shell = Program("/bin/sh", home: try TemporaryFolder())
    #expect(try shell.run("-c", "printf %s \(text.shellWord)").out == text)
  }
}
