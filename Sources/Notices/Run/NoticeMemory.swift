/// The plan and the deliveries, which outlive a run. The program puts its database behind it.
///
/// Each call is a transaction. What was kept must be on disk when `keep` returns: it is the proof that a notice isn't shown twice.
package protocol NoticeMemory: Sendable {
  /// The planned notices.
  func planned() async throws -> [PlannedNotice]

  /// Applies changes of the plan, all or none. Adding a notice that is planned replaces it; dropping one that isn't does nothing.
  func apply(_ changes: [NoticeChange]) async throws

  /// Takes a notice out of the plan when all ways are done with it.
  func finish(noticeID: String) async throws

  /// The states of deliveries, at most one of each notice and way.
  func deliveries() async throws -> [NoticeDelivery]

  /// Keeps a state in place of that of the same notice and way.
  func keep(_ delivery: NoticeDelivery) async throws

  /// The rests of ways, at most one of each.
  func rests() async throws -> [WayRest]

  /// Keeps a rest in place of an earlier one of its way.
  func keep(_ rest: WayRest) async throws

  /// Ends the rest of a way.
  func endRest(of way: String) async throws

  /// Forgets all deliveries but those of planned notices and the `count` that were kept last. By count, not by age: a
  /// clock that was wrong for a while must not make notices forgotten, and so shown again.
  func forgetDeliveries(keeping count: Int) async throws
}
