/// The result of a run.
package struct NoticeReport: Sendable, Hashable {
  /// Whether another process was delivering, so that this run did nothing.
  package var isDeliveredElsewhere = false
  /// The deliveries that this run made or gave up, ordered by notice and way.
  package var deliveries: [NoticeDelivery] = []
  /// The notices whose last time passed without any way's showing them.
  package var missed: [PlannedNotice] = []
  /// The time of the next run that has something to do, in milliseconds UTC. `nil` = nothing is planned.
  package var nextWakeMs: Int64?

  /// Those of `deliveries` with a status.
  package func deliveries(_ status: NoticeDelivery.Status) -> [NoticeDelivery] { deliveries.filter { $0.status == status } }
}
