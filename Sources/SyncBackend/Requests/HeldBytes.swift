import Synchronization

/// Counts the bytes held for clients: bodies being received, and pages not yet sent. There is no queue; requests beyond
/// the limit are rejected.
final class HeldBytes: Sendable {
  private let most: Int
  private let mostOfOwner: Int
  private let state = Mutex(State())

  private struct State {
    var total = 0
    var owners: [String: Int] = [:]
  }

  /// At most `most` bytes at once, of which one owner may have a quarter.
  init(most: Int) {
    self.most = most
    mostOfOwner = most / 4
  }

  /// Bytes held now.
  var total: Int { state.withLock { $0.total } }

  /// A share of an owner's, of no bytes yet.
  func lease(for owner: Owner) -> Lease { Lease(self, owner: owner.id) }

  /// Bytes held for one request. Given back when it is let go of.
  final class Lease: Sendable {
    private let bytes: HeldBytes
    private let owner: String
    private let count = Mutex(0)

    fileprivate init(_ bytes: HeldBytes, owner: String) {
      self.bytes = bytes
      self.owner = owner
    }

    deinit { release() }

    /// Holds more. Throws 429 or 503 when that is too much.
    func grow(by more: Int) throws(Refusal) {
      try bytes.take(more, owner)
      count.withLock { $0 += more }
    }

    /// Gives all of it back.
    func release() {
      let held = count.withLock { count in
        defer { count = 0 }
        return count
      }
      if held > 0 { bytes.giveBack(held, owner) }
    }
  }

  private func take(_ count: Int, _ owner: String) throws(Refusal) {
    let refusal: Refusal? = state.withLock { state in
      let held = state.owners[owner, default: 0]
      if held + count > mostOfOwner { return .tooManyRequests("this account has too much under way at once", afterSeconds: 1) }
      if state.total + count > most { return .overloaded }
      state.total += count
      state.owners[owner] = held + count
      return nil
    }
    if let refusal { throw refusal }
  }

  private func giveBack(_ count: Int, _ owner: String) {
    state.withLock { state in
      state.total -= count
      let rest = state.owners[owner, default: count] - count
      state.owners[owner] = rest > 0 ? rest : nil
    }
  }
}
