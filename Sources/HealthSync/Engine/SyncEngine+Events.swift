import HealthModel
import HealthStore
import Transport

/// Sending of the local event log. Events aren't records: they have a route of their own, and are sent only to backends
/// that accept them.
extension SyncEngine {
  /// Whether the backend has announced that it accepts events.
  package var takesEvents: Bool {
    get throws { try account.dialect == .hsync1 && backendState.takesEvents == true }
  }

  /// Sends lines of the log. Idempotent: lines are identified by their file and their position in it.
  ///
  /// - Parameters:
  ///   - lines: JSON objects, each ended by a line feed.
  ///   - file: the id of the file on this device.
  ///   - offset: bytes before the first of the lines in that file.
  ///   - reason: the origin of the run; only runs started by the user may exceed the daily limit of bytes.
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
