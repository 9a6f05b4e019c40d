extension Flight {
  /// The Idempotency-Key of a body for backends that don't count pushes: device, number and the beginning of the body's SHA-256.
  ///
  /// The hash makes another body another key, also when a restored backup or `--fresh` makes the numbers begin anew.
  func key(device: String) -> String { "\"\(device):\(push):\(sha.prefix(16))\"" }
}
