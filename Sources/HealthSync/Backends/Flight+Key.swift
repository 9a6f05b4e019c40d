extension Flight {
  /// The Idempotency-Key of a body for backends that don't count pushes: device, number and the beginning of the body's SHA-256.
  ///
  /// The hash gives each body a different key, even when the numbers restart after a restored backup or `--fresh`.
  func key(device: String) -> String { "\"\(device):\(push):\(sha.prefix(16))\"" }
}
