import Glibc

/// A thread for work that blocks. Swift's cooperative pool must not be used for that, and Foundation's thread would load all of Foundation.
enum WorkerThread {
  /// A function that starts a thread, as `start` does.
  typealias Starter = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

  /// Starts a thread that runs the work and ends.
  ///
  /// - Returns: whether the system had a thread to give; else nothing is done.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    // The box is kept alive by this reference until the thread takes it over.
    let box = Unmanaged.passRetained(Box(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}
