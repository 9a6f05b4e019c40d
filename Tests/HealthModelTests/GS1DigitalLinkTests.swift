import HealthModel
import Testing

@Suite struct GS1DigitalLinkTests {
  @Test(arguments: [
    ("https://id.gs1.org/01/09506000134352", "(01)09506000134352"),
    // The worked example of the standard, section 5.
    (
      "https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=180426", "(01)09506000134352(10)ABC123(21)12345(17)180426"
    ),
    ("http://example.com/some/path/01/09521234543213/22/2A/10/LOT%2F7/", "(01)09521234543213(22)2A(10)LOT/7"),
    ("HTTPS://EXAMPLE.COM/01/09521234543213", "(01)09521234543213"),
    ("https://example.com:8080/01/9521234543213#top", "(01)09521234543213"),
    // Version 1.1: short names, numbers without their zeros.
    ("https://example.com/gtin/9521234543213/cpv/2A/lot/B/ser/C", "(01)09521234543213(22)2A(10)B(21)C"),
    ("https://example.com/gtin/614141123452", "(01)00614141123452"), ("https://example.com/01/95212340", "(01)00000095212340"),
    (
      "https://example.com/01/09521234543213?3103=000195;15=271231&linkType=gs1:pip&17=soon&=&01=1&empty=",
      "(01)09521234543213(3103)000195(15)271231"
    ),
    ("https://example.com/01/01/09521234543213", "(01)09521234543213"),
    ("https://example.com/01/09521234543213/235/T%231", "(01)09521234543213(235)T#1"),
    ("https://example.com/01/0%39521234543213", "(01)09521234543213"),
  ])
  func readsLinks(link: String, elements: String) throws {
    let read = try #require(GS1DigitalLink(link))
    #expect(read.elements.map(\.description).joined() == elements)
    #expect(read.gtin.number == Int64(elements.dropFirst(4).prefix(14)))
  }

  @Test(arguments: [
    "", "https", "https://", "https:///01/09521234543213", "https://example.com", "https://example.com/", "https://example.com/01",
    "https://example.com/01/",
    "ftp://example.com/01/09521234543213", "https:/example.com/01/09521234543213", "example.com/01/09521234543213",
    "https://example.com/01/09521234543", "https://example.com/01/9521234543", "https://example.com/01/952123454321345",
    "https://example.com/01/00000000000000", "https://example.com/01/09521234543213/99/x/", "https://example.com/01/09521234543213/extra",
    "https://example.com/00/095212345432130000", "https://example.com/414/9521234000002", "https://example.com?x=/01/09521234543213",
    "https://example.com#/01/09521234543213", "https://user:secret@example.com/01/09521234543213",
    "https://example.com/01/0952123454321%33%",
    "https://example.com/01/0952123454321%3", "https://example.com/01/0952123454321%G3", "https://example.com/01/09521234543213/10/%00",
    "https://example.com/01/09521234543213/10/%C3%BC", "https://example.com/01/09521234543213/10/a b",
    "https://example.com/01/09521234543213\n",
    "https://example.com/01/0952123454321３", "https://grün.example/01/09521234543213", "https://example.com/01/+9521234543213",
    "https://example.com/01/09521234543213/10/" + String(repeating: "A", count: 91),
  ])
  func refusesWhatNamesNoProduct(link: String) { #expect(GS1DigitalLink(link) == nil) }

  @Test func nothingCrashesIt() {
    let link = "https://example.com/a/01/09521234543213/10/LOT%2F7?17=271231&x=%zz;=#f"
    for count in 0...link.utf8.count {
      for byte in [0, 0x23, 0x25, 0x26, 0x2F, 0x30, 0x3B, 0x3D, 0x3F, 0x40, 0x7F, 0x80, 0xFF] as [UInt8] {
        let hostile = String(decoding: Array(link.utf8.prefix(count)) + [byte] + link.utf8.dropFirst(count + 1), as: UTF8.self)
        if let read = GS1DigitalLink(hostile) { #expect(read.elements.first?.identifier == "01") }
      }
    }
    for part in ["/", "/01", "/10/A", "?", "%25", "&17=271231"] {
      _ = GS1DigitalLink("https://example.com" + String(repeating: part, count: 100_000))
      _ = GS1DigitalLink("https://example.com/01/09521234543213" + String(repeating: part, count: 100_000))
    }
  }
}
