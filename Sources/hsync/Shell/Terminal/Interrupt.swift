@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Notices Ctrl-C (and a polite `kill`) instead of dying of it, for work that must tidy up behind itself.
final class Interrupt: Sendable {
  private let flag = Atomic<Bool>(false)
  private let isEnded = Atomic<Bool>(false)
  private let sources: [(number: Int32, source: any DispatchSourceSignal)]

  /// From now on the first signal only sets `isRaised`; a second one ends the program as usual. A signal that was set
  /// to be ignored when the program started (nohup) stays ignored.
  ///
  /// - Parameter onRaise: Called at the first signal, on a thread of its own.
  init(onRaise: @escaping @Sendable () -> Void = {}) {
    var sources: [(number: Int32, source: any DispatchSourceSignal)] = []
    for number in [SIGINT, SIGTERM, SIGHUP] where !Interrupt.isIgnored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "hsync.interrupt.\(number)"))
      sources.append((number, source))
    }
    self.sources = sources
    for (number, source) in sources {
      source.setEventHandler { [weak self] in
        self?.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
        onRaise()
      }
      source.resume()
    }
  }

  /// Does work that a signal cancels, and returns when the work has ended by itself.
  ///
  /// - Parameter work: gets the interrupt, to look whether it is raised.
  static func cancelling(_ work: @escaping @Sendable (Interrupt) async throws -> Void) async throws {
    let running = Mutex<Task<Void, any Error>?>(nil)
    let interrupt = Interrupt { running.withLock { $0?.cancel() } }
    let task = Task { try await work(interrupt) }
    running.withLock { $0 = task }
    if interrupt.isRaised { task.cancel() }
    try await task.value
    withExtendedLifetime(interrupt) {}
  }

  deinit { end() }

  /// From now on signals end the program again.
  func end() {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether a signal to stop was received.
  var isRaised: Bool { flag.load(ordering: .relaxed) }
}
