import HealthModel
import HealthStore
import HealthWeb

/// That this process serves a library, and under which address: a lock beside it that others see, and a text in it that they read.
struct ServerPresence: Sendable {
  private let lock: LockFile

  /// The outcome of trying to be the library's server.
  enum Entry: Sendable {
    case ours(ServerPresence)
    /// Another process is; `nil` = it doesn't listen yet.
    case served(address: String?)
  }

  private static let note = "web-address"

  /// Tries to be it.
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

  /// Says under which address, once it is listened on.
  func tell(address: String, in library: Library) throws {
    try Notebook(library).update(ServerPresence.note) { _ in (address, ()) }
  }

  /// Returns the error for a second server of the same library.
  static func servedAlready(_ path: String, address: String?) -> WebError {
    WebError(
      .servedAlready, "\(path) is served already\(address.map { " on \($0)" } ?? "")",
      hint: address == nil ? "try again in a moment" : "let a browser in: hsync serve --pair", kind: .tryAgain)
  }
}
