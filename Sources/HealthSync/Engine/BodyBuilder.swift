import HealthStore

/// Makes bodies out of what waits in the outbox. Only reads, so that the next body can be made while one is under way.
struct BodyBuilder: Sendable {
  let queue: OutboxQueue
  let backend: any Backend
  /// This device's id.
  let device: String
  /// How the backend takes it.
  let encoding: BodyEncoding

  /// The body of push number `push`. `nil` = nothing waits.
  ///
  /// - Parameter lanes: What of the outbox is under way already.
  func body(push: Int64, within budget: BatchBudget, after lanes: OutboxQueue.Lanes = OutboxQueue.Lanes()) throws -> Flight? {
    let batch = try queue.batch(
      maxBytes: budget.bytes, maxRecords: min(budget.records, backend.maxRecords), kinds: backend.kinds, after: lanes,
      size: PushBody.size(of:))
    return batch.records.isEmpty ? nil : try Flight(push: push, batch: batch, device: device, encoding: encoding)
  }
}
