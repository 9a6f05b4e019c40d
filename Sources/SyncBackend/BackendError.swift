import HealthModel
import Postgres

/// An error that keeps the backend from starting, or a `user` command from doing its work.
package struct BackendError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: Sendable {
    /// The folder can't be made, read or written.
    case folderUnusable
    /// There is no backend in the folder yet.
    case noBackend
    /// The file is damaged or belongs to another program.
    case notOurDatabase
    /// A newer hsync-backend has been here.
    case newerDatabase
    /// Another `serve` holds the folder.
    case alreadyServed
    /// The database can't be reached.
    case unreachable
    /// The database doesn't let the server in.
    case signInRefused
    /// The connection to the database isn't encrypted as its address or the database demands.
    case notEncrypted
    /// The folder's data were copied to another database, or are being copied.
    case moved
    /// Counters and rows of the database disagree.
    case inconsistent
    /// The database of a copy has users already.
    case notEmpty
    /// Not an address of a database.
    case badAddress
    /// The database doesn't have the extension that distributes tables.
    case noExtension
    /// The node of a cluster can't change tables.
    case notCoordinator
    /// The file with the address can't be read.
    case unreadable
    /// The address is taken or can't be bound.
    case cannotListen
    /// Another program writes at this moment.
    case busy
    /// The disk is full or fails.
    case storage
    /// Not a name for a user.
    case badName
    /// The name is taken.
    case userExists
    /// There is no such user.
    case unknownUser
    /// There is no such token.
    case unknownToken
    /// The machine's clock can't be right.
    case clock
    /// Data would be deleted permanently, and the user hasn't confirmed it.
    case unconfirmed
  }

  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// An error whose kind is the code's usual one.
  init(_ code: Code, _ message: String, hint: Hint? = nil, kind: ErrorKind? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind ?? code.usualKind
  }
}

extension BackendError {
  /// Does something in the database; what it throws that isn't told yet becomes an error that says so.
  static func telling<T>(_ body: () throws -> T) throws(BackendError) -> T {
    do { return try body() } catch { throw BackendError(thrown: error) }
  }

  /// The error for whatever was thrown by work in the database.
  init(thrown error: any Error) {
    switch error {
    case let error as BackendError: self = error
    case let error as PostgresError: self.init(error)
    case let problem as PostgresAddress.Problem: self.init(problem)
    case StoreError.failed(let failure): self.init(.storage, "the database failed: \(failure.code) \(failure.message)")
    default: self.init(.storage, "the database failed: \(type(of: error))")
    }
  }
}

extension BackendError.Code {
  fileprivate var usualKind: ErrorKind {
    switch self {
    case .folderUnusable, .notEmpty: .cantCreate
    case .signInRefused: .noPermission
    case .moved: .configuration
    case .noBackend, .unreadable: .noInput
    case .notOurDatabase, .inconsistent: .badData
    case .newerDatabase: .configuration
    case .alreadyServed, .busy, .clock: .tryAgain
    case .cannotListen, .unreachable, .notEncrypted, .noExtension: .unavailable
    case .storage: .io
    case .badName, .badAddress, .notCoordinator, .unconfirmed: .usage
    case .userExists, .unknownUser, .unknownToken: .no
    }
  }
}

extension BackendError {
  /// The error for a permanent deletion that the user hasn't confirmed.
  package static func unconfirmed(_ message: String, hint: Hint) -> BackendError { BackendError(.unconfirmed, message, hint: hint) }

  /// The error for a check that has found so many problems.
  package static func inconsistent(_ count: Int) -> BackendError {
    BackendError(
      .inconsistent, "\(count) \(count == 1 ? "problem" : "problems") found",
      hint: "restore a backup: devices send again what it lacks (docs/backend.md)")
  }

  /// The error for a file with a database's password that other users can read.
  package static func exposed(_ file: String) -> BackendError {
    BackendError(
      .unreadable, "other users can read \(file), which has the database's password", hint: Hint("chmod 600 \(file)"), kind: .noPermission)
  }

  /// The error for a file with a database's address that can't be read, for `reason`: `no such file or directory`.
  package static func unreadable(_ file: String, _ reason: String) -> BackendError {
    BackendError(.unreadable, "can't read \(file): \(reason)", hint: "the file has the database's address in its first line")
  }
}
