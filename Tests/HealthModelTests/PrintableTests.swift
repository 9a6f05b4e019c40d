import HealthModel
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    ("soup.jpg", "soup.jpg"), ("Käse 🧀\u{200D}.jpg", "Käse 🧀\u{200D}.jpg"), ("a\nb\r\tc", "a?b??c"), ("\u{1B}[31mred\u{7F}", "?[31mred?"),
    ("\u{9B}31m", "?31m"), ("\r\n", "??"), ("", ""), ("a\u{202E}b\u{2066}c\u{200F}\u{61C}\u{2028}", "a?b?c???"),
  ])
  func controlCharactersAreQuestionMarks(text: String, shown: String) { #expect(text.printable == shown) }
}
