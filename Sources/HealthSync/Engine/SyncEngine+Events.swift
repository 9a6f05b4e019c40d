import HealthModel
import HealthStore
import Transport

/// Events of the local log, which aren't records: they go by a way of their own, and only where the backend said that it takes them.
extension SyncEngine {
  /// Whether the backend has said that it takes events.
  package var takesEvents: Bool {
    get throws { try account.dialect == .hsync1 && backendState.takesEvents == true }
  }

  /// Sends lines of the log. Sent again, they are taken once: each is known by the file it is from and its place there.
  ///
  /// - Parameters:
  ///   - lines: JSON objects, each ended by a line feed.
  ///   - file: what the file is known by on this device.
  ///   - offset: bytes before the first of the lines in that file.
  ///   - reason: who started the run; only a person's may go over the bytes of the day.
  /// - Returns: whether the backend has them now.
  /// - Throws: `StoreError`.
  package func sendEvents(_ lines: [UInt8], file: Int64, offset: Int, reason: SyncReason) async throws -> Bool {
    let queue = OutboxQueue(library)
    if reason != .person, try isBudgetUsedUp(queue) { return false }
    // A run may have renewed the token.
    let kept = try? AccountFile(library: library.path).read()
    let account = kept?.url == account.url ? kept ?? account : account
    let request = try HSync1(account: account).eventsRequest(
      lines, device: queue.position().device, file: file, offset: offset, encoding: backendState.encoding)
    guard let response = try? await transport.send(request) else { return false }
    try queue.addTraffic(OutboxQueue.Traffic(bytesUp: response.bytesUp, bytesDown: response.bytesDown))
    return response.status == 200
  }

  private var backendState: BackendState {
    get throws { BackendState(json: try OutboxQueue(library).backendState()) }
  }
}
