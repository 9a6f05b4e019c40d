import NIOCore
import Synchronization

/// The body of one request on its way from the connection to the task that reads it. One task reads it, once.
final class RequestContent: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let state = Mutex(State())
  private let onRoom: @Sendable () -> Void
  private let onWait: (@Sendable () -> Void)?

  private struct State {
    var parts = CircularBuffer<ByteBuffer>(initialCapacity: 1)
    /// Bytes in `parts`.
    var bytes = 0
    /// How it ended, once its last part is in `parts`.
    var end: Result<ByteBuffer?, any Error>?
    var reader: CheckedContinuation<ByteBuffer?, any Error>?
  }

  /// Unread bytes above which the connection isn't read: what a connection reads at once, at most.
  private static let most = 64 << 10

  /// An empty body whose parts are to come.
  ///
  /// - Parameters:
  ///   - onRoom: called when it isn't full any more, on any thread.
  ///   - onWait: called whenever its reader waits for a part, on any thread.
  init(onRoom: @escaping @Sendable () -> Void, onWait: (@Sendable () -> Void)? = nil) {
    self.onRoom = onRoom
    self.onWait = onWait
  }

  /// Whether there is enough to be read first.
  var isFull: Bool { state.withLock { $0.bytes > RequestContent.most } }

  /// Adds a part.
  func append(_ part: ByteBuffer) {
    let reader = state.withLock { state in
      if let reader = state.reader.take() { return Optional(reader) }
      state.parts.append(part)
      state.bytes += part.readableBytes
      return nil
    }
    reader?.resume(returning: part)
  }

  /// Ends it after the last part.
  func finish() { end(.success(nil)) }

  /// Ends it early: the reader gets what there is, then the error. Nothing when it has ended.
  func fail(_ error: any Error) { end(.failure(error)) }

  /// The next part; `nil` at the end. Throws the error that ended it.
  func next() async throws -> ByteBuffer? {
    try await withCheckedThrowingContinuation { continuation in
      let (result, hasRoom) = state.withLock { state -> (Result<ByteBuffer?, any Error>?, Bool) in
        if let part = state.parts.popFirst() {
          let wasFull = state.bytes > RequestContent.most
          state.bytes -= part.readableBytes
          return (.success(part), wasFull && state.bytes <= RequestContent.most)
        }
        if state.end == nil { state.reader = continuation }
        return (state.end, false)
      }
      if hasRoom { onRoom() }
      if let result { continuation.resume(with: result) } else { onWait?() }
    }
  }

  private func end(_ end: Result<ByteBuffer?, any Error>) {
    let reader = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.reader.take()
    }
    reader?.resume(with: end)
  }

  /// Reads it part by part.
  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let content: RequestContent

    mutating func next() async throws -> ByteBuffer? { try await content.next() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(content: self) }
}
