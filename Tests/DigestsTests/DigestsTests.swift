import Digests
import HealthModel
import Testing

/// Against the standards' own examples.
@Suite struct DigestsTests {
  /// FIPS 180-4's examples, and a million times `a`.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func sha256IsTheStandards(text: String, digest: String) {
    #expect(Hexadecimal.text(SHA256.of(text)) == digest)
    #expect(Hexadecimal.text(SHA256.of(Array(text.utf8))) == digest)
    let pieces = SHA256()
    for byte in text.utf8.prefix(1000) { withUnsafeBytes(of: byte) { pieces.add($0) } }
    Array(text.utf8.dropFirst(1000)).withUnsafeBytes { pieces.add($0) }
    #expect(Hexadecimal.text(pieces.digest()) == digest)
  }

  /// RFC 4231, cases 1, 2 and 6 (a key longer than a block).
  @Test(
    arguments: [
      (Array(repeating: 0x0B, count: 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
      (Array("Jefe".utf8), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
      (
        Array(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ] as [([UInt8], String, String)])
  func hmacIsTheStandards(key: [UInt8], text: String, code: String) {
    #expect(Hexadecimal.text(HMACSHA256.code(of: Array(text.utf8), key: key)) == code)
  }
}
