import Allocator
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// Limits the memory held by all requests together: bodies being received, data being processed, and pages until they
/// are sent.
struct WorkingMemory: Sendable {
  private let held: HeldBytes
  private let turns: Turnstile

  /// Within the limits, and room for a few of the largest bodies in any case.
  init(_ limits: BackendLimits) {
    let trimmer = Trimmer()
    held = HeldBytes(most: max(limits.heldBytes, 8 * limits.maxBodyBytes))
    turns = Turnstile(
      capacity: max(limits.workingBytes, 2 * limits.maxBodyBytes), mostWaiting: limits.maxWaitingRequests,
      onIdle: { peak in if peak >= Trimmer.worth { trimmer.trimSoon() } })
  }

  /// Runs `work` on the whole body of a request, decompressed according to its header.
  ///
  /// Throws 413 when it is larger than `limit` bytes, compressed or not, 415 for an encoding that isn't one of
  /// `ContentCoding`, 400 for damaged data, and 429 or 503 when too many requests are in progress.
  func withBody<T>(of request: Request, owner: Owner, limit: Int, _ work: ([UInt8]) async throws -> T) async throws -> T {
    let encoding = try ContentCoding.named(request.headers[.contentEncoding])
    let lease = held.lease(for: owner)
    var bytes = try await RequestBytes.read(request, limit: limit) { count throws(Refusal) in try lease.grow(by: count) }
    let turn = try await turns.enter(owner, bytes: encoding == nil ? bytes.count : limit)
    if let encoding {
      bytes = try encoding.unpacked(bytes, limit: limit)
      turn.shrink(to: max(bytes.count, 4096))
    }
    lease.release()
    defer { turn.shrink(to: 0) }
    return try await work(bytes)
  }

  /// An answer that is made when there is room for it, and held until the client has taken it.
  ///
  /// - Parameter most: the bytes that it may need while it is made.
  func answer(to owner: Owner, most: Int, _ make: () async throws -> PackedAnswer) async throws -> Response {
    let turn = try await turns.enter(owner, bytes: most)
    defer { turn.shrink(to: 0) }
    let answer = try await make()
    let whole = ByteBuffer(bytes: answer.bytes)
    guard whole.readableBytes > WorkingMemory.slice else { return answer.response(ResponseBody(byteBuffer: whole)) }
    let lease = held.lease(for: owner)
    try lease.grow(by: whole.readableBytes)
    return answer.response(
      ResponseBody(contentLength: whole.readableBytes) { writer in
        // Each write waits until the client has taken most of what was there.
        defer { lease.release() }
        var rest = whole
        while rest.readableBytes > 0, let slice = rest.readSlice(length: min(WorkingMemory.slice, rest.readableBytes)) {
          try await writer.write(slice)
        }
        try await writer.finish(nil)
      })
  }

  /// Bytes of an answer that are given to the connection at once: about what it has room for.
  private static let slice = 64 << 10
}

/// Gives memory back to the system a little after much of it was used.
private final class Trimmer: Sendable {
  private let isPlanned = Mutex(false)

  /// Bytes in use from which on it is worth it.
  static let worth = 4 << 20

  func trimSoon() {
    let mustPlan = isPlanned.withLock { isPlanned in
      defer { isPlanned = true }
      return !isPlanned
    }
    guard mustPlan else { return }
    MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(1)) { [self] in
      isPlanned.withLock { $0 = false }
      Allocator.trim()
    }
  }
}
