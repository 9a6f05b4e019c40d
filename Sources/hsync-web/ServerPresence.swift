import HealthModel
import HealthStore
import HealthWeb

/// The claim of this process to serve a library: a lock beside the library, and a note in it with the server's address.
struct ServerPresence: Sendable {
  private let lock: LockFile

  /// The outcome of the claim.
  enum Entry: Sendable {
    case ours(ServerPresence)
    /// Another process serves the library; `nil` = it doesn't listen yet.
    case served(address: String?)
  }

  private static let note = "web-address"

  /// Claims the library for this process.
  ///
  /// - Throws: `StoreError`.
  static func enter(_ library: Library, nowMs: Int64) throws -> Entry {
    switch try LockFile.take(.serving, besideLibrary: library.path, nowMs: nowMs) {
    case .taken(let lock):
      try Notebook(library).update(note) { _ in (nil, ()) }
      return .ours(ServerPresence(lock: lock))
    case .held: return .served(address: try Notebook(library).update(note) { ($0, $0) })
    }
  }

  /// Stores the server's address once it listens.
  func tell(address: String, in library: Library) throws {
    try Notebook(library).update(ServerPresence.note) { _ in (address, ()) }
  }

  /// The address under which the library is served, or was the last time; `nil` = it wasn't yet, or a server is about to listen.
  ///
  /// - Throws: `StoreError`.
  static func lastAddress(in library: Library) throws -> String? { try Notebook(library).text(note) }

  /// Returns the error for a second server of the same library.
  static func servedAlready(_ path: String, address: String?) -> WebError {
    WebError(
      .servedAlready, "\(path) is already being served\(address.map { " on \($0)" } ?? "")",
      hint: address == nil ? "try again in a moment" : "to pair a browser: hsync serve --pair", kind: .tryAgain)
  }
}
