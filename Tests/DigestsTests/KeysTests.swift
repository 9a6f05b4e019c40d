import Digests
import HealthModel
import Testing

/// Keys and ciphers against the standards' own examples.
@Suite struct KeysTests {
  /// RFC 5869, appendix A, cases 1 to 3: the usual one, long inputs, and no salt and no purpose.
  @Test(
    arguments: [
      (
        Array(repeating: 0x0B, count: 22), Array(0x00...0x0C), Array(0xF0...0xF9),
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        Array(0x00...0x4F), Array(0x60...0xAF), Array(0xB0...0xFF),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
          + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        Array(repeating: 0x0B, count: 22), [], [],
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ] as [([UInt8], [UInt8], [UInt8], String)])
  func hkdfIsTheStandards(secret: [UInt8], salt: [UInt8], info: [UInt8], key: String) {
    #expect(Hexadecimal.text(HKDFSHA256.key(from: secret, salt: salt, info: info, count: key.count / 2)) == key)
    #expect(Hexadecimal.text(HKDFSHA256.key(from: secret, salt: salt, info: info, count: 1)) == key.prefix(2))
  }

  @Test func longestDerivedKeyHas255Blocks() {
    #expect(HKDFSHA256.key(from: [1], salt: [], info: [], count: HKDFSHA256.most).count == 8160)
  }

  /// McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, cases 1 to 3.
  @Test(arguments: [
    (Self.zeroKey, Self.zeroNonce, "", "58e2fccefa7e3061367f1d57a4e7455a"),
    (
      Self.zeroKey, Self.zeroNonce, "00000000000000000000000000000000",
      "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"
    ),
    (
      "feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
      "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
        + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f59854d5c2af327cd64a62cf35abd2ba6fab4"
    ),
  ])
  func gcmIsTheStandards(key: String, nonce: String, text: String, sealed: String) throws {
    let (key, nonce) = (try bytes(key), try bytes(nonce))
    #expect(Hexadecimal.text(try AES128GCM.sealed(bytes(text), key: key, nonce: nonce)) == sealed)
    #expect(try AES128GCM.opened(bytes(sealed), key: key, nonce: nonce) == bytes(text))
  }

  static let zeroKey = String(repeating: "0", count: 32)
  static let zeroNonce = String(repeating: "0", count: 24)

  @Test func anyChangedBitIsDetected() throws {
    let key = Array<UInt8>(0..<16)
    let nonce = Array<UInt8>(0..<12)
    let sealed = try AES128GCM.sealed(Array("moth".utf8), key: key, nonce: nonce)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 0x10
      #expect(try AES128GCM.opened(changed, key: key, nonce: nonce) == nil, "\(place)")
    }
    for count in 0..<sealed.count { #expect(try AES128GCM.opened(Array(sealed.prefix(count)), key: key, nonce: nonce) == nil, "\(count)") }
  }

  @Test func keysAndNoncesOfOtherLengthsAreRefused() {
    #expect(throws: CryptoFailure.badKey) { try AES128GCM.sealed([], key: [], nonce: Array(repeating: 0, count: 12)) }
    #expect(throws: CryptoFailure.badKey) { try AES128GCM.opened([], key: Array(repeating: 0, count: 16), nonce: [1]) }
  }

  /// RFC 6979, appendix A.2.5: the key, and its signature of `sample` with SHA-256.
  @Test func publicKeyAndSignatureAreTheStandards() throws {
    let key = try P256PrivateKey(scalar: bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
    #expect(
      Hexadecimal.text(key.publicKey.bytes)
        == "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
    var signature = try bytes(
      "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
    #expect(key.publicKey.isSignature(signature, of: Array("sample".utf8)))
    #expect(!key.publicKey.isSignature(signature, of: Array("simple".utf8)))
    #expect(!key.publicKey.isSignature(signature.dropLast(), of: Array("sample".utf8)))
    signature[63] ^= 1
    #expect(!key.publicKey.isSignature(signature, of: Array("sample".utf8)))
    #expect(!key.publicKey.isSignature(Array(repeating: 0, count: 64), of: Array("sample".utf8)))
    #expect(!key.publicKey.isSignature(Array(repeating: 0xFF, count: 64), of: Array("sample".utf8)))
  }

  /// Signatures are random; among 300, one has an r or an s with a leading zero byte but for one run in ten (1 − (255/256)^600 = 0.904).
  @Test func signaturesAlwaysHave64BytesAndVerify() throws {
    let key = try P256PrivateKey()
    for number in 0..<300 {
      let text = Array("message \(number)".utf8)
      let signature = try key.signature(of: text)
      #expect(signature.count == 64)
      #expect(key.publicKey.isSignature(signature, of: text))
    }
  }

  @Test func bothSidesComputeTheSameSecret() throws {
    let (one, other) = (try P256PrivateKey(), try P256PrivateKey())
    #expect(one.scalar != other.scalar)
    #expect(try one.sharedSecret(with: other.publicKey) == other.sharedSecret(with: one.publicKey))
    #expect(try P256PrivateKey(scalar: one.scalar).publicKey == one.publicKey)
    #expect(try P256PublicKey(one.publicKey.bytes) == one.publicKey)
    #expect("\(one)" == "a private key of P-256")
  }

  /// The order n of the base point ends `…6325 51` (SEC 2, 2.4.2): n − 1 is the largest key.
  @Test(arguments: [
    ("zero", String(repeating: "0", count: 64)),
    ("n", "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    ("n + 1", "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632552"),
    ("largest number", String(repeating: "f", count: 64)), ("31 bytes", String(repeating: "1", count: 62)),
    ("33 bytes", String(repeating: "1", count: 66)), ("nothing", ""),
  ]) func numbersOutOfRangeAreNoKeys(id: String, scalar: String) {
    #expect(throws: CryptoFailure.badKey, "\(id)") { try P256PrivateKey(scalar: bytes(scalar)) }
  }

  /// 1 times the base point G and (n − 1) times it, which is −G: the same x.
  @Test func smallestAndLargestKeyHaveOppositePoints() throws {
    let one = try P256PrivateKey(scalar: bytes(String(repeating: "0", count: 63) + "1"))
    let last = try P256PrivateKey(scalar: bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"))
    #expect(Hexadecimal.text(one.publicKey.bytes[1...32]) == "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
    #expect(one.publicKey.bytes[1...32] == last.publicKey.bytes[1...32])
    #expect(one.publicKey != last.publicKey)
  }

  @Test func bytesThatAreNoPointAreRefused() throws {
    let point = try P256PrivateKey().publicKey.bytes
    var wrong: [(String, [UInt8])] = [
      ("nothing", []), ("infinity", [0]), ("short", point.dropLast()), ("long", point + [0]),
      ("compressed", [2 + point[64] % 2] + point[1...32]), ("zeros", Array(repeating: 0, count: 65)),
      ("origin", [4] + Array(repeating: 0, count: 64)), ("coordinates above the prime", [4] + Array(repeating: 0xFF, count: 64)),
    ]
    for form: UInt8 in [0, 2, 3, 5, 6, 7, 255] { wrong.append(("form \(form)", [form] + point.dropFirst())) }
    for place in [1, 32, 33, 64] {
      var changed = point
      changed[place] ^= 1
      wrong.append(("changed at \(place)", changed))
    }
    for (id, bytes) in wrong { #expect(throws: CryptoFailure.badKey, "\(id)") { try P256PublicKey(bytes) } }
  }

  /// The bytes of pairs of hexadecimal digits.
  private func bytes(_ text: String) throws -> [UInt8] {
    let digits = Array(text)
    return try stride(from: 0, to: digits.count, by: 2).map { try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16)) }
  }
}
