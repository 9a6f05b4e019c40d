import Digests
import TestSupport
import Testing

@testable import WebPush

/// Encryption against the RFCs' own examples, and as a browser decrypts it.
@Suite struct PushEncryptionTests {
  /// RFC 8291, appendix A.
  enum Example {
    static let plaintext = "When I grow up, I want to be a watermelon"
    static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let senderPoint = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    static let receiver = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let receiverPoint = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
      + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  }

  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

  private func receiver() throws -> PushReceiver {
    PushReceiver(key: try P256PrivateKey(scalar: bytes(Example.receiver)), secret: try bytes(Example.secret))
  }

  @Test func keysOfTheExampleAreDerivedStepByStep() throws {
    let (sender, receiver) = (try P256PrivateKey(scalar: bytes(Example.sender)), try receiver())
    #expect(Base64URL.text(sender.publicKey.bytes) == Example.senderPoint)
    #expect(Base64URL.text(receiver.key.publicKey.bytes) == Example.receiverPoint)
    let secret = try sender.sharedSecret(with: receiver.key.publicKey)
    #expect(Base64URL.text(secret) == "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
    let inputKey = PushEncryption.inputKey(
      from: secret, subscription: receiver.secret, receiver: receiver.key.publicKey, sender: sender.publicKey)
    #expect(Base64URL.text(inputKey) == "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg")
    let salt = try bytes(Example.salt)
    #expect(Base64URL.text(EncryptedContent.key(from: inputKey, salt: salt)) == "oIhVW04MRdy2XN9CiKLxTg")
    #expect(Base64URL.text(EncryptedContent.firstNonce(from: inputKey, salt: salt)) == "4h_95klXJ5E_qnoN")
  }

  @Test func bodyIsTheExamplesByteForByte() throws {
    let (plaintext, receiver) = (Array(Example.plaintext.utf8), try receiver())
    let body = try PushEncryption.body(
      plaintext, for: receiver.subscription(at: "https://push.example.net/x"),
      sender: P256PrivateKey(scalar: bytes(Example.sender)), salt: bytes(Example.salt), padding: 0)
    #expect(Base64URL.text(body) == Example.body)
    #expect(try receiver.plaintext(of: body) == plaintext)
  }

  /// RFC 8188, 3.1: a record with a key that has no name.
  @Test func contentOfOneRecordIsTheExamples() throws {
    let (text, key) = (Array("I am the walrus".utf8), try bytes("yqdlZ-tYemfogSmv7Ws5PQ"))
    let body = try EncryptedContent.bytes(text, inputKey: key, salt: bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: [], padding: 0)
    #expect(Base64URL.text(body) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    #expect(try ReceivedContent(body).plaintext(inputKey: key) == text)
  }

  /// RFC 8188, 3.2: two records of 25 bytes, the first one with a byte of padding. It tests this suite's receiver.
  @Test func receiverReadsTheExampleOfTwoRecords() throws {
    let content = try ReceivedContent(
      bytes("uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA"))
    #expect(content.recordSize == 25)
    #expect(content.keyID == Array("a1".utf8))
    #expect(content.records.map(\.count) == [25, 25])
    #expect(try content.plaintext(inputKey: bytes("BO3ZVPxUlnLORbVGMpbT1Q")) == Array("I am the walrus".utf8))
  }

  /// With the delimiter 42 → 256, 256 → 256, 257 → 512, 3840 → 3840, and 3841 → 3994 instead of 4096, which would be too large.
  /// Header and tag are 102 bytes: 256 + 102 = 358 and so on.
  @Test(arguments: [(0, 358), (41, 358), (255, 358), (256, 614), (3839, 3942), (3840, 4096), (3992, 4096), (3993, 4096)])
  func bodiesHaveFewLengths(count: Int, size: Int) throws {
    let receiver = try receiver()
    let body = try PushEncryption.body([UInt8](repeating: 7, count: count), for: receiver.subscription(at: "https://push.example.net/x"))
    #expect(body.count == size)
    #expect(try receiver.plaintext(of: body) == [UInt8](repeating: 7, count: count))
  }

  @Test(arguments: 0..<4) func plaintextsOfAnySizeDecryptToThemselves(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let receiver = PushReceiver(key: try P256PrivateKey(), secret: (0..<16).map { _ in .random(in: 0...255, using: &generator) })
    let subscription = try receiver.subscription(at: "https://push.example.net/x")
    for _ in 0..<50 {
      let count = Int.random(in: 0...PushEncryption.most, using: &generator)
      // Many zeros and delimiters at the end, which padding must not be confused with.
      let plaintext = (0..<count).map { _ in [0, 1, 2, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0 }
      let body = try PushEncryption.body(plaintext, for: subscription)
      #expect(body.count <= PushEncryption.mostBody)
      #expect(try receiver.plaintext(of: body) == plaintext)
    }
  }

  @Test func eachMessageHasASaltAndAKeyOfItsOwn() throws {
    let subscription = try receiver().subscription(at: "https://push.example.net/x")
    let bodies = try (0..<20).map { _ in try PushEncryption.body([1, 2, 3], for: subscription) }
    let salts = Set(bodies.map { $0.prefix(16) })
    let keys = Set(bodies.map { $0[21..<86] })
    #expect(salts.count == 20 && keys.count == 20)
  }

  @Test func anotherBrowserCannotDecrypt() throws {
    let receiver = try receiver()
    let body = try PushEncryption.body([1, 2, 3], for: receiver.subscription(at: "https://push.example.net/x"))
    let stranger = PushReceiver(key: try P256PrivateKey(), secret: receiver.secret)
    #expect(throws: ReceivedContent.Damaged.self) { try stranger.plaintext(of: body) }
    // The push service knows the public key, but not the secret.
    let service = PushReceiver(key: receiver.key, secret: [UInt8](repeating: 0, count: 16))
    #expect(throws: ReceivedContent.Damaged.self) { try service.plaintext(of: body) }
  }
}
