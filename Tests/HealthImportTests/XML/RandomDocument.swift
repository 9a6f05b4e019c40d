import TestSupport

/// Makes well-formed documents that look like an export and use all of XML's freedom.
struct RandomDocument {
  private var random: SeededGenerator
  private var text = ""

  /// The same seed, the same document.
  static func make(seed: UInt64) -> [UInt8] {
    var document = RandomDocument(random: SeededGenerator(seed: seed))
    document.prolog()
    document.element("HealthData", depth: 1)
    document.blank()
    return Array(document.text.utf8)
  }

  private init(random: SeededGenerator) { self.random = random }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

  private mutating func prolog() {
    text += pick(["", "\u{FEFF}", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"])
    if below(2) == 0 { text += "<!-- <HealthData> & \"it's\" -->\n" }
    if below(2) == 0 {
      text +=
        "<!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n<!-- > -->\n<!ATTLIST Record\n  type CDATA #IMPLIED\n  value CDATA #IMPLIED>\n]>\n"
    }
  }

  private mutating func blank() { text += pick(["", " ", "\n", "\n  ", "\r\n\t", "   "]) }

  private mutating func element(_ name: String, depth: Int) {
    text += "<" + name
    var names = [
      "type", "unit", "value", "device", "startDate", "endDate", "sourceName", "x:y", "ключ", "_a-b.c",
      "long" + String(repeating: "g", count: below(40)),
    ]
    names.shuffle(using: &random)
    for name in names.prefix(below(10)) {
      text += pick([" ", "\n", "  ", "\t", "\r\n "]) + name + pick(["=", " = ", "=\n", "\t="])
      value()
    }
    blank()
    if depth > 1, below(3) == 0 {
      text += "/>"
      return
    }
    text += ">"
    for _ in 0..<below(depth == 1 ? 40 : depth < 6 ? 5 : 1) { content(depth: depth) }
    text += "</" + name + pick(["", "", " ", "\n"]) + ">"
  }

  private mutating func value() {
    let quote = pick(["\"", "'"])
    text += quote
    for _ in 0..<below(30) {
      text += pick([
        "a", "Z", "0", " ", ">", "/", "=", "/>", quote == "'" ? "\"" : "'", "é", "’", "\u{A0}", "😀", "&lt;", "&gt;", "&amp;", "&quot;",
        "&apos;", "&#10;", "&#9;",
        "&#x2019;", "&#xA;", "\n", "\t", "\r\n", "HKQuantityTypeIdentifier", "-->", "]]>", "?",
      ])
    }
    text += quote
  }

  private mutating func content(depth: Int) {
    switch below(9) {
    case 0: text += "<!-- <Record a=\"b\"> ' - > -->"
    case 1: text += "<![CDATA[ <Record> & ]] > ]]>"
    case 2: text += "<?target <Record a='b'> ? > ?>"
    case 3: text += "text &amp; \"more\" > 1 = 'one' /"
    case 4: blank()
    default:
      element(pick(["Record", "MetadataEntry", "Workout", "a", "A.b-c_1", "ns:Größe", "InstantaneousBeatsPerMinute"]), depth: depth + 1)
    }
  }
}
