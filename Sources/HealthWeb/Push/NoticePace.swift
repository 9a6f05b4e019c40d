/// Decides when a server runs the notifier: at the time of the next notice, after a change of the library or the settings, and now and then
/// because engines depend on the time.
struct NoticePace: Sendable, Equatable {
  /// The longest pause between looks, in milliseconds: changes of other programs and of the clock are seen after a minute at most.
  static let lookMs: Int64 = 60_000
  /// The shortest pause, in milliseconds.
  static let leastMs: Int64 = 1000
  /// The longest time between runs, in milliseconds: 15 minutes.
  static let longestMs: Int64 = 15 * 60_000

  private var ranAtMs: Int64?
  private var nextMs: Int64?

  /// Whether to run the notifier now.
  ///
  /// - Parameter isChanged: Whether the library or the settings changed since the last look.
  func isDue(atMs nowMs: Int64, isChanged: Bool) -> Bool {
    guard let ranAtMs, !isChanged, ranAtMs <= nowMs else { return true }
    return nowMs - ranAtMs >= NoticePace.longestMs || (nextMs.map { $0 <= nowMs } ?? false)
  }

  /// Records a run.
  ///
  /// - Parameter nextMs: The time at which there is something to do again; `nil` = nothing is planned.
  mutating func ran(atMs nowMs: Int64, nextMs: Int64?) { (ranAtMs, self.nextMs) = (nowMs, nextMs) }

  /// Milliseconds until the next look.
  func waitMs(atMs nowMs: Int64) -> Int64 {
    min(NoticePace.lookMs, max(NoticePace.leastMs, (nextMs ?? .max) - max(nowMs, 0)))
  }
}
