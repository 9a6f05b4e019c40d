import NIOCore
import Synchronization

/// The connections that are open: how many of which address, and which of them have waited longest without a request.
final class ConnectionTable: Sendable {
  private let most: Int
  private let mostPerAddress: Int
  private let state = Mutex(State())
  private let headerBytes = Atomic(0)

  private struct State {
    var open: [ObjectIdentifier: Entry] = [:]
    var addresses: [ClientAddress: Int] = [:]
    /// Connections that became idle, the first one first, with the moment. What doesn't match `open` any more is out of date.
    var idle = CircularBuffer<(connection: ObjectIdentifier, since: UInt64)>()
    var isStopped = false
    /// A counter of events, used to order them by age.
    var moment: UInt64 = 0
  }

  private struct Entry {
    let channel: any Channel
    let address: ClientAddress?
    /// The time at which its last request ended, or it was opened; `nil` during a request.
    var idleSince: UInt64?
  }

  /// Connections that are kept free for the next ones to come: a full server stops taking any, and couldn't choose.
  static let headroom = 8

  /// A table of at most `most` connections, and `mostPerAddress` of an address that isn't of this machine.
  init(most: Int, mostPerAddress: Int) {
    self.most = max(most - ConnectionTable.headroom, 1)
    self.mostPerAddress = mostPerAddress
  }

  /// Connections that are open.
  var count: Int { state.withLock { $0.open.count } }

  /// Notes a new connection. Whether it may stay; if so and there are too many, the one idle for longest is closed for it.
  func add(_ channel: any Channel, from address: ClientAddress?) -> Bool {
    let (isWelcome, displaced) = state.withLock { state -> (Bool, (any Channel)?) in
      if state.isStopped { return (false, nil) }
      if let address, !address.isLoopback, state.addresses[address, default: 0] >= mostPerAddress { return (false, nil) }
      // Forgotten at once: closing takes a while, and the next new one has to displace another.
      let displaced = state.open.count >= most ? ConnectionTable.longestIdle(&state) : nil
      if let displaced { ConnectionTable.forget(displaced, &state) }
      state.open[ObjectIdentifier(channel)] = Entry(channel: channel, address: address)
      ConnectionTable.noteIdle(channel, &state)
      if let address { state.addresses[address, default: 0] += 1 }
      return (true, displaced)
    }
    displaced?.close(promise: nil)
    return isWelcome
  }

  /// Notes that a request of a connection begins, or that it has none any more.
  func mark(_ channel: any Channel, isIdle: Bool) {
    state.withLock { state in
      if isIdle { ConnectionTable.noteIdle(channel, &state) } else { state.open[ObjectIdentifier(channel)]?.idleSince = nil }
    }
  }

  /// Notes that a connection has ended. Nothing the second time.
  func remove(_ channel: any Channel) {
    state.withLock { ConnectionTable.forget(channel, &$0) }
  }

  /// Notes that connections hold so many more bytes, or fewer, of headers that aren't complete. Returns how many all hold.
  func hold(headerBytes more: Int) -> Int { headerBytes.add(more, ordering: .relaxed).newValue }

  /// Closes all connections, and each that comes after.
  func stop() {
    let channels = state.withLock { state in
      state.isStopped = true
      return state.open.values.map(\.channel)
    }
    for channel in channels { channel.close(promise: nil) }
  }

  private static func forget(_ channel: any Channel, _ state: inout State) {
    guard let entry = state.open.removeValue(forKey: ObjectIdentifier(channel)), let address = entry.address else { return }
    let rest = state.addresses[address, default: 1] - 1
    state.addresses[address] = rest > 0 ? rest : nil
  }

  private static func noteIdle(_ channel: any Channel, _ state: inout State) {
    let connection = ObjectIdentifier(channel)
    state.moment += 1
    state.open[connection]?.idleSince = state.moment
    state.idle.append((connection, state.moment))
    // What is out of date goes when it is the larger part, so that each entry is looked at a few times at most.
    guard state.idle.count > 2 * state.open.count + 64 else { return }
    state.idle.removeAll { state.open[$0.connection]?.idleSince != $0.since }
  }

  private static func longestIdle(_ state: inout State) -> (any Channel)? {
    while let first = state.idle.popFirst() {
      if let entry = state.open[first.connection], entry.idleSince == first.since { return entry.channel }
    }
    return nil
  }
}
