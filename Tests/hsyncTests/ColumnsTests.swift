import TestSupport
import Testing

@testable import hsync

/// Rows of cells on screens.
@Suite struct ColumnsTests {
  /// East Asian Width W and F, and emoji, are two columns wide; what python's unicodedata says of the same characters.
  @Test func widthsAreThoseOfUnicode() throws {
    let samples = [
      "a", "é", "e\u{301}", "…", "·", "漢", "ｶ", "Ａ", "한", "🍱", "⌚", "⌛", "☕", "✓", "○", "▁", "⭐", "→", "〜", "　", "ﾊ", "€", "🥗", "㍿",
    ]
    let script = """
      import sys, unicodedata
      for text in sys.argv[1:]:
          print(sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text))
      """
    let widths = try Program("/usr/bin/python3", home: TemporaryFolder()).run(["-c", script] + samples).lines
    #expect(widths.count == samples.count)
    for (sample, width) in zip(samples, widths) { #expect(Columns.width(of: sample) == Int(width), "\(sample)") }
    #expect(Columns.width(of: "❤\u{FE0F}") == 2)
    #expect(Columns.width(of: "🇫🇷") == 2)
    #expect(Columns.width(of: "\u{1B}[1mbold\u{1B}[0m") == 4)
  }

  @Test(arguments: [("Chili", 5, "Chili"), ("Chili", 4, "Chi…"), ("鶏の唐揚げ", 6, "鶏の…"), ("鶏の唐揚げ", 5, "鶏の…"), ("Chili", 1, "…"), ("", 0, "")])
  func textsAreCut(text: String, limit: Int, expected: String) { #expect(Columns.cut(text, to: limit) == expected) }

  @Test func whatIsElasticIsCutAndWhatIsDispensableGoes() {
    var columns = Columns([.left, .left, .right], elastic: 1, dispensable: [0])
    columns.add(["breakfast", "Grilled aubergines", "148 kcal"])
    columns.add(["snack", "Apple", "52 kcal"])
    #expect(columns.lines() == ["breakfast  Grilled aubergines  148 kcal", "snack      Apple                52 kcal"])
    #expect(columns.lines(within: 39).map(\.count) == [39, 39])
    #expect(columns.lines(within: 34) == ["breakfast  Grilled aube…  148 kcal", "snack      Apple           52 kcal"])
    #expect(columns.lines(within: 30) == ["Grilled aubergines  148 kcal", "Apple                52 kcal"])
    #expect(columns.lines(indent: 2, within: 24) == ["  Grilled aub…  148 kcal", "  Apple          52 kcal"])
  }
}
