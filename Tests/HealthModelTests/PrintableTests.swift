import HealthModel
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    ("soup.jpg", "soup.jpg"), ("Käse 🧀\u{200D}.jpg", "Käse 🧀\u{200D}.jpg"), ("a\nb\r\tc", "a?b??c"), ("\u{1B}[31mred\u{7F}", "?[31mred?"),
    ("\u{9B}31m", "?31m"), ("\r\n", "??"), ("", ""),
  ])
  func controlCharactersAreQuestionMarks(text: String, shown: String) { #expect(text.printable == shown) }
}
