import Digests
import Foundation
import HealthModel
import TestSupport
import Testing

@testable import WebPush

@Suite struct VAPIDKeyTests {
  let key: VAPIDKey
  let contact: PushContact
  let endpoint: PushEndpoint

  init() throws {
    key = try VAPIDKey()
    contact = try #require(PushContact("mailto:push@example.com"))
    endpoint = try PushEndpoint("https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV")
  }

  /// RFC 8292, 2.4: header and claims of its example, byte for byte. It expires at 1453523768 s, 12 h = 43,200 s after 1453480568.
  @Test func tokenIsTheStandardsExampleButForItsSignature() throws {
    let token = try key.token(for: endpoint, contact: contact, nowMs: 1_453_480_568_999)
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    #expect(parts.count == 3)
    #expect(parts[0] == "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9")
    #expect(parts[1] == "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0")
    #expect(key.key.publicKey.isSignature(try #require(Base64URL.bytes(parts[2])), of: Array("\(parts[0]).\(parts[1])".utf8)))
  }

  /// The signature of the same example verifies with its key.
  @Test func standardsSignatureVerifies() throws {
    let signed =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9"
      + ".eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
    let signature = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    let point = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    let publicKey = try P256PublicKey(#require(Base64URL.bytes(point)))
    #expect(publicKey.isSignature(try #require(Base64URL.bytes(signature)), of: Array(signed.utf8)))
  }

  @Test func authorizationHasTokenAndPublicKey() throws {
    let value = try key.authorization(for: endpoint, contact: contact, nowMs: 0)
    #expect(value.hasPrefix("vapid t=eyJ0eXAi"))
    #expect(value.hasSuffix(", k=\(key.publicText)"))
    #expect(key.publicText.utf8.count == 87)
    #expect(!value.contains(key.text))
  }

  @Test(arguments: [
    ("https://push.example.net:8443/x", "https://push.example.net:8443"), ("https://push.example.net:443/x", "https://push.example.net"),
  ]) func audienceIsTheOriginOfTheEndpoint(url: String, audience: String) throws {
    let token = try key.token(for: PushEndpoint(url), contact: contact, nowMs: 0)
    let claims = try JSON(parsing: #require(Base64URL.bytes(String(token.split(separator: ".")[1]))))
    #expect(claims["aud"].string == audience)
    #expect(claims["exp"].int == 43_200)
    #expect(claims.members?.count == 3)
  }

  @Test func keyComesBackFromItsText() throws {
    #expect(key.text.utf8.count == 43)
    #expect(try VAPIDKey(text: key.text).publicText == key.publicText)
    #expect("\(key)" == "the VAPID key \(key.publicText)")
    #expect(!"\([key])".contains(key.text))
  }

  @Test(arguments: [
    "", "AAAA", String(repeating: "A", count: 43), String(repeating: "_", count: 42) + "8", String(repeating: "A", count: 9999),
  ])
  func otherTextsAreNoKeys(text: String) {
    let error = #expect(throws: WebPushError.self) { try VAPIDKey(text: text) }
    #expect(error?.code == .badKey)
  }

  @Test(arguments: [
    ("me@example.org", "mailto:me@example.org"), ("mailto:a.b+c@Example.org", "mailto:a.b+c@Example.org"),
    ("https://example.org", "https://example.org"), ("https://example.org/contact?x=1", "https://example.org/contact?x=1"),
  ]) func contactsAreMailOrPages(text: String, uri: String) {
    #expect(PushContact(text)?.uri == uri)
  }

  @Test(arguments: [
    "", "no contact set", "me", "@", "me@", "@example.org", "me@localhost", "me@example", "me@192.168.1.1", "me@[::1]", "a@b@example.org",
    "me @example.org", "m\"e@example.org", "me%40@example.org", "mailto: me@example.org", "mailto:me@example.org?subject=x",
    "http://example.org/", "https://localhost/", "https://10.0.0.1/", "ftp://example.org", "me@example.org\r\nX: y",
    String(repeating: "a", count: 65) + "@example.org",
  ]) func otherTextsAreNoContacts(text: String) {
    #expect(PushContact(text) == nil)
  }

  /// Another program verifies a token: a DER signature over its first two parts, by the key as PEM.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"))) func opensslVerifiesTheToken() throws {
    let folder = try TemporaryFolder()
    // SubjectPublicKeyInfo of P-256 (RFC 5480) before the point.
    let header: [UInt8] = [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01,
      0x07, 0x03, 0x42, 0x00,
    ]
    let point = try #require(Base64URL.bytes(key.publicText))
    try folder.write(header + point, to: "key.der")
    for nowMs in stride(from: Int64(0), to: 5000, by: 1000) {
      let parts = try key.token(for: endpoint, contact: contact, nowMs: nowMs).split(separator: ".").map(String.init)
      let signature = try #require(Base64URL.bytes(parts[2]))
      try folder.write(der([UInt8](signature[..<32]), [UInt8](signature[32...])), to: "signature")
      try folder.write("\(parts[0]).\(parts[1])".utf8, to: "signed")
      #expect(try verifies(folder, "signed"))
    }
    try folder.write("other".utf8, to: "other")
    #expect(try !verifies(folder, "other"))
  }

  private func verifies(_ folder: TemporaryFolder, _ name: String) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "dgst", "-sha256", "-verify", folder.file("key.der"), "-keyform", "DER", "-signature", folder.file("signature"), folder.file(name),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private func der(_ numbers: [UInt8]...) -> [UInt8] {
    let contents = numbers.flatMap { number -> [UInt8] in
      let digits = Array(number.drop { $0 == 0 })
      let signed = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
      return [0x02, UInt8(signed.count)] + signed
    }
    return [0x30, UInt8(contents.count)] + contents
  }
}
