@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Notices Ctrl-C (and a polite `kill`) instead of dying of it, for work that must tidy up behind itself.
final class Interrupt: Sendable {
  private let flag = Atomic<Bool>(false)
  private let sources: [any DispatchSourceSignal]

  /// From now on the first signal only sets `isRaised`; a second one ends the program as usual.
  init() {
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      sources.append(DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "hsync.interrupt.\(number)")))
    }
    self.sources = sources
    for (source, number) in zip(sources, [SIGINT, SIGTERM, SIGHUP]) {
      source.setEventHandler { [weak self] in
        self?.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      source.resume()
    }
  }

  deinit { sources.forEach { $0.cancel() } }

  /// Whether somebody wants us to stop.
  var isRaised: Bool { flag.load(ordering: .relaxed) }
}
