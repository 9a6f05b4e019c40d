import CCurl
import Glibc
import Synchronization

/// The multi handle and the single thread that uses it. The thread starts with the first request and ends after `stop`.
///
/// Callers queue commands under a lock and wake the thread; it never calls other code while it holds the lock.
final class CurlLoop: Sendable {
  /// Gets how a transfer ended, once.
  typealias Continuation = CheckedContinuation<Result<CurlTransfer.Answer, TransportError>, Never>

  private enum Command {
    case start(CurlTransfer, Continuation)
    case cancel(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    var isStopped = false
    /// To be joined. `nil` before it is started and after it was joined.
    var thread: pthread_t?
    /// Set while the thread runs; what `curl_multi_wakeup` may be called with, under the lock only.
    var multi: MultiHandle?
  }

  private let state = Mutex(State())

  /// Hands a transfer over. The continuation is resumed from the loop's thread.
  func start(_ transfer: CurlTransfer, resuming continuation: Continuation) {
    let needsThread = state.withLock { state in
      state.commands.append(.start(transfer, continuation))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if needsThread, !startThread() {
      let stranded = state.withLock { state in
        state.isRunning = false
        defer { state.commands = [] }
        return state.commands
      }
      for case .start(_, let continuation) in stranded {
        continuation.resume(returning: .failure(CurlLoop.noThread))
      }
    } else {
      wake()
    }
  }

  /// Ends a transfer with `.cancelled`, also when it hasn't been started yet. Nothing happens when it is over.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled.store(true, ordering: .releasing)
    state.withLock { $0.commands.append(.cancel(transfer)) }
    wake()
  }

  /// Ends the thread when its transfers are over and waits for that; there are none when the last user is gone. Without the wait, a
  /// program that exits now would take down the TLS library under a thread that still closes connections.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      defer { state.thread = nil }
      return state.thread
    }
    wake()
    guard let thread else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private func wake() {
    state.withLock { state in
      if let multi = state.multi { hs_multi_wakeup(multi.pointer) }
    }
  }

  private func startThread() -> Bool {
    // The thread owns one reference to the loop, given back at its end.
    let box = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        Unmanaged<CurlLoop>.fromOpaque(box).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if code != 0 {
      box.release()
      return false
    }
    let started = thread
    state.withLock { $0.thread = started }
    return true
  }

  private func run() {
    // Signals are the main thread's; and writing to a connection that is gone may raise SIGPIPE inside a TLS library.
    var everything = sigset_t()
    sigfillset(&everything)
    pthread_sigmask(SIG_BLOCK, &everything, nil)
    guard let pointer = hs_multi_init() else { return failEverything() }
    let multi = MultiHandle(pointer: pointer)
    state.withLock { $0.multi = multi }
    var running: [UnsafeMutableRawPointer: (transfer: CurlTransfer, continuation: Continuation)] = [:]

    func finish(_ easy: UnsafeMutableRawPointer, _ outcome: (CurlTransfer) -> Result<CurlTransfer.Answer, TransportError>) {
      guard let (transfer, continuation) = running.removeValue(forKey: easy) else { return }
      let result = outcome(transfer)
      // The transfer frees its handle when it goes, which must not be before curl has given the handle back.
      withExtendedLifetime(transfer) { _ = hs_multi_remove_handle(pointer, easy) }
      continuation.resume(returning: result)
    }

    while true {
      let (commands, isStopped) = state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isStopped)
      }
      for command in commands {
        switch command {
        case .start(let transfer, let continuation):
          if transfer.isCancelled.load(ordering: .acquiring) {
            continuation.resume(returning: .failure(CurlLoop.cancelled))
          } else if hs_multi_add_handle(pointer, transfer.easy) == CURLM_OK {
            running[transfer.easy] = (transfer, continuation)
          } else {
            continuation.resume(returning: .failure(CurlLoop.noThread))
          }
        case .cancel(let transfer):
          finish(transfer.easy) { _ in .failure(CurlLoop.cancelled) }
        }
      }
      if isStopped, running.isEmpty { break }
      var count: Int32 = 0
      let code = hs_multi_perform(pointer, &count)
      var result = CURLE_OK
      while let easy = hs_multi_next_done(pointer, &result) { finish(easy) { $0.outcome(result) } }
      if code != CURLM_OK {
        // Out of memory or a bug: nobody is left waiting.
        for easy in Array(running.keys) { finish(easy) { _ in .failure(CurlLoop.broken(code)) } }
      }
      // A wake-up, also one from before this call, ends the wait; curl shortens it to its own next deadline.
      hs_multi_poll(pointer, 60_000)
    }
    state.withLock { $0.multi = nil }
    hs_multi_cleanup(pointer)
  }

  private func failEverything() {
    let commands = state.withLock { state in
      state.isRunning = false
      defer { state.commands = [] }
      return state.commands
    }
    for case .start(_, let continuation) in commands { continuation.resume(returning: .failure(CurlLoop.noThread)) }
  }

  private static let cancelled = TransportError(code: .cancelled, message: "the request was cancelled")
  private static let noThread = TransportError(code: .libraryUnavailable, message: "libcurl has no memory or thread for a request")
  private static func broken(_ code: CURLMcode) -> TransportError {
    TransportError(code: .interrupted, message: "libcurl gave up: \(String(cString: hs_multi_strerror(code)))")
  }
}

/// The multi handle's address on its way between threads.
///
/// `@unchecked Sendable`: only the loop's thread uses it, but for `curl_multi_wakeup`, which curl allows from any thread, and which is
/// called under the loop's lock, so that it is never called after the handle's end.
private struct MultiHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}
