/// Finds objects that may have a repeated key, without storing any key.
struct RepeatedKeys {
  /// Hashes of the keys of the objects that aren't complete yet, the outermost one's first.
  private var hashes: [UInt64] = []

  /// The number of keys so far in the objects that aren't complete.
  var count: Int { hashes.count }

  /// A key of the innermost object, by the bytes between its quotes.
  mutating func add(_ key: UnsafeBufferPointer<UInt8>) { hashes.append(RepeatedKeys.hash(key)) }

  /// Drops the innermost object's keys, those from `first` on. Returns whether one of them may be repeated.
  mutating func leaveObject(_ first: Int) -> Bool {
    defer { hashes.removeLast(hashes.count - first) }
    var isRepeated = false
    guard hashes.count - first > 12 else {
      for index in hashes.indices.dropFirst(first + 1) where hashes[first..<index].contains(hashes[index]) { isRepeated = true }
      return isRepeated
    }
    hashes[first...].sort()
    for index in hashes.indices.dropFirst(first + 1) where hashes[index] == hashes[index - 1] { isRepeated = true }
    return isRepeated
  }

  /// FNV-1a over eight bytes at a time. Keys that are made to agree in it are only read the slower way.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(key.count)
    var position = 0
    while position + 8 <= key.count {
      hash = (hash ^ UnsafeRawPointer(key.baseAddress.unsafelyUnwrapped + position).loadUnaligned(as: UInt64.self)) &* 0x100_0000_01B3
      hash ^= hash >> 29
      position += 8
    }
    for byte in key[position...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
