import Digests

@testable import WebPush

/// A browser: it has the private key and the secret of a subscription, and decrypts what a push service hands it.
struct PushReceiver {
  let key: P256PrivateKey
  let secret: [UInt8]

  /// Its subscription at an address.
  func subscription(at endpoint: String) throws -> PushSubscription {
    try PushSubscription(
      endpoint: endpoint, key: Base64URL.text(key.publicKey.bytes), secret: Base64URL.text(secret), allowsLoopback: true)
  }

  /// The plaintext of a body (RFC 8291, 3.4).
  func plaintext(of body: [UInt8]) throws -> [UInt8] {
    let content = try ReceivedContent(body)
    let sender = try P256PublicKey(content.keyID)
    // Written out, not by way of the sender's code: HKDF with one block is two HMACs.
    let extracted = HMACSHA256.code(of: try key.sharedSecret(with: sender), key: secret)
    let info = Array("WebPush: info".utf8) + [0] + key.publicKey.bytes + sender.bytes
    return try content.plaintext(inputKey: HMACSHA256.code(of: info + [1], key: extracted))
  }
}

/// A body in the content coding `aes128gcm` with any number of records (RFC 8188), as a receiver reads it.
struct ReceivedContent {
  struct Damaged: Error {}

  let salt: [UInt8]
  let recordSize: Int
  let keyID: [UInt8]
  let records: [[UInt8]]

  init(_ bytes: [UInt8]) throws {
    guard bytes.count >= 21, bytes.count >= 21 + Int(bytes[20]) else { throw Damaged() }
    salt = Array(bytes[..<16])
    let size = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
    guard size >= 18 else { throw Damaged() }
    recordSize = size
    keyID = Array(bytes[21..<(21 + Int(bytes[20]))])
    let rest = Array(bytes[(21 + Int(bytes[20]))...])
    records = stride(from: 0, to: rest.count, by: size).map { Array(rest[$0..<min($0 + size, rest.count)]) }
  }

  /// The records without their padding.
  func plaintext(inputKey: [UInt8]) throws -> [UInt8] {
    let extracted = HMACSHA256.code(of: inputKey, key: salt)
    let key = HMACSHA256.code(of: Array("Content-Encoding: aes128gcm\0".utf8) + [1], key: extracted).prefix(16)
    let nonce = HMACSHA256.code(of: Array("Content-Encoding: nonce\0".utf8) + [1], key: extracted).prefix(12)
    var text: [UInt8] = []
    for (number, record) in records.enumerated() {
      var nonce = Array(nonce)
      nonce[11] ^= UInt8(number)
      guard let opened = try AES128GCM.opened(record, key: Array(key), nonce: nonce) else { throw Damaged() }
      let delimiter: UInt8 = number == records.count - 1 ? 2 : 1
      guard let end = opened.lastIndex(where: { $0 != 0 }), opened[end] == delimiter else { throw Damaged() }
      text += opened[..<end]
    }
    return text
  }
}
