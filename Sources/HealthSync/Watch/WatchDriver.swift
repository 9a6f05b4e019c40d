/// Performs the actions of `WatchMachine` until its task is cancelled.
package struct WatchDriver {
  /// Comes back when the library's files are written to (`true`) or the time is over (`false`); throws when the task is cancelled.
  package var listen: @Sendable (_ ms: Int64) async throws -> Bool
  /// Comes back when the time is over; throws when the task is cancelled.
  package var sleep: @Sendable (_ ms: Int64) async throws -> Void
  /// Milliseconds of a clock that never jumps and counts while the machine sleeps.
  package var nowMs: @Sendable () -> Int64
  /// Returns whether other processes have made edits to be synced since the last call.
  package var hasEdits: () throws -> Bool
  /// Syncs. Errors are its own affair, but for those that end the watching.
  package var run: (WatchMachine.Cause) async throws -> WatchMachine.Outcome

  /// A driver with everything given.
  package init(
    listen: @escaping @Sendable (_ ms: Int64) async throws -> Bool, sleep: @escaping @Sendable (_ ms: Int64) async throws -> Void,
    nowMs: @escaping @Sendable () -> Int64, hasEdits: @escaping () throws -> Bool,
    run: @escaping (WatchMachine.Cause) async throws -> WatchMachine.Outcome
  ) {
    self.listen = listen
    self.sleep = sleep
    self.nowMs = nowMs
    self.hasEdits = hasEdits
    self.run = run
  }

  /// Watches until the task is cancelled, which is the normal end.
  ///
  /// - Throws: The errors of `hasEdits` and `run`.
  package func watch(everyMs: Int64) async throws {
    var machine = WatchMachine(everyMs: everyMs)
    var action = machine.handle(.started, at: nowMs())
    do {
      while !Task.isCancelled {
        let event: WatchMachine.Event
        switch action {
        case .run(let cause):
          let outcome = try await run(cause)
          event = .ended(outcome, isEdited: try hasEdits())
        case .listen(let ms):
          let isTouched = try await listen(ms)
          let isEdited = try hasEdits()
          event = isTouched ? .touched(isEdited: isEdited) : .elapsed(isEdited: isEdited)
        case .sleep(let ms):
          try await sleep(ms)
          event = .elapsed(isEdited: try hasEdits())
        }
        action = machine.handle(event, at: nowMs())
      }
    } catch is CancellationError {}
  }
}
