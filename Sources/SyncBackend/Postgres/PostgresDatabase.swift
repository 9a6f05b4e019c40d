import HealthModel
import Postgres

/// A PostgreSQL database: its address, checked and with its tables up to date, and the connections to it.
final class PostgresDatabase: Sendable {
  let pool: PostgresPool

  /// Settings of a session: nothing waits for ever, and a commit is on the disk when it is answered, whatever the role's defaults are.
  private static let settings = """
    SELECT set_config('statement_timeout', '20000', false), set_config('lock_timeout', '10000', false),
      set_config('idle_in_transaction_session_timeout', '20000', false), set_config('default_transaction_isolation', 'read committed', false),
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
    """

  /// Connects once, and brings the tables up to date.
  ///
  /// - Parameters:
  ///   - text: the connection URI.
  ///   - now: milliseconds since 1970.
  init(_ text: String, connections: Int, now: @escaping @Sendable () -> Int64) throws(BackendError) {
    let address = try BackendError.telling {
      let address = try PostgresAddress(text)
      let connection = try PostgresConnection(address)
      // Others may be at it.
      try connection.run("SELECT set_config('lock_timeout', '30000', false)")
      try PostgresSchema.migrate(connection)
      return address
    }
    var limits = PostgresPool.Limits()
    limits.connections = connections
    pool = PostgresPool(address, limits: limits) { connection in
      try connection.run(PostgresDatabase.settings)
      connection.epoch = try PostgresEpochs.current(connection, nowMs: now())
    }
  }

  /// Runs a request's work. Throws `StoreError` for what the database can't do.
  func run<T: Sendable>(_ owner: Owner? = nil, _ body: @escaping @Sendable (PostgresConnection) throws -> T) async throws -> T {
    do {
      return try await pool.run(key: owner?.id) { try PostgresDatabase.work(on: $0, body) }
    } catch let error as PostgresError {
      throw StoreError(error)
    }
  }

  /// Runs a command's work. Throws `BackendError` for what the database can't do.
  ///
  /// - Parameter isRepeatable: whether it may be done a second time when it may have been done already.
  func command<T: Sendable>(isRepeatable: Bool = false, _ body: @escaping @Sendable (PostgresConnection) throws -> T) throws -> T {
    do {
      return try pool.runBlocking(isRepeatable: isRepeatable) { try PostgresDatabase.work(on: $0, body) }
    } catch let error as PostgresError {
      throw BackendError(error)
    }
  }

  /// Runs `body` on a connection. Where the tables are distributed, an internal error is taken for a node that broke off: Citus has no other code for
  /// one that does so in the middle of a copy, or at its commit.
  private static func work<T>(on connection: PostgresConnection, _ body: (PostgresConnection) throws -> T) throws -> T {
    do {
      return try body(connection)
    } catch let error as PostgresError where error.sqlState == "XX000" && connection.isDistributed {
      throw PostgresError("08006", error.message)
    }
  }
}

extension PostgresConnection {
  /// Runs `body` in a transaction; one that it leaves by an error is rolled back by the pool.
  func transaction<T>(_ body: () throws -> T) throws -> T {
    try run("BEGIN")
    let result = try body()
    try run("COMMIT")
    return result
  }
}

extension StoreError {
  /// The error for a failure of PostgreSQL.
  init(_ error: PostgresError) {
    let kind: StoreFailure.Kind =
      switch error.sqlState {
      case "53100": .full
      case "53200": .outOfMemory
      case "53300", "55P03", "57014", "40001", "40P01": .busy
      case "25006": .readOnly
      case let state where error.endsConnection || state.hasPrefix("28") || state.hasPrefix("3D"): .unreachable
      case let state where state.hasPrefix("58"): .disk
      default: .fault
      }
    self = .failed(StoreFailure(kind: kind, code: error.sqlState, message: error.message))
  }
}

extension BackendError {
  /// The error for a failure of PostgreSQL at the start or in a command.
  init(_ error: PostgresError) {
    switch StoreError(error) {
    case .failed where error.encryption != nil: self.init(encryption: error)
    case .failed where error.isSignInRefused:
      self.init(
        .signInRefused, "the database doesn't let the server in: \(error.message)",
        hint: "check the user and the password, in the address or in ~/.pgpass, and the database's pg_hba.conf")
    case .failed where error.sqlState == "3D000":
      self.init(.unreachable, "can't use the database: \(error.message)", hint: "create it: createdb --owner=USER --encoding=UTF8 NAME")
    case .failed(let failure) where failure.kind == .unreachable:
      self.init(.unreachable, "can't use the database: \(error.message)", hint: "check the address, and whether PostgreSQL runs there")
    case .failed(let failure) where failure.kind == .busy:
      self.init(.busy, "the database is busy: \(error.message)", hint: "try again in a moment")
    case .failed(let failure) where failure.kind == .full: self.init(.storage, "the database's disk is full: nothing was changed")
    default: self.init(.storage, "the database failed: \(error.sqlState) \(error.message)")
    }
  }

  /// The error for a connection that isn't made because it isn't encrypted as it has to be.
  private init(encryption error: PostgresError) {
    let (words, hint): (String, Hint) =
      switch error.encryption {
      case .untrusted:
        ("the database's certificate isn't trusted", "name its authority's file in the address: sslrootcert=/etc/ssl/my-ca.pem")
      case .otherHost:
        ("the database's certificate is for another host", "use the host name in the certificate, or get one for the name in the address")
      case .notOffered:
        (
          "the database doesn't encrypt connections",
          "turn on ssl in its postgresql.conf, or add sslmode=disable to the address if nobody can listen on the way"
        )
      case .noAuthorities: ("the file with trusted certificates can't be read", "check sslrootcert in the address")
      case .required, nil:
        (
          "the database lets the server in only with encryption",
          "remove sslmode from the address, so that the connection is encrypted and the certificate checked"
        )
      }
    self.init(.notEncrypted, "\(words): \(error.message)", hint: hint)
  }

  /// The error for an address that can't be used.
  init(_ problem: PostgresAddress.Problem) {
    switch problem {
    case .noLibrary(let words): self.init(.unreachable, words, hint: "apt-get install libpq5")
    case .notAnAddress:
      self.init(
        .badAddress, "the database's address isn't a PostgreSQL URI",
        hint: "postgres://user@host/database, or postgres:///database?host=/run/postgresql")
    }
  }
}
