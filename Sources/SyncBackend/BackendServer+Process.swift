import Allocator
import Glibc

extension BackendServer {
  /// Sets up the process: memory that is free goes back to the system. To be called before there are threads.
  package static func prepareProcess() { Allocator.returnFreedMemory() }
}

extension BackendLimits {
  /// Descriptors that aren't for connections: files, pipes, event loops.
  private static let otherDescriptors = 64

  /// Asks the system for as many descriptors as it gives, and takes fewer connections when those don't suffice.
  package mutating func fitDescriptors() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, rlim_t(maxConnections + BackendLimits.otherDescriptors))
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let room = Int(clamping: limit.rlim_cur) - BackendLimits.otherDescriptors
    maxConnections = max(min(maxConnections, room), ConnectionTable.headroom + 1)
  }
}
