import Synchronization

/// Whether a library was committed to since the last look, by whichever process.
package final class CommitNews: Sendable {
  private let library: SharedLibrary
  private let last: Mutex<Int64>

  /// Begins now: what was committed before doesn't count.
  ///
  /// - Throws: `StoreError`, as `SharedLibrary.commitNumber`.
  package init(_ library: SharedLibrary) async throws {
    self.library = library
    last = Mutex(try await library.commitNumber())
  }

  /// Whether anything was committed since the last look.
  ///
  /// - Throws: `StoreError`, as `SharedLibrary.commitNumber`.
  package func hasChanged() async throws -> Bool {
    let now = try await library.commitNumber()
    return last.withLock { last in
      defer { last = now }
      return last != now
    }
  }
}
