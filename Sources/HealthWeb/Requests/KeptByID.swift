import Synchronization

/// The last 100 values of a kind, each under a random id for use in addresses: the values themselves would stay in browser histories.
final class KeptByID<Value: Sendable>: Sendable {
  private static var most: Int { 100 }

  private let kept = Mutex<[(id: String, value: Value)]>([])

  /// Stores a value; if there are too many, the oldest is removed.
  ///
  /// - Returns: Its id, 32 hexadecimal digits.
  func keep(_ value: Value) -> String {
    let id = RandomBytes.text(16)
    kept.withLock { kept in
      if kept.count == KeptByID.most { kept.removeFirst() }
      kept.append((id, value))
    }
    return id
  }

  /// Returns the value with an id; `nil` = it is no longer kept.
  subscript(id: String) -> Value? { kept.withLock { kept in kept.first { $0.id == id }?.value } }

  /// Changes the value of an id.
  ///
  /// - Returns: The value as it is now; `nil` = it isn't kept any more.
  func change(_ id: String, _ work: (inout Value) -> Void) -> Value? {
    kept.withLock { kept in
      guard let index = kept.firstIndex(where: { $0.id == id }) else { return nil }
      work(&kept[index].value)
      return kept[index].value
    }
  }
}
