import Dispatch
import HealthModel
import Synchronization
import Testing

@testable import HealthSync

@Suite struct BatchChannelTests {
  private static func batch(_ bytes: Int) -> BatchChannel.Message {
    var batch = HealthBatch()
    batch.bytesRead = Int64(bytes)
    return .batch(batch)
  }

  private static func bytes(_ message: BatchChannel.Message?) -> Int64? {
    if case .batch(let batch) = message { batch.bytesRead } else { nil }
  }

  /// A sender on a thread of its own, with its results.
  private final class Sender: Sendable {
    let begun = Atomic<Int>(0)
    private let outcome = Mutex<Bool?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Sends numbered batches, and the end.
    init(_ count: Int, into channel: BatchChannel) {
      DispatchQueue(label: "sender").async { [self] in
        do {
          for n in 0..<count {
            begun.add(1, ordering: .sequentiallyConsistent)
            try channel.send(BatchChannelTests.batch(n))
          }
          try channel.send(.end(ReadingReport()))
          outcome.withLock { $0 = true }
        } catch {
          outcome.withLock { $0 = false }
        }
        done.signal()
      }
    }

    /// Waits until it ended: whether it could send all.
    func sentAll() -> Bool? {
      guard done.wait(timeout: .now() + 60) == .success else { return nil }
      return outcome.withLock { $0 }
    }
  }

  @Test func whatIsSentArrivesInItsOrder() throws {
    let channel = BatchChannel(capacity: 2)
    let sender = Sender(500, into: channel)
    for n in 0..<500 { #expect(BatchChannelTests.bytes(channel.receive(withinMs: 60_000)) == Int64(n)) }
    guard case .end = channel.receive(withinMs: 60_000) else { throw CancellationError() }
    #expect(sender.sentAll() == true)
  }

  @Test func theSenderDoesNotRunAhead() {
    let channel = BatchChannel(capacity: 3)
    let sender = Sender(200, into: channel)
    for received in 1...200 {
      _ = channel.receive(withinMs: 60_000)
      // Those received, the three that wait, and the one at the door.
      #expect(sender.begun.load(ordering: .sequentiallyConsistent) <= received + 4)
    }
    _ = channel.receive(withinMs: 60_000)
    #expect(sender.sentAll() == true)
  }

  @Test func nothingWithinTheTimeIsNil() {
    let channel = BatchChannel(capacity: 1)
    #expect(BatchChannelTests.bytes(channel.receive(withinMs: 1)) == nil)
  }

  /// Batches that were sent and never received go with the channel.
  @Test(arguments: [0, 1, 3])
  func closingLetsAWaitingSenderGo(received: Int) {
    let channel = BatchChannel(capacity: 2)
    let sender = Sender(1000, into: channel)
    for n in 0..<received { #expect(BatchChannelTests.bytes(channel.receive(withinMs: 60_000)) == Int64(n)) }
    channel.close()
    #expect(sender.sentAll() == false)
  }

  @Test func afterClosingNothingCanBeSent() {
    let channel = BatchChannel(capacity: 4)
    channel.close()
    for n in 0..<10 { #expect(throws: BatchChannel.Closed.self) { try channel.send(BatchChannelTests.batch(n)) } }
  }
}
