import Foundation

/// Looks again until it is so, a minute at most.
///
/// - Returns: whether it came to be so.
package func comesTrue(_ isSo: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<1200 {
    if try isSo() { return true }
    poll(nil, 0, 50)
  }
  return false
}

/// The same for what has to be awaited. It holds no thread between two looks: tasks have as few as cores, and what is awaited may need them.
package func comesTrue(awaiting isSo: () async throws -> Bool) async rethrows -> Bool {
  for _ in 0..<1200 {
    if try await isSo() { return true }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { continuation.resume() }
    }
  }
  return false
}
