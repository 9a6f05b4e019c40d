import HealthModel
import Testing

/// Texts as sources write them.
@Suite struct ForeignTextTests {
  @Test(
    arguments: [
      ("  Müsli \t\n Riegel ", "Müsli Riegel"), ("Ben &amp; Jerry&#39;s", "Ben & Jerry's"), ("&amp;lt;", "&lt;"),
      ("L&#039;&eacute;t&eacute;", "L'été"), ("&#x4F;ats &#8211; raw", "Oats – raw"), ("A &quot;B&quot;", "A \"B\""),
      ("R&D; M&M's & Co", "R&D; M&M's & Co"),
      ("&#0;&#7;&#x202E;x", "x"), ("&#99999999;&#xD800;&;&#;&", "&#99999999;&#xD800;&;&#;&"), ("a&nbsp;b", "a b"),
      ("&toolongname;", "&toolongname;"),
      ("red\u{1B}[31mtext", "red[31mtext"), ("a\u{202E}b\u{2028}c", "ab c"), ("", nil), (" \u{200B}\u{7} ", nil), ("日本 茶", "日本 茶"),
      ("👩‍👩‍👧", "👩👩👧"),
    ] as [(String, String?)])
  func texts(text: String, cleaned: String?) { #expect(ForeignText.cleaned(text) == cleaned, "\(text.debugDescription)") }

  @Test func longTextsAreCut() {
    #expect(ForeignText.cleaned(String(repeating: "x", count: 5000))?.count == 201)
  }
}
