import Glibc

/// Threads that may wait for as long as they like.
package enum OwnThread {
  /// Runs `body` on a new thread. Returns false when the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    // The thread lets go of the box.
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Waits on the caller's thread, which is none of the cooperative pool.
  package static func pause(milliseconds: Int64) { poll(nil, 0, Int32(clamping: milliseconds)) }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
