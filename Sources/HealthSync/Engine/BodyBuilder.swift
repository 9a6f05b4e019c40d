import HealthStore

/// Makes bodies out of what waits in the outbox. Only reads, so that the next body can be made while one is under way.
struct BodyBuilder: Sendable {
  let queue: OutboxQueue
  let backend: any Backend
  /// This device's id.
  let device: String
  /// The encoding that the backend accepts.
  let encoding: BodyEncoding
  /// Kinds for which the backend turned out to have no place.
  let untaken: Set<String>

  /// Returns the body of push number `push`. `nil` = nothing is queued.
  ///
  /// - Parameter lanes: The part of the outbox that is already in flight.
  func body(push: PushNumber, within budget: BatchBudget, after lanes: OutboxQueue.Lanes = OutboxQueue.Lanes()) throws -> Flight? {
    var cost = 0
    let batch = try queue.batch(
      maxBytes: budget.bytes, maxRecords: min(budget.records, backend.maxRecords), kinds: try kinds(after: lanes), after: lanes
    ) { record in
      guard let most = backend.maxCost else { return PushBody.size(of: record) }
      // Asked once for each record, in their order: the one with which the cost is too high is too large for any body, and ends this one.
      cost += backend.cost(of: record)
      return cost > most ? 1 << 40 : PushBody.size(of: record)
    }
    return batch.records.isEmpty ? nil : try Flight(push: push, batch: batch, device: device, encoding: encoding)
  }

  /// Returns the kinds for the next body: those that can be sent together with the next record. `nil` = all.
  private func kinds(after lanes: OutboxQueue.Lanes) throws -> [String]? {
    let taken = backend.kinds?.filter { !untaken.contains($0) }
    guard backend.separatesKinds else { return taken }
    let first = try queue.batch(maxBytes: .max, maxRecords: 1, kinds: taken, after: lanes, size: { _ in 0 }).records.first
    return first.flatMap { backend.kinds(beside: $0.kind) } ?? taken
  }
}
